"""The order in which a project's errors are listed: first those that most readers meet.

By what files are mostly called, and by what a message says: nothing is known of a project itself.
"""

from __future__ import annotations

import re
from typing import Final

from django.db.models import Case, IntegerField, Q, Value, When
from django.db.models.expressions import Combinable

from kb.models import Project

# Top folders and files that are about a project rather than of it.
_ASIDE: Final = (
    r"^((examples?|samples?|demos?|tutorials?|docs?([_-]?src)?|documentation|scripts?|tools?|bench(marks?)?|ci|\.[^/]*)/"
    r"|(setup|conftest|noxfile)\.py$)"
)
_SEPARATORS: Final = re.compile(r"[-_.]+")


def usefulness(project: Project) -> tuple[str | Combinable, ...]:
    """What entries with their sites are ordered by: the package that the project is named after, other folders, files
    at the top, what is about the project; in each, messages with words of their own first, then the places."""
    return (_nearness(project), _wordlessness(), "site__path", "site__line", "pk")


def _nearness(project: Project) -> Combinable:
    package = "[-_.]?".join(re.escape(part) for part in _SEPARATORS.split(project.name) if part)
    return Case(
        When(Q(site__path__regex=_ASIDE), then=Value(3)),
        When(Q(site__path__iregex=rf"(^|/){package}(/|\.py$)"), then=Value(0)),
        When(Q(site__path__contains="/"), then=Value(1)),
        default=Value(2),
        output_field=IntegerField(),
    )


def _wordlessness() -> Combinable:
    """A title of a Hole alone, or none, is a value that no one looks for."""
    return Case(
        When(Q(title="") | Q(title__regex=r"^\W*(\{[^{}]*(\}|$)\W*)+$"), then=Value(1)),
        default=Value(0),
        output_field=IntegerField(),
    )
