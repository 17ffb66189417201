"""What became of each raise statement: the judgement that `bench.extract` counts."""

from typing import Literal, NamedTuple

from bench.oracle import Place, Statements, has_arguments
from ingest.extract.pieces import says_something
from ingest.extract.sites import ExtractedSite, LinkedFile

Outcome = Literal["resolved", "reason", "unresolved", "no message", "bare"]


class Raise(NamedTuple):
    """One raise statement, with the site that was made of it."""

    path: str
    site: ExtractedSite
    outcome: Outcome


class Comparison(NamedTuple):
    """A file against the oracle; places as (line, column)."""

    raises: list[Raise]
    missing: list[Place]
    extra: list[Place]


def compared(file: LinkedFile, content: bytes, truth: Statements | None) -> Comparison:
    """The file's raise statements; without the oracle's answer nothing is missing or extra."""
    lines = content.split(b"\n")
    found = {(s.line, s.column): s for s in reversed(file.sites) if not s.via and _stands_at(b"raise", s, lines)}
    asserts = {(s.line, s.column) for s in file.sites if s.kind == "assertion" and _stands_at(b"assert", s, lines)}
    raises = [Raise(file.path, site, _outcome(site, truth)) for _, site in sorted(found.items())]
    if truth is None:
        return Comparison(raises, [], [])
    true, ours = truth.raises.keys() | truth.asserts.keys(), found.keys() | asserts
    wrong_ends = [place for place, site in found.items() if place in truth.raises and _ends_wrong(site, truth)]
    return Comparison(raises, sorted(true - ours) + wrong_ends, sorted(ours - true))


def _outcome(site: ExtractedSite, truth: Statements | None) -> Outcome:
    node = truth.raises.get((site.line, site.column)) if truth else None
    if node is not None and node.exc is None:
        return "bare"
    if any(says_something(message.pieces) for message in site.messages):
        return "resolved"
    if site.reason:
        return "reason"
    if site.messages or (node is not None and has_arguments(node)):
        return "unresolved"
    return "bare" if site.form == "reraise" else "no message"


def _stands_at(keyword: bytes, site: ExtractedSite, lines: list[bytes]) -> bool:
    return lines[site.line - 1][site.column :].startswith(keyword) if site.line <= len(lines) else False


def _ends_wrong(site: ExtractedSite, truth: Statements) -> bool:
    return site.end_line != truth.raises[site.line, site.column].end_lineno
