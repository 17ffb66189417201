"""An entry -> the document that the server holds of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kb.models import PinFile
from kb.search.documents import MESSAGE, OPTION, Said, weighted
from kb.text import search_words

LONGEST_FILTER = 460  # bytes; the server refuses longer values to filter by
MOST_FOLDERS = 30
MOST_CHARACTERS = 4000


def document(said: Said) -> dict[str, Any]:
    """The server splits at underscores itself, not in CamelCase."""
    parts = list(weighted(said))
    literals = _joined(text for weight, text in parts if weight == MESSAGE)
    return {
        "id": said.id,
        "literals": literals,
        "exc_type": said.exc_type,
        "names": " ".join(dict.fromkeys(search_words(f"{said.exc_type} {literals}"))),
        "project": f"{said.owner}/{said.project}",
        "project_name": said.project,
        "message": said.message[:MOST_CHARACTERS],
        "qualname": f"{said.qualname} {said.module}".strip(),
        "options": _joined(text for weight, text in parts if weight == OPTION),
        "kind": said.kind,
        "places": _places(said.path),
        "is_source": said.category == PinFile.Category.SOURCE,
        "is_current": int(said.removed_in is None),
    }


def _joined(texts: Iterable[str]) -> str:
    return " ".join(texts)[:MOST_CHARACTERS]


def _places(path: str) -> list[str]:
    """The file and each folder that it lies in, folders with a slash at their end."""
    folders = path.split("/")[:-1][:MOST_FOLDERS]
    places = [path, *("/".join(folders[: depth + 1]) + "/" for depth in range(len(folders)))]
    return [place for place in places if place and len(place.encode()) <= LONGEST_FILTER]
