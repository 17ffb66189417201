"""The entry page in other forms, and the guide for language models: Markdown, a picture, llms.txt."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from kb.display.card import card
from kb.display.entry import EntryPage, entry_page
from kb.display.freshness import entry_stamp
from kb.display.kept import kept_answer
from kb.display.markdown import markdown
from kb.display.projects import project_list
from kb.display.site_address import full
from kb.models import EntryAlias, ErrorEntry
from kb.pages.answering import moved

_PLAIN: Final = "text/plain; charset=utf-8"
_MOST_PROJECTS: Final = 500
_GUIDE: Final = """\
# Raised

> A knowledge base of the errors that open-source code raises: for each statement that raises, what it says, where it \
stands at a pinned version, under which conditions it runs, and what to do about it.

To find the statement behind an error, POST the traceback or log to {match} as JSON: {{"text": "…"}}. The answer's \
`outcome` is exact, ambiguous, similar or unmatched, and is never a guess; `decides` says what would tell ambiguous \
matches apart. Mask secrets before sending. An MCP server and a command line ask the same.

Every error has a page at {site}errors/ID/, the same as Markdown at {site}errors/ID.md and as JSON at \
{site}api/errors/ID.

## API

- [Description]({docs}): every endpoint, error code and limit
- [OpenAPI]({schema}): the same for programs
- [Projects]({projects}): what has been read

## Projects

"""


@require_safe
def as_markdown(request: HttpRequest, entry_id: str) -> HttpResponse:
    if elsewhere := moved(request, entry_id=entry_id.lower()):
        return elsewhere
    stamp = entry_stamp(entry_id)
    if stamp is None:
        return redirect("entry-markdown", _own_id(entry_id), permanent=True)
    return kept_answer(request, stamp, "text/markdown; charset=utf-8", lambda: markdown(_page(entry_id)).encode())


@require_safe
def as_picture(request: HttpRequest, entry_id: str) -> HttpResponse:
    if elsewhere := moved(request, entry_id=entry_id.lower()):
        return elsewhere
    stamp = entry_stamp(entry_id)
    if stamp is None:
        return redirect("entry-card", _own_id(entry_id), permanent=True)
    return kept_answer(request, stamp, "image/png", lambda: _drawn(_page(entry_id)))


@require_safe
def guide(_request: HttpRequest) -> HttpResponse:
    """llms.txt, as its proposal has it: a heading, a summary, and lists of links."""
    head = _GUIDE.format(
        site=full("/"),
        match=full(reverse("api-match")),
        docs=full(reverse("api-docs")),
        schema=full(reverse("api-schema")),
        projects=full(reverse("api-projects")),
    )
    known = project_list(size=_MOST_PROJECTS).projects
    lines = (f"- [{project.slug}]({full(project.url)}): {project.errors} errors\n" for project in known)
    return HttpResponse(head + "".join(lines), content_type=_PLAIN)


def _own_id(entry_id: str) -> str:
    alias = EntryAlias.objects.filter(pk=entry_id).first()
    if alias is None:
        raise Http404(f"No error has the id {entry_id}.")
    return alias.entry_id


def _page(entry_id: str) -> EntryPage:
    try:
        return entry_page(entry_id)
    except ErrorEntry.DoesNotExist:  # since its stamp was taken
        raise Http404(f"No error has the id {entry_id}.") from None


def _drawn(page: EntryPage) -> bytes:
    place = f"{page.source.path}:{page.source.line}" if page.source else ""
    return card(page.exc_type or page.kind, page.message or page.title, page.project, place)
