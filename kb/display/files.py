"""A project's errors by folder and file, one folder at a time."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from django.db.models import Count

from kb.models import ErrorEntry, Project

MOST_FILES: Final = 20_000
MOST_SHOWN: Final = 500


@dataclass(frozen=True)
class Place:
    """A folder (`path` ends with a slash) or a file; `errors` counts those in it and below."""

    name: str
    path: str
    errors: int

    @property
    def is_folder(self) -> bool:
        return self.path.endswith("/")


@dataclass(frozen=True)
class Folder:
    """`path` is "" at the top; `above` are the folders that it lies in, the outermost first."""

    path: str
    errors: int
    above: tuple[Place, ...]
    places: tuple[Place, ...]


def folder(project: Project, path: str) -> Folder:
    """What lies in the folder `path` ("" or with a slash at its end), folders first; maybe nothing. One query."""
    entries = ErrorEntry.objects.current().in_source().raising().filter(project=project, site__path__startswith=path)
    rows = entries.order_by().values_list("site__path").annotate(n=Count("pk"))
    counts: Counter[str] = Counter()
    for file, count in rows[:MOST_FILES]:
        name, slash, _ = file[len(path) :].partition("/")
        counts[name + slash] += count
    places = [Place(name, path + name, count) for name, count in counts.items()]
    places.sort(key=lambda place: (not place.is_folder, place.name))
    return Folder(path, counts.total(), _above(path), tuple(places[:MOST_SHOWN]))


def _above(path: str) -> tuple[Place, ...]:
    parts = path.split("/")[:-1]
    return tuple(Place(part, "/".join(parts[: depth + 1]) + "/", 0) for depth, part in enumerate(parts[:-1]))
