"""A project's errors by folder and file, one folder at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Count, Func, TextField, Value
from django.db.models.functions import Substr

from kb.models import ErrorEntry, Project

# Counted in one folder, and shown of them.
MOST_PLACES: Final = 20_000
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
    """`path` is "" at the top; `above` are the folders that it lies in, the outermost first. Of very many places those
    with the most errors are shown, and `left_out` counts the others."""

    path: str
    errors: int
    above: tuple[Place, ...]
    places: tuple[Place, ...]
    left_out: int = 0


def folder(project: Project, path: str) -> Folder:
    """What lies in the folder `path` ("" or with a slash at its end), folders first; maybe nothing. One query."""
    entries = ErrorEntry.objects.current().in_source().raising().filter(project=project, site__path__startswith=path)
    # Up to the next slash, and with it: a folder or a file of this one.
    name = Func(Substr("site__path", len(path) + 1), Value("^[^/]*/?"), function="substring", output_field=TextField())
    rows = entries.order_by().values_list(name).annotate(n=Count("pk")).order_by("-n", name)
    places = [Place(name, path + name, count) for name, count in rows[:MOST_PLACES]]
    shown = sorted(places[:MOST_SHOWN], key=lambda place: (not place.is_folder, place.name))
    return Folder(path, sum(place.errors for place in places), _above(path), tuple(shown), len(places) - len(shown))


def _above(path: str) -> tuple[Place, ...]:
    parts = path.split("/")[:-1]
    return tuple(Place(part, "/".join(parts[: depth + 1]) + "/", 0) for depth, part in enumerate(parts[:-1]))
