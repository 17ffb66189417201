"""Rows for tests: plain functions with fixed values, each overridden by keyword, so that a failure repeats.

A row that is not given is made or found by its natural key: `make_entry()` twice makes two entries of one project.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from itertools import count
from typing import Any

from kb.models import (
    EntryAlias,
    ErrorEntry,
    Explanation,
    IngestJob,
    MessageTemplate,
    Pin,
    PinFile,
    Project,
    RaiseSite,
    SourceBlob,
)

SHA = "1f" * 20
DATED_AT = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
PUBLISHED_AT = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
SOURCE = b'def load(path):\n    if not path:\n        raise ValueError("no path given")\n    return open(path)\n'

_numbers = count(1)


def make_project(slug: str = "acme/anvil", **kwargs: Any) -> Project:
    """The project `slug`; made if it is not there."""
    owner, name = slug.split("/")
    kwargs.setdefault("repository_url", f"https://git.example/{slug}")
    return Project.objects.get_or_create(owner=owner, name=name, defaults=kwargs)[0]


def make_pin(project: Project | None = None, *, sha: str = SHA, is_current: bool = True, **kwargs: Any) -> Pin:
    """A published pin, which becomes the project's current one unless told otherwise."""
    project = project or make_project()
    if found := Pin.objects.filter(project=project, sha=sha).first():
        return found
    values = {
        "label": "v1.0.0",
        "source": f"git+{project.repository_url}@{sha}",
        "source_kind": Pin.SourceKind.GIT,
        "dated_at": DATED_AT,
        "published_at": PUBLISHED_AT,
        "order": project.pins.count() + 1,
    }
    pin = Pin.objects.create(project=project, sha=sha, **(values | kwargs))
    if is_current and pin.published_at:
        project.current_pin = pin
        project.save(update_fields=["current_pin"])
    return pin


def make_blob(content: bytes = SOURCE) -> SourceBlob:
    """The blob that holds `content`, under git's id for it."""
    sha = hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()
    blob = SourceBlob.objects.filter(sha=sha).first()
    if blob is None:
        blob = SourceBlob.of(sha, content)
        blob.save(force_insert=True)
    return blob


def make_file(pin: Pin | None = None, *, path: str = "src/anvil/load.py", **kwargs: Any) -> PinFile:
    pin = pin or make_pin()
    if not kwargs.get("skipped"):
        kwargs.setdefault("blob", make_blob())
        kwargs.setdefault("size", kwargs["blob"].size)
    return PinFile.objects.create(pin=pin, path=path, **kwargs)


def make_entry(pin: Pin | None = None, *, site: dict[str, Any] | None = None, **kwargs: Any) -> ErrorEntry:
    """An entry with its site at `pin` and the template of its message, as if just assembled.

    `site` overrides values of the site; `message` writes its Holes {expression}; `site=None` keeps the usual place.
    """
    pin = pin or make_pin()
    message = kwargs.pop("message", "no path given")
    values = {
        "id": f"{next(_numbers):016x}",
        "kind": ErrorEntry.Kind.ERROR,
        "exc_type": "ValueError",
        "exc_qualified": "builtins.ValueError",
        "message": message,
        "title": message[: ErrorEntry.TITLE_LENGTH],
        "first_pin": pin,
    }
    entry = ErrorEntry.objects.create(project=pin.project, **(values | kwargs))
    entry.site = make_site(entry, pin=pin, **(site or {}))
    entry.save(update_fields=["site"])
    if message:
        make_template(entry, text=message)
    return entry


def make_site(entry: ErrorEntry | None = None, *, pin: Pin | None = None, **kwargs: Any) -> RaiseSite:
    """A site at line 3 of `src/anvil/load.py`, function `load`; columns differ so that places do."""
    entry = entry or make_entry(pin)
    pin = pin or entry.first_pin
    path = kwargs.setdefault("path", "src/anvil/load.py")
    qualname = kwargs.setdefault("qualname", "load")
    values = {
        "key": entry.id,
        "line": 3,
        "end_line": kwargs.get("line", 3),
        "column": next(_numbers),
        "file_name": path.rsplit("/", 1)[-1],
        "function": qualname.rsplit(".", 1)[-1],
        "form": "constant",
        "blob": kwargs.get("blob") or make_blob(),
    }
    return RaiseSite.objects.create(entry=entry, pin=pin, **(values | kwargs))


def make_template(entry: ErrorEntry | None = None, *, text: str = "no path given", **kwargs: Any) -> MessageTemplate:
    """A wording of `entry`; `text` with Holes written {expression} gives the pieces, unless those are given."""
    entry = entry or make_entry(message="")
    pieces = kwargs.setdefault("pieces", pieces_of(text))
    values = {
        "digest": hashlib.sha256(text.encode()).hexdigest()[:16],
        "words": sum(len(piece.split()) for piece in pieces if isinstance(piece, str)),
        "first_pin": entry.first_pin,
        "ordinal": entry.templates.count(),
    }
    return MessageTemplate.objects.create(entry=entry, text=text, **(values | kwargs))


def pieces_of(text: str) -> list[str | dict[str, str]]:
    """`"no {name}!"` as `["no ", {"hole": "name"}, "!"]`; braces must be paired and not nested."""
    pieces: list[str | dict[str, str]] = []
    for part in text.replace("}", "{").split("{"):
        pieces.append(part if len(pieces) % 2 == 0 else {"hole": part})
    return [piece for piece in pieces if piece]


def make_alias(entry: ErrorEntry, id: str = "a" * 16) -> EntryAlias:
    return EntryAlias.objects.create(id=id, entry=entry)


def make_job(**kwargs: Any) -> IngestJob:
    return IngestJob.objects.create(**({"source": "pypi:anvil==1.0.0"} | kwargs))


def make_explanation(entry: ErrorEntry | None = None, **kwargs: Any) -> Explanation:
    """A person's explanation at the pin of the entry's site, unless told otherwise."""
    entry = entry or make_entry()
    body = {"sentences": [{"part": "meaning", "text": "The path is missing.", "sources": []}]}
    values = {"pin": entry.site.pin, "origin": Explanation.Origin.HUMAN, "body": body, "evidence_hash": "0" * 16}
    return Explanation.objects.create(entry=entry, **(values | kwargs))
