"""The few lines around a statement, and their address upstream, for an answer that is read at a glance.

The page of the entry shows more (`kb.display.entry`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from kb.display.permalinks import Permalink, permalink
from kb.display.snippets import Snippet, snippet
from kb.models import ErrorEntry

LINES_AROUND: Final = 2
MOST_OF_STATEMENT: Final = 6


@dataclass(frozen=True)
class Excerpt:
    snippet: Snippet
    permalink: Permalink | None


def excerpts(entry_ids: Iterable[str]) -> dict[str, Excerpt]:
    """Of each of these entries that has a site. One query."""
    entries = ErrorEntry.objects.filter(pk__in=list(entry_ids)).exclude(site=None)
    joined = entries.select_related("project", "site__pin", "site__blob")
    return {entry.pk: excerpt for entry in joined if (excerpt := _excerpt(entry))}


def _excerpt(entry: ErrorEntry) -> Excerpt | None:
    site = entry.site
    if site is None:
        return None
    lines = snippet(site.blob.content, site.path, site.line, site.end_line, around=LINES_AROUND, most=MOST_OF_STATEMENT)
    link = permalink(site.pin, entry.project.repository_url, site.path, site.line, site.end_line)
    return Excerpt(lines, link)
