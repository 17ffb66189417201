"""Gather all that a page says of an entry, in a bounded number of queries, for HTML and JSON alike.

Both show an EntryPage and decide nothing themselves. Only published facts come in here; nothing is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.conf import settings
from django.db.models import F

from kb.display.explanation import Citation, Explanation, place, why_no_message
from kb.display.history import Moment, history
from kb.display.permalinks import Permalink, filled, permalink, report_link
from kb.display.pins import PinFacts, pin_facts
from kb.display.snippets import Snippet, snippet
from kb.display.written import stored_explanations, written
from kb.models import ErrorEntry, MessageTemplate, Project, RaiseSite
from kb.related import Related, related_entries

MOST_WORDINGS: Final = 20

_VERBS: Final = {"warning": "Warned", "log": "Logged", "handed": "Handed on"}


@dataclass(frozen=True)
class Wording:
    """One message of the entry; `pieces` as in MessageTemplate, `gone_in` the Pin that no longer says it."""

    text: str
    pieces: tuple[Any, ...]
    gone_in: PinFacts | None


@dataclass(frozen=True)
class Guard:
    text: str
    line: int


@dataclass(frozen=True)
class Source:
    """Where the statement stands. `guards` hold whenever it runs."""

    path: str
    line: int
    end_line: int
    column: int
    qualname: str
    function_line: int
    form: str
    via: str
    cause: str
    guards: tuple[Guard, ...]
    snippet: Snippet
    permalink: Permalink | None
    carried: str

    def shows(self, place: Citation) -> bool:
        """Whether the snippet has that line."""
        lines = self.snippet.lines
        return place.path == self.path and bool(lines) and lines[0].number <= place.line <= lines[-1].number


@dataclass(frozen=True)
class EntryPage:
    """`pin` is where `source` was read: the current Pin, or the last that had the error if it was removed."""

    id: str
    url: str
    api_url: str
    project: str
    project_url: str
    kind: str
    category: str
    exc_type: str
    exc_qualified: str
    bases: tuple[str, ...]
    title: str
    headline: str
    message: str
    wordings: tuple[Wording, ...]
    no_message: str
    explanation: Explanation
    source: Source | None
    pin: PinFacts
    first_pin: PinFacts
    removed_in: PinFacts | None
    history: tuple[Moment, ...]
    related: tuple[Related, ...]
    report: Permalink | None

    @property
    def verb(self) -> str:
        """What the statement does with its message, for "… at path:line"."""
        return _VERBS.get(self.kind, "Thrown")

    @property
    def says(self) -> str:
        """What its message is called."""
        return f"{'Error' if self.kind not in _VERBS else self.kind.capitalize()} message"

    @property
    def current_wordings(self) -> tuple[Wording, ...]:
        return tuple(wording for wording in self.wordings if wording.gone_in is None) or self.wordings

    @property
    def former_wordings(self) -> tuple[Wording, ...]:
        current = self.current_wordings
        return tuple(wording for wording in self.wordings if wording not in current)


def entry_page(entry_id: str) -> EntryPage:
    """The page of the entry with this very id (16 lower hex digits); ErrorEntry.DoesNotExist if there is none."""
    joined = ErrorEntry.objects.select_related("project", "site__pin", "site__blob", "first_pin", "removed_in")
    joined = joined.prefetch_related(stored_explanations())
    entry = joined.get(pk=entry_id)
    project = entry.project
    site = entry.site
    facts: dict[str, Any] = site.facts if site else {}
    pin = site.pin if site else entry.first_pin
    where = place(site.qualname, site.path) if site else project.slug
    return EntryPage(
        id=entry.id,
        url=entry.get_absolute_url(),
        api_url=entry.api_url,
        project=project.slug,
        project_url=project.get_absolute_url(),
        kind=entry.kind,
        category=entry.category,
        exc_type=entry.exc_type,
        exc_qualified=entry.exc_qualified,
        bases=tuple(facts.get("bases", ())),
        title=entry.heading,
        headline=entry.headline,
        message=entry.message,
        wordings=_wordings(entry),
        no_message="" if entry.message else why_no_message(entry.reason),
        explanation=written(entry, where, facts),
        source=_source(site, project.repository_url) if site else None,
        pin=pin_facts(pin, project),
        first_pin=pin_facts(entry.first_pin, project),
        removed_in=pin_facts(entry.removed_in, project) if entry.removed_in else None,
        history=history(entry),
        related=tuple(related_entries(entry)),
        report=report_link(_report_url(entry), project.repository_url),
    )


def _report_url(entry: ErrorEntry) -> str:
    url = settings.SITE_URL.rstrip("/") + entry.get_absolute_url()
    return filled(settings.REPORT_URL, id=entry.pk, url=url, title=entry.heading)


def _wordings(entry: ErrorEntry) -> tuple[Wording, ...]:
    """The first MOST_WORDINGS; a message table can give one statement thousands."""
    current_first = entry.templates.select_related("gone_in").order_by(F("gone_in").asc(nulls_first=True), "ordinal")
    return tuple(_wording(template, entry.project) for template in current_first[:MOST_WORDINGS])


def _wording(template: MessageTemplate, project: Project) -> Wording:
    gone_in = pin_facts(template.gone_in, project) if template.gone_in else None
    return Wording(text=template.text, pieces=tuple(template.pieces), gone_in=gone_in)


def _source(site: RaiseSite, repository_url: str) -> Source:
    return Source(
        path=site.path,
        line=site.line,
        end_line=site.end_line,
        column=site.column,
        qualname=site.qualname,
        function_line=site.facts.get("function_line", 0),
        form=site.form,
        via=site.facts.get("via", ""),
        cause=site.facts.get("cause", ""),
        guards=tuple(Guard(guard["text"], guard["line"]) for guard in site.facts.get("guards", ())),
        snippet=snippet(site.blob.content, site.path, site.line, site.end_line),
        permalink=permalink(site.pin, repository_url, site.path, site.line, site.end_line),
        carried=site.carried,
    )
