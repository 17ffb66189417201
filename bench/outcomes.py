"""What became of each raise statement: the judgement that `bench.extract` counts."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from bench.oracle import HOLE, Place, Statement, Statements
from ingest.extract.pieces import says_something
from ingest.extract.sites import ExtractedSite, LinkedFile, Message

Outcome = Literal["resolved", "reason", "unresolved", "no message", "bare"]


class Raise(NamedTuple):
    """One raise statement, with the site that was made of it."""

    path: str
    site: ExtractedSite
    outcome: Outcome


class Comparison(NamedTuple):
    """A file against the oracle; places as (line, column). `wrong` = found, but with other facts than the oracle's."""

    raises: list[Raise]
    missing: list[Place]
    extra: list[Place]
    wrong: list[tuple[Place, str]]


def compared(file: LinkedFile, content: bytes, truth: Statements | None) -> Comparison:
    """The file's raise statements; without the oracle's answer nothing is missing or extra."""
    lines = content.split(b"\n")
    found = {(s.line, s.column): s for s in reversed(file.sites) if not s.via and _stands_at(b"raise", s, lines)}
    asserts = {(s.line, s.column): s for s in file.sites if s.kind == "assertion" and _stands_at(b"assert", s, lines)}
    raises = [Raise(file.path, site, _outcome(site, truth)) for _, site in sorted(found.items())]
    if truth is None:
        return Comparison(raises, [], [], [])
    ours = found | asserts
    both = sorted(truth.keys() & ours.keys())
    wrong = [(place, word) for place in both for word in _wrong(ours[place], truth[place])]
    return Comparison(raises, sorted(truth.keys() - ours.keys()), sorted(ours.keys() - truth.keys()), wrong)


def _wrong(site: ExtractedSite, true: Statement) -> Iterator[str]:
    """The facts of a site that contradict the oracle."""
    if site.end_line != true.node.end_lineno:
        yield f"ends at {site.end_line}, not {true.node.end_lineno}"
    if site.qualname != true.qualname:
        yield f"stands in {site.qualname}, not {true.qualname}"
    if not all(true.can_say(_text(message)) for message in site.messages):
        yield f"says {[_text(message) for message in site.messages]}"


def _text(message: Message) -> str:
    return "".join(piece if isinstance(piece, str) else HOLE for piece in message.pieces)


def _outcome(site: ExtractedSite, truth: Statements | None) -> Outcome:
    true = truth.get((site.line, site.column)) if truth else None
    if true is not None and true.is_bare:
        return "bare"
    if any(says_something(message.pieces) for message in site.messages):
        return "resolved"
    if site.reason:
        return "reason"
    if site.kind == "exit" and not site.messages:
        return "no message"  # a status, which nothing prints
    if site.messages or (true is not None and true.has_arguments):
        return "unresolved"
    return "bare" if site.form == "reraise" else "no message"


def _stands_at(keyword: bytes, site: ExtractedSite, lines: list[bytes]) -> bool:
    return lines[site.line - 1][site.column :].startswith(keyword) if site.line <= len(lines) else False
