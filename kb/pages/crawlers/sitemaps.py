"""robots.txt, and the addresses of every page in as many sitemaps as they need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final
from xml.sax.saxutils import escape

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from kb.display.crawling import Address, error_addresses, last_change, prefixes, project_addresses
from kb.display.site_address import full

_HEAD: Final = '<?xml version="1.0" encoding="UTF-8"?>\n'
_SPACE: Final = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_XML: Final = "application/xml; charset=utf-8"


@require_safe
def robots(_request: HttpRequest) -> HttpResponse:
    lines = (
        "User-agent: *",
        # Without end, and with nothing that is not elsewhere.
        f"Disallow: {reverse('search')}",
        "Disallow: /admin/",
        "",
        f"Sitemap: {full(reverse('sitemap'))}",
        "",
    )
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
def index(_request: HttpRequest) -> HttpResponse:
    paths = [reverse("sitemap-projects"), *(reverse("sitemap-errors", args=[prefix]) for prefix in prefixes())]
    changed = last_change()
    when = f"<lastmod>{changed.isoformat()}</lastmod>" if changed else ""
    files = "".join(f"<sitemap><loc>{escape(full(path))}</loc>{when}</sitemap>\n" for path in paths)
    return HttpResponse(f"{_HEAD}<sitemapindex {_SPACE}>\n{files}</sitemapindex>\n", content_type=_XML)


@require_safe
def projects(_request: HttpRequest) -> StreamingHttpResponse:
    return _sitemap(project_addresses())


@require_safe
def errors(_request: HttpRequest, prefix: str = "") -> StreamingHttpResponse:
    if prefix not in prefixes():
        raise Http404("The sitemaps are split otherwise; see /sitemap.xml.")
    return _sitemap(error_addresses(prefix))


def _sitemap(addresses: Iterable[Address]) -> StreamingHttpResponse:
    return StreamingHttpResponse(_urls(addresses), content_type=_XML)


def _urls(addresses: Iterable[Address]) -> Iterator[str]:
    yield f"{_HEAD}<urlset {_SPACE}>\n"
    for path, changed in addresses:
        yield f"<url><loc>{escape(full(path))}</loc><lastmod>{changed.isoformat()}</lastmod></url>\n"
    yield "</urlset>\n"
