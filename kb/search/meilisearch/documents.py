"""An entry -> the document that the server holds of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kb.models import ErrorEntry, PinFile
from kb.search.documents import MESSAGE, OPTION, said
from kb.text import search_words

LONGEST_FILTER = 460  # bytes; the server refuses longer values to filter by
MOST_FOLDERS = 30
MOST_CHARACTERS = 4000


def document(entry: ErrorEntry) -> dict[str, Any]:
    """Needs `site`, `project` and `templates` loaded. The server splits at underscores itself, not in CamelCase."""
    parts = list(said(entry))
    literals = _joined(text for weight, text in parts if weight == MESSAGE)
    return {
        "id": entry.pk,
        "literals": literals,
        "exc_type": entry.exc_type,
        "names": " ".join(dict.fromkeys(search_words(f"{entry.exc_type} {literals}"))),
        "project": entry.project.slug,
        "project_name": entry.project.name,
        "message": entry.message[:MOST_CHARACTERS],
        "qualname": entry.site.qualname if entry.site else "",
        "options": _joined(text for weight, text in parts if weight == OPTION),
        "kind": entry.kind,
        "places": _places(entry.site.path if entry.site else ""),
        "is_source": entry.category == PinFile.Category.SOURCE,
        "is_current": int(entry.removed_in_id is None),
    }


def _joined(texts: Iterable[str]) -> str:
    return " ".join(texts)[:MOST_CHARACTERS]


def _places(path: str) -> list[str]:
    """The file and each folder that it lies in, folders with a slash at their end."""
    folders = path.split("/")[:-1][:MOST_FOLDERS]
    places = [path, *("/".join(folders[: depth + 1]) + "/" for depth in range(len(folders)))]
    return [place for place in places if place and len(place.encode()) <= LONGEST_FILTER]
