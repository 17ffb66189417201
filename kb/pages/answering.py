"""How a page is answered: kept while its stamp stands, and at one address alone."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from kb.display.kept import kept_answer

HTML = "text/html; charset=utf-8"


def kept_page(request: HttpRequest, stamp: str | None, make: Callable[[], str], *, query: str = "") -> HttpResponse:
    """What `make` makes, which must not look at the request but for the `query` that is handed on here."""
    return kept_answer(request, stamp, HTML, lambda: make().encode(), query=query)


def query_of(request: HttpRequest) -> str:
    return str(request.META.get("QUERY_STRING", ""))


def moved(request: HttpRequest, **values: str) -> HttpResponse | None:
    """A redirect to the address that the view has with these values, keeping the query; None if that is asked for."""
    match = request.resolver_match
    if match is None or match.kwargs.items() >= values.items():
        return None
    url, query = reverse(match.view_name, kwargs=match.kwargs | values), query_of(request)
    return redirect(f"{url}?{query}" if query else url, permanent=True)
