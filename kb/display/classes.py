"""A project's exceptions as a tree: each class under the one that it extends, with the errors that raise it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from django.db.models import Count

from kb.models import ErrorEntry, Project

MOST_CLASSES: Final = 2000
DEEPEST: Final = 30


@dataclass(frozen=True)
class ClassNode:
    """`errors` raise just this class, `total` this or one below it."""

    name: str
    qualified: str
    errors: int
    total: int
    children: tuple[ClassNode, ...]


def class_tree(project: Project) -> tuple[ClassNode, ...]:
    """The topmost classes, those with the most errors first; what extends nothing known is one of them. One query."""
    entries = ErrorEntry.objects.current().in_source().raising().filter(project=project).exclude(exc_type="")
    rows = entries.order_by().values_list("exc_qualified", "exc_type", "site__facts__bases").annotate(n=Count("pk"))
    counts: dict[str, int] = {}
    own: dict[str, str] = {}
    inherited: dict[str, str] = {}
    for qualified, name, bases, count in rows.order_by("exc_qualified", "exc_type")[:MOST_CLASSES]:
        chain = [qualified or name, *_names(bases)]
        counts[chain[0]] = counts.get(chain[0], 0) + count
        if len(chain) > 1:
            own.setdefault(chain[0], chain[1])
        # Of a base it is only known what comes after it; what is raised itself knows better.
        for child, parent in pairwise(chain[1:]):
            inherited.setdefault(child, parent)
    return _tree(counts, inherited | own)


def without_class(project: Project, tree: Iterable[ClassNode]) -> int:
    """How many of the errors at the project's current pin the tree leaves out, since the code does not tell a class."""
    errors: int = project.current_pin.counts.get("entries", 0) if project.current_pin else 0
    return max(0, errors - sum(node.total for node in tree))


def _names(bases: Any) -> list[str]:  # noqa: ANN401 - JSON
    return [str(base) for base in bases or () if base != "builtins.object"]


def _tree(counts: Mapping[str, int], parents: Mapping[str, str]) -> tuple[ClassNode, ...]:
    below: dict[str, list[str]] = {}
    for child, parent in parents.items():
        below.setdefault(parent, []).append(child)
    names = {*counts, *parents, *below}
    topmost = _nodes((name for name in names if name not in parents), counts, below, DEEPEST)
    return tuple(sorted(topmost, key=lambda node: -node.total))


def _nodes(
    names: Iterable[str], counts: Mapping[str, int], below: Mapping[str, list[str]], depth: int
) -> tuple[ClassNode, ...]:
    found = []
    for qualified in names:
        children = _nodes(below.get(qualified, ()), counts, below, depth - 1) if depth else ()
        errors = counts.get(qualified, 0)
        total = errors + sum(child.total for child in children)
        if total:
            found.append(ClassNode(qualified.rpartition(".")[2], qualified, errors, total, children))
    return tuple(sorted(found, key=lambda node: (node.name.lower(), node.qualified)))
