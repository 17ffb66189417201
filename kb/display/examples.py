"""A paste to try: a traceback as one would see it who met an error of a project, which is found by it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.db.models import Exists, OuterRef

from kb.display.freshness import projects_stamp
from kb.matching import match
from kb.models import ErrorEntry, Explanation, MessageTemplate, Pin, Project

# An entry with this many fixed words is read at a glance, and says enough to be told from others.
WORDS: Final = range(8, 40)
# How many entries are looked through, and how many of them are tried until one is found by its own paste.
MOST_ENTRIES: Final = 500
TRIES: Final = 20
_COUNTS: Final = re.compile(r"\blen\(|(?:^|[._])(?:n|num|count|size|length|index|line|lineno)$")
_NAME: Final = re.compile(r"[A-Za-z_]{2,}")

PACKAGES: Final = "/srv/venv/lib/python3.13/site-packages"


@dataclass(frozen=True)
class Example:
    entry_id: str
    project: str
    exc_type: str
    text: str

    @property
    def says(self) -> str:
        """Its message."""
        return self.text.rpartition("\n")[2].partition(": ")[2]


def examples(pins: Iterable[Pin]) -> list[Example]:
    """One of each project that has one, by its current pin; worked out again when any project has changed, since
    another's errors may now be found by it too."""
    stamp = projects_stamp()
    found = (_remembered(pin.project_id, stamp) for pin in pins)
    return [example for example in found if example is not None]


@lru_cache(maxsize=256)
def _remembered(project_id: int, stamp: str | None) -> Example | None:  # noqa: ARG001 - a part of the key
    return example_of(Project.objects.get(pk=project_id))


def example_of(project: Project) -> Example | None:
    for template in _telling(project):
        text = paste_of(template)
        answer = match(text)
        if answer.outcome == "exact" and answer.matches[0].id == template.entry_id:
            return Example(template.entry_id, project.slug, template.entry.exc_type, text)
    return None


def paste_of(template: MessageTemplate) -> str:
    """A traceback as a person would see it who met this error, Holes filled with `example`."""
    site = template.entry.site
    if site is None:
        return template.text
    message = "".join(piece if isinstance(piece, str) else _value(piece["hole"]) for piece in template.pieces)
    exc = template.entry.exc_qualified or template.entry.exc_type
    return "\n".join(
        (
            "Traceback (most recent call last):",
            '  File "/srv/app/main.py", line 12, in main',
            "    run()",
            f'  File "{PACKAGES}/{site.path.removeprefix("src/")}", line {site.line}, in {site.function}',
            f"    raise {template.entry.exc_type}(",
            f"{exc.removeprefix('builtins.')}: {message}",
        )
    )


def _value(hole: str) -> str:
    """What may stand in a Hole: a number where it counts, else a name like the one that the code gives it."""
    if _COUNTS.search(hole):
        return "3"
    names = _NAME.findall(hole.partition("!")[0])
    value = f"my_{names[-1].strip('_')}" if names else "example"
    return f"'{value}'" if hole.endswith("!r") else value


def _telling(project: Project) -> Iterator[MessageTemplate]:
    """Wordings of one line that vary and say enough: first those of errors with something to do about them, of these
    the shortest."""
    errors = ErrorEntry.objects.filter(project=project, kind=ErrorEntry.Kind.ERROR).current().in_source()
    looked_through = list(errors.order_by("pk").values_list("pk", flat=True)[:MOST_ENTRIES])
    advised = Explanation.objects.filter(
        entry=OuterRef("entry"), body__contains={"sentences": [{"part": "solution"}]}, is_hidden=False
    )
    wordings = (
        MessageTemplate.objects.filter(
            entry__in=looked_through,
            entry__site__isnull=False,
            gone_in=None,
            words__in=WORDS,
            text__contains="{",
        )
        .exclude(text__contains="\n")
        .select_related("entry__site")
        .order_by(Exists(advised).desc(), "words", "entry_id")
    )
    return iter(wordings[:TRIES])
