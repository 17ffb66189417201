"""The pages: each view reads the request, calls one function of `kb`, and renders."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from kb.display.classes import class_tree
from kb.display.difference import difference
from kb.display.entry import entry_page
from kb.display.examples import examples
from kb.display.files import folder
from kb.display.freshness import entry_stamp
from kb.display.kept import kept_answer
from kb.display.listing import listing
from kb.display.pin import pin_page
from kb.display.pins import pin_facts
from kb.display.projects import find_project, project_list
from kb.display.visible import visible
from kb.matching import match
from kb.models import EntryAlias, ErrorEntry, Pin, Project
from kb.pages.answers import groups, said
from kb.pages.failures import refusal
from kb.pages.forms import FolderForm, ListingForm, SearchForm
from kb.pages.paste_form import PasteFailed, read_paste
from kb.pages.pasted import segments
from kb.search.queries import suggest

# What fits into an address anywhere.
MOST_LINKED: Final = 8000
MOST_EXAMPLES: Final = 3


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """`?paste=` fills the box, so that an example can be linked to; nothing is looked up until one asks."""
    projects = project_list(ListingForm(request.GET).page_number)
    shown = {
        "projects": projects,
        "paste": request.GET.get("paste", "")[:MOST_LINKED],
        "examples": examples([one.pin for one in projects.projects[:MOST_EXAMPLES]]),
    }
    return render(request, "pages/home.html", shown)


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
    found = {
        "answer": answer, "said": said(answer), "groups": groups(answer), "segments": segments(text, answer.errors)
    }  # fmt: skip
    return render(request, "parts/_found.html" if is_part else "pages/search.html", found)


def _searched(request: HttpRequest) -> HttpResponse:
    """Words find entries; should they be a message, what says just that comes first."""
    form = SearchForm(request.GET)
    if not form.words:
        return render(request, "pages/search.html", {"form": form})
    shown = listing(form.selection(form.found_project()), form.page_number)
    answer = match(form.words) if form.page_number == 1 and not form.narrowings else None
    fits = groups(answer)[:1] if answer and answer.outcome in ("exact", "ambiguous") else []
    return render(request, "pages/search.html", {"form": form, "listing": shown, "q": form.words, "groups": fits})


@require_safe
def suggestions(request: HttpRequest) -> JsonResponse:
    """Entries for words that are still being typed: `{"suggestions": [{"title", "exc_type", "project", "url"}]}`."""
    form = SearchForm(request.GET)
    project = form.found_project()
    found = suggest(form.words, project=project.slug if project else None) if form.words else []
    shown = [
        {"title": visible(one.title or one.exc_type) + ("…" if one.is_title_cut else ""),
         "exc_type": visible(one.exc_type), "project": one.project, "url": reverse("entry", args=[one.id])}
        for one in found
    ]  # fmt: skip
    return JsonResponse({"suggestions": shown}, headers={"Cache-Control": "max-age=60"})


@require_safe
def entry(request: HttpRequest, entry_id: str) -> HttpResponse:
    stamp = entry_stamp(entry_id)
    if stamp is None:
        alias = EntryAlias.objects.select_related("entry").filter(pk=entry_id).first()
        if alias is None:
            raise Http404(f"No error has the id {entry_id}.")
        return redirect(alias.entry, permanent=True)
    moved = _at_own_address(request, reverse("entry", args=[entry_id]))
    return moved or kept_answer(request, stamp, "text/html; charset=utf-8", lambda: _entry_html(entry_id))


def _entry_html(entry_id: str) -> bytes:
    """Made without the request, so that it can depend on nothing of it."""
    try:
        page = entry_page(entry_id)
    except ErrorEntry.DoesNotExist:  # since its stamp was taken
        raise Http404(f"No error has the id {entry_id}.") from None
    return render_to_string("pages/entry.html", {"page": page}).encode()


@require_safe
def project(request: HttpRequest, owner: str, name: str) -> HttpResponse:
    found = _project_or_404(owner, name)
    form = ListingForm(request.GET)
    shown = listing(form.selection(found), form.page_number)
    if not shown.entries and shown.page > 1:
        raise Http404(f"The list has {shown.pages} pages.")
    pin = found.current_pin
    context = {"project": found, "form": form, "listing": shown, "pin": pin and pin_facts(pin, found)}
    return _at_own_address(request, found.get_absolute_url()) or render(request, "pages/project.html", context)


@require_safe
def classes(request: HttpRequest, owner: str, name: str) -> HttpResponse:
    found = _project_or_404(owner, name)
    moved = _at_own_address(request, reverse("classes", args=[found.owner, found.name]))
    return moved or render(request, "pages/classes.html", {"project": found, "tree": class_tree(found)})


@require_safe
def files(request: HttpRequest, owner: str, name: str) -> HttpResponse:
    """`?folder=src/` is what lies in there; a folder that is none is shown as empty."""
    found = _project_or_404(owner, name)
    path = FolderForm(request.GET).path
    moved = _at_own_address(request, reverse("files", args=[found.owner, found.name]))
    return moved or render(request, "pages/files.html", {"project": found, "folder": folder(found, path)})


@require_safe
def pin(request: HttpRequest, owner: str, name: str, sha: str) -> HttpResponse:
    found = _project_or_404(owner, name)
    page = pin_page(found, _pin_or_404(found, sha), ListingForm(request.GET).page_number)
    return _at_own_address(request, page.pin.url) or render(request, "pages/pin.html", {"page": page})


@require_safe
def diff(request: HttpRequest, owner: str, name: str, before: str, after: str) -> HttpResponse:
    """Between the pin that was published earlier and the later one, whichever way round they are asked for."""
    found = _project_or_404(owner, name)
    older, newer = sorted((_pin_or_404(found, before), _pin_or_404(found, after)), key=lambda pin: pin.order)
    moved = _at_own_address(request, reverse("diff", args=[found.owner, found.name, older.sha, newer.sha]))
    if moved:
        return moved
    return render(request, "pages/diff.html", {"project": found, "diff": difference(found, older, newer)})


def _pin_or_404(project: Project, sha: str) -> Pin:
    pins = Pin.objects.filter(project=project, sha__startswith=sha).exclude(published_at=None)[:2]
    if len(pins) != 1:
        raise Http404(f"{project.slug} has no pin {sha}." if not pins else f"{project.slug} has several pins {sha}….")
    return pins[0]


def _project_or_404(owner: str, name: str) -> Project:
    found = find_project(owner, name)
    if found is None:
        raise Http404(f"No project {owner}/{name} has been read.")
    return found


def _at_own_address(request: HttpRequest, url: str) -> HttpResponse | None:
    """A redirect to `url`, keeping the query, unless the request is there already: each page has one address."""
    if request.path == url:
        return None
    query = request.META.get("QUERY_STRING", "")
    return redirect(f"{url}?{query}" if query else url, permanent=True)
