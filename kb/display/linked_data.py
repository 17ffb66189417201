"""What search engines read in an entry's page: its facts in the words of schema.org."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from kb.display.entry import EntryPage
from kb.display.site_address import full
from kb.display.visible import visible
from kb.text import shortened

DESCRIPTION_LENGTH = 200
NAME_LENGTH = 110  # as much of a headline as schema.org's readers take


def description(page: EntryPage) -> str:
    """One or two sentences, as plain text without marks."""
    said = page.explanation.meaning or page.explanation.trigger or page.message
    return shortened(visible(said).replace("`", ""), DESCRIPTION_LENGTH)


def name(page: EntryPage) -> str:
    """What the page is called in its head, in tabs and in lists of other sites."""
    return shortened(visible(page.headline), NAME_LENGTH)


def tech_article(page: EntryPage) -> dict[str, Any]:
    """A TechArticle about the error; nothing stands in it that the page does not show."""
    address = full(page.url)
    facts: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "TechArticle",
        "@id": address,
        "url": address,
        "mainEntityOfPage": address,
        "headline": name(page),
        "description": description(page),
        "inLanguage": "en",
        "datePublished": page.first_pin.date.isoformat(),
        "dateModified": page.pin.date.isoformat(),
        "image": full(reverse("entry-card", args=[page.id])),
        "publisher": {"@type": "Organization", "name": "Raised", "url": full("/")},
        "about": _project(page),
        "keywords": [word for word in (page.exc_type, page.project, page.kind) if word],
        "isAccessibleForFree": True,
        "breadcrumb": _breadcrumb(page),
    }
    if page.source:
        facts["citation"] = {"@type": "SoftwareSourceCode", "name": f"{page.source.path}:{page.source.line}"}
        if page.source.permalink:
            facts["citation"]["url"] = page.source.permalink.url
    return facts


def _project(page: EntryPage) -> dict[str, Any]:
    about = {"@type": "SoftwareApplication", "name": page.project, "url": full(page.project_url)}
    if page.pin.label:
        about["softwareVersion"] = page.pin.label
    return about


def _breadcrumb(page: EntryPage) -> dict[str, Any]:
    steps = [("Raised", "/"), (page.project, page.project_url), (name(page), page.url)]
    return {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"@type": "ListItem", "position": position, "name": name, "item": full(path)}
            for position, (name, path) in enumerate(steps, 1)
        ],
    }
