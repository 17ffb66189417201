"""Explanations of people and LLMs <-> JSON lines, to keep them and to take them to another site.

What comes in is checked line by line against what this site has read: a line that does not fit is told with its number
and changes nothing, the others are taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from django.db import transaction
from django.db.models import QuerySet

from kb.authoring.changes import Action, record
from kb.authoring.places import Misplaced, Places
from kb.authoring.text import LONGEST
from kb.models import EntryAlias, ErrorEntry, Explanation, Pin

MOST_CHARACTERS = 1_000_000  # of a line
Moment = Annotated[datetime, msgspec.Meta(tz=True)]
# As long as the columns are.
Hash = Annotated[str, msgspec.Meta(max_length=16)]
ModelName = Annotated[str, msgspec.Meta(max_length=200)]
Account = Annotated[str, msgspec.Meta(max_length=150)]
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")  # an escape, not a backslash that is one itself


class Sentence(msgspec.Struct, forbid_unknown_fields=True):
    part: Literal["meaning", "trigger", "situations", "solution"]
    text: str
    sources: list[tuple[str, int, str]] = []


class Body(msgspec.Struct, forbid_unknown_fields=True):
    sentences: list[Sentence]
    example_fix: str = ""
    guard_code: str = ""


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """One explanation. `pin` is the sha at which its places are meant."""

    entry: str
    project: str
    origin: Literal["llm", "human"]
    pin: str
    body: Body
    evidence_hash: Hash
    made_at: Moment
    model: ModelName = ""
    is_stale: bool = False
    is_hidden: bool = False
    is_pinned: bool = False
    approved_by: Account = ""
    approved_at: Moment | None = None


_PLAIN = ("evidence_hash", "made_at", "model", "is_stale", "is_hidden", "is_pinned", "approved_by", "approved_at")


class Unfit(ValueError):
    """Why a line cannot be taken, in a sentence for a person."""


@dataclass
class Taken:
    """What became of the lines; `kept` and `unfit` are (number, why), `left` those lines as they came."""

    new: int = 0
    same: int = 0
    replaced: int = 0
    kept: list[tuple[int, str]] = field(default_factory=list)
    unfit: list[tuple[int, str]] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


def exported(rows: QuerySet[Explanation]) -> Iterator[str]:
    """A line for each, the same lines for the same rows."""
    for row in rows.select_related("entry__project", "pin").order_by("entry_id", "origin").iterator():
        plain = {name: getattr(row, name) for name in _PLAIN}
        line = {"entry": row.entry_id, "project": row.entry.project.slug, "origin": row.origin, "pin": row.pin.sha}
        yield msgspec.json.encode({**line, **plain, "body": row.body}).decode()


def take(lines: Iterable[str], by: str, *, replace: bool = False) -> Taken:
    """Store what fits; one that is there with other words is kept unless it is to be replaced."""
    taken = Taken()
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            with transaction.atomic():
                outcome = _take(_read(text), by, replace=replace)
        except Unfit as unfit:
            taken.unfit.append((number, str(unfit)))
            taken.left.append(text.rstrip("\n"))
            continue
        if outcome == "kept":
            taken.kept.append((number, "this site has other words for it; --replace takes these"))
            taken.left.append(text.rstrip("\n"))
        else:
            setattr(taken, outcome, getattr(taken, outcome) + 1)
    return taken


def _read(text: str) -> Line:
    if len(text) > MOST_CHARACTERS:
        raise Unfit(f"longer than {MOST_CHARACTERS:,} characters")
    try:
        line = msgspec.json.decode(text, type=Line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Unfit(str(error)) from None
    for sentence in line.body.sentences:
        if not 0 < len(sentence.text) <= LONGEST:
            raise Unfit(f"a sentence has 1 to {LONGEST} characters")
    if _NUL.search(text):
        raise Unfit("it holds a NUL, which the database does not take")
    if not line.body.sentences:
        raise Unfit("its body has no sentence")
    return line


def _take(line: Line, by: str, *, replace: bool) -> Literal["new", "same", "replaced", "kept"]:
    entry = _entry(line)
    pin = Pin.objects.filter(project_id=entry.project_id, sha=line.pin).first()
    if pin is None:
        raise Unfit(f"this site has not read {line.project} at {line.pin}: ingest it first")
    _check_places(line.body, Places(pin))
    body = {name: value for name, value in msgspec.json.decode(msgspec.json.encode(line.body)).items() if value}
    now: dict[str, Any] = {"pin_id": pin.pk, "body": body, **{name: getattr(line, name) for name in _PLAIN}}
    row = Explanation.objects.select_for_update().filter(entry=entry, origin=line.origin).first()
    if row is not None and all(getattr(row, name) == value for name, value in now.items()):
        return "same"
    if row is not None and not replace:
        return "kept"
    others = Explanation.objects.filter(entry=entry, is_pinned=True).exclude(origin=line.origin)
    if line.is_pinned and others.exists():
        raise Unfit("another explanation of this error is pinned here: unpin it first")
    if row is not None:
        record(row, Action.REPLACED, by)
    stored, is_new = Explanation.objects.update_or_create(entry=entry, origin=line.origin, defaults=now)
    record(stored, Action.IMPORTED, by)
    return "new" if is_new else "replaced"


def _entry(line: Line) -> ErrorEntry:
    entry = ErrorEntry.objects.select_related("project").filter(pk=line.entry).first()
    if entry is None:
        alias = EntryAlias.objects.select_related("entry__project").filter(pk=line.entry).first()
        entry = alias.entry if alias else None
    if entry is None:
        raise Unfit(f"no error has the id {line.entry}")
    if entry.project.slug.lower() != line.project.lower():
        raise Unfit(f"{line.entry} is an error of {entry.project.slug}, not of {line.project}")
    return entry


def _check_places(body: Body, places: Places) -> None:
    try:
        for sentence in body.sentences:
            for place in sentence.sources:
                places.check(place)
    except Misplaced as misplaced:
        raise Unfit(str(misplaced)) from misplaced
