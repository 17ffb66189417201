"""The pages: each view reads the request, calls one function of `kb`, and renders."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from kb.display.entry import entry_page
from kb.display.examples import examples
from kb.display.freshness import entry_stamp, projects_stamp, search_stamp
from kb.display.kept import NotKept
from kb.display.listing import Selection, listing, of_class
from kb.display.projects import project_list
from kb.display.visible import visible
from kb.matching import match
from kb.models import EntryAlias, ErrorEntry
from kb.pages.answering import kept_page, moved, query_of
from kb.pages.answers import groups, said, search_words
from kb.pages.failures import refusal
from kb.pages.forms import ListingForm, SearchForm
from kb.pages.paste_form import PasteFailed, read_paste
from kb.pages.pasted import segments
from kb.search.queries import suggest

# What fits into an address anywhere.
MOST_LINKED: Final = 8000
MOST_EXAMPLES: Final = 3
MOST_WITH_WORDS: Final = 3


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """`?paste=` fills the box, so that an example can be linked to; nothing is looked up until one asks."""
    paste = request.GET.get("paste", "")[:MOST_LINKED]
    stamp = None if paste else projects_stamp()
    return kept_page(request, stamp, lambda: _home_html(ListingForm(request.GET), paste), query=query_of(request))


def _home_html(form: ListingForm, paste: str) -> str:
    projects = project_list(form.page_number)
    shown = examples([one.pin for one in projects.projects[:MOST_EXAMPLES]])
    context = {"projects": projects, "query": form.query, "paste": paste, "examples": shown}
    return render_to_string("pages/home.html", context)


@csrf_exempt  # It changes nothing, and needs no cookie this way.
@require_http_methods(["GET", "HEAD", "POST"])
def search(request: HttpRequest) -> HttpResponse:
    return _pasted(request) if request.method == "POST" else _searched(request)


def _pasted(request: HttpRequest) -> HttpResponse:
    """A page, or with `?part=answer` only what is put into the page that asked."""
    is_part = request.GET.get("part") == "answer"
    try:
        text = read_paste(request)
    except PasteFailed as failed:
        if is_part:
            return render(request, "parts/_refused.html", {"reason": str(failed)}, status=failed.status)
        return refusal(request, failed.status, "This paste cannot be read", str(failed))
    answer = match(text)
    words = search_words(answer)
    found = {
        "answer": answer, "said": said(answer), "groups": groups(answer), "segments": segments(text, answer.errors),
        "words": words, "with_words": listing(Selection(q=words), size=MOST_WITH_WORDS) if words else None,
    }  # fmt: skip
    return render(request, "parts/_found.html" if is_part else "pages/search.html", found)


def _searched(request: HttpRequest) -> HttpResponse:
    return kept_page(request, search_stamp(), lambda: _search_html(SearchForm(request.GET)), query=query_of(request))


def _search_html(form: SearchForm) -> str:
    """Words find entries; should they be a message, what says just that comes first."""
    if not form.words:
        return render_to_string("pages/search.html", {"form": form})
    selection = form.selection(form.found_project())
    shown = listing(selection, form.page_number)
    answer = match(form.words) if form.page_number == 1 and not form.narrowings else None
    fits = groups(answer)[:1] if answer and answer.outcome in ("exact", "ambiguous") else []
    context = {"form": form, "listing": shown, "of_class": of_class(selection), "q": form.words, "groups": fits}
    html = render_to_string("pages/search.html", context)
    if shown.is_degraded:
        raise NotKept(html.encode())
    return html


@require_safe
def suggestions(request: HttpRequest) -> JsonResponse:
    """Entries for words that are still being typed: `{"suggestions": [{"title", "exc_type", "project", "url"}]}`."""
    form = SearchForm(request.GET)
    project = form.found_project()
    found = suggest(form.words, project=project.slug if project else None) if form.words else []
    shown = [
        {"title": visible(one.title or one.exc_type),
         "exc_type": visible(one.exc_type), "project": one.project, "url": reverse("entry", args=[one.id])}
        for one in found
    ]  # fmt: skip
    return JsonResponse({"suggestions": shown}, headers={"Cache-Control": "max-age=60"})


@require_safe
def entry(request: HttpRequest, entry_id: str) -> HttpResponse:
    if elsewhere := moved(request, entry_id=entry_id.lower()):
        return elsewhere
    stamp = entry_stamp(entry_id)
    if stamp is None:
        alias = EntryAlias.objects.select_related("entry").filter(pk=entry_id).first()
        if alias is None:
            raise Http404(f"No error has the id {entry_id}.")
        return redirect(alias.entry, permanent=True)
    return kept_page(request, stamp, lambda: _entry_html(entry_id))


def _entry_html(entry_id: str) -> str:
    try:
        page = entry_page(entry_id)
    except ErrorEntry.DoesNotExist:  # since its stamp was taken
        raise Http404(f"No error has the id {entry_id}.") from None
    return render_to_string("pages/entry.html", {"page": page})
