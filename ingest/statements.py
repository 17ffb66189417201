"""LinkedFiles -> Statements: each site as its rows will hold it, storable and within the columns' bounds. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Model

from ingest.extract.sites import ExtractedSite, LinkedFile
from ingest.identity import Site
from ingest.wording import NOTHING, Wording, storable, wordings
from kb.models import ErrorEntry, PinFile, RaiseSite

_GUARDS_LIMIT = 30
_GUARD_LIMIT = 500  # characters
_BASES_LIMIT = 30
_DOC_LIMIT = 2_000
_CONTROLS = str.maketrans("\t\n\v\f\r", "     ")


def _fitting(model: type[Model], field: str) -> Callable[[str], str]:
    limit = getattr(model._meta.get_field(field), "max_length", None) or 0
    return lambda text: storable(text, limit)


_exc_type = _fitting(ErrorEntry, "exc_type")
_exc_qualified = _fitting(ErrorEntry, "exc_qualified")
_qualname = _fitting(RaiseSite, "qualname")
_function = _fitting(RaiseSite, "function")


ENTRY_COLUMNS = ("kind", "category", "exc_type", "exc_qualified", "message", "title", "reason")
SITE_COLUMNS = (
    "blob_id", "path", "line", "end_line", "column", "qualname", "file_name", "function", "form", "facts",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Statement:
    """A site of the Pin at hand, as rows hold it."""

    wordings: tuple[Wording, ...]
    identity: Site
    entry_values: tuple[str, ...]  # ENTRY_COLUMNS of the entry, as this statement shows it
    site_values: tuple[Any, ...]  # SITE_COLUMNS of the RaiseSite

    @property
    def place(self) -> tuple[str, int, int]:
        return self.identity.path, self.identity.line, self.identity.column


def statement(file: LinkedFile, site: ExtractedSite) -> Statement:
    """`file.path` is taken as it is: whoever read the file has made it storable."""
    said, known = wordings(site), facts(site)
    first = said[0] if said else NOTHING
    exc_type, qualname = _exc_type(site.exc_type), _qualname(site.qualname)
    title = first.text.strip().translate(_CONTROLS)[: ErrorEntry.TITLE_LENGTH]
    file_name, function = file.path.rpartition("/")[2], _function(site.qualname.rpartition(".")[2])
    return Statement(
        wordings=said,
        identity=Site(
            path=file.path,
            qualname=qualname,
            exc=exc_type or site.kind,
            text=first.text,
            guards=guards(known),
            words=first.words,
            line=site.line,
            column=site.column,
            blob=file.blob,
        ),
        entry_values=(
            *(site.kind, file.category, exc_type, _exc_qualified(site.exc_qualified)),
            *(first.text, title, site.reason),
        ),
        site_values=(
            *(file.blob, file.path, site.line, site.end_line, site.column),
            *(qualname, file_name, function, site.form, known),
        ),
    )


def facts(site: ExtractedSite) -> dict[str, Any]:
    """RaiseSite.facts: what is empty is left out. Of many guards the innermost are kept."""
    told = {
        "guards": [
            {"text": storable(guard.text, _GUARD_LIMIT), "line": guard.line} for guard in site.guards[-_GUARDS_LIMIT:]
        ],
        "bases": [_exc_qualified(base) for base in site.bases[:_BASES_LIMIT]],
        "doc": storable(site.doc, _DOC_LIMIT),
        "cause": storable(site.cause, _GUARD_LIMIT),
        "via": storable(site.via, _GUARD_LIMIT),
        "exc": storable(site.exc, _GUARD_LIMIT),
        "function_line": site.function_line,
    }
    return {name: value for name, value in told.items() if value}


def guards(facts: dict[str, Any]) -> tuple[str, ...]:
    """The guards' texts out of RaiseSite.facts."""
    return tuple(guard["text"] for guard in facts.get("guards", ()))


class Tally:
    """What passes through `statements`, counted as Pin.counts shows it.

    Kinds, forms and reasons are those of the project's own code; the default view's entries are the raising ones.
    """

    def __init__(self) -> None:
        self.entries = 0
        self.categories: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.forms: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()

    def add(self, category: str, site: ExtractedSite) -> None:
        self.categories[category] += 1
        if category == PinFile.Category.SOURCE:
            self.kinds[site.kind] += 1
            self.forms[site.form] += 1
            self.reasons.update([site.reason] if site.reason else [])
            self.entries += has_page(site) and site.kind not in ErrorEntry.PASSING_KINDS

    def counts(self) -> dict[str, Any]:
        named = {
            name: dict(sorted(getattr(self, name).items())) for name in ("categories", "kinds", "forms", "reasons")
        }
        return {"entries": self.entries, **named}


def has_page(site: ExtractedSite) -> bool:
    """Whether it is worth one. One that only passes on what was caught says nothing of its own."""
    return site.form != "reraise"


def statements(files: Iterable[LinkedFile], tally: Tally, but: Container[str] = ()) -> Iterator[Statement]:
    """Every site that is worth a page, except of the files `but`, which are only counted."""
    for file in files:
        for site in file.sites:
            tally.add(file.category, site)
            if has_page(site) and file.path not in but:
                yield statement(file, site)
