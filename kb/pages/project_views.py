"""The pages of a project: each view finds it, calls one function of `kb.display`, and renders."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from kb.display.classes import class_tree, without_class
from kb.display.difference import difference
from kb.display.files import folder
from kb.display.freshness import project_stamp, search_stamp
from kb.display.kept import NotKept
from kb.display.listing import listing
from kb.display.pin import pin_page
from kb.display.pins import pin_facts
from kb.display.projects import find_project
from kb.models import Pin, Project
from kb.models.sources import by_age
from kb.pages.answering import kept_page, moved, query_of
from kb.pages.forms import FolderForm, ListingForm


@require_safe
def project(request: HttpRequest, owner: str, name: str) -> HttpResponse:
    def make(found: Project) -> str:
        form = ListingForm(request.GET)
        shown = listing(form.selection(found), form.page_number)
        if not shown.entries and shown.page > 1:
            raise Http404(f"The list has {shown.pages} pages.")
        pin = found.current_pin
        context = {"project": found, "form": form, "listing": shown, "pin": pin and pin_facts(pin, found)}
        html = render_to_string("pages/project.html", context)
        if shown.is_degraded:
            raise NotKept(html.encode())
        return html

    return _of_project(request, owner, name, make, is_search="q" in request.GET)


@require_safe
def classes(request: HttpRequest, owner: str, name: str) -> HttpResponse:
    def make(found: Project) -> str:
        tree = class_tree(found)
        context = {"project": found, "tree": tree, "without_class": without_class(found, tree)}
        return render_to_string("pages/classes.html", context)

    return _of_project(request, owner, name, make)


@require_safe
def files(request: HttpRequest, owner: str, name: str) -> HttpResponse:
    """`?folder=src/` is what lies in there; a folder that is none is shown as empty."""

    def make(found: Project) -> str:
        shown = folder(found, FolderForm(request.GET).path)
        return render_to_string("pages/files.html", {"project": found, "folder": shown})

    return _of_project(request, owner, name, make)


@require_safe
def pin(request: HttpRequest, owner: str, name: str, sha: str) -> HttpResponse:
    stamp = project_stamp(owner, name)  # before what is shown is read: a pin may be published in between
    found = _project_or_404(owner, name)
    one = _pin_or_404(found, sha)

    def make() -> str:
        form = ListingForm(request.GET)
        page = pin_page(found, one, form.page_number)
        return render_to_string("pages/pin.html", {"page": page, "query": form.query})

    elsewhere = moved(request, owner=found.owner, name=found.name, sha=one.sha)
    return elsewhere or kept_page(request, stamp, make, query=query_of(request))


@require_safe
def diff(request: HttpRequest, owner: str, name: str, before: str, after: str) -> HttpResponse:
    """From the older pin to the newer one, whichever way round they are asked for."""
    stamp = project_stamp(owner, name)  # likewise
    found = _project_or_404(owner, name)
    older, newer = sorted((_pin_or_404(found, before), _pin_or_404(found, after)), key=by_age)

    def make() -> str:
        return render_to_string("pages/diff.html", {"project": found, "diff": difference(found, older, newer)})

    elsewhere = moved(request, owner=found.owner, name=found.name, before=older.sha, after=newer.sha)
    return elsewhere or kept_page(request, stamp, make)


def _of_project(
    request: HttpRequest, owner: str, name: str, make: Callable[[Project], str], *, is_search: bool = False
) -> HttpResponse:
    """The kept page of the project that goes by just this name; from another case of it a redirect leads here."""
    stamp = project_stamp(owner, name)
    if stamp is None:
        found = _project_or_404(owner, name)
        return moved(request, owner=found.owner, name=found.name) or kept_page(request, None, lambda: make(found))
    if is_search:
        stamp = search_stamp()
    return kept_page(request, stamp, lambda: make(_project_or_404(owner, name)), query=query_of(request))


def _pin_or_404(project: Project, sha: str) -> Pin:
    pins = Pin.objects.filter(project=project, sha__startswith=sha.lower()).exclude(published_at=None)[:2]
    if len(pins) != 1:
        raise Http404(f"{project.slug} has no pin {sha}." if not pins else f"{project.slug} has several pins {sha}….")
    return pins[0]


def _project_or_404(owner: str, name: str) -> Project:
    found = find_project(owner, name)
    if found is None:
        raise Http404(f"No project {owner}/{name} has been read.")
    return found
