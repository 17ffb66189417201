"""Conditions that a value is not one thing, nor another -> one condition that it is none of them. Pure."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Final

from ingest.explain.conditions import atoms, is_call_of, listed_values
from ingest.explain.facts import Condition
from ingest.explain.trees import written

_AMONG: Final = "{} in ({})"
_INSTANCE: Final = "isinstance({}, ({}))"


def folded(conditions: Iterable[Condition]) -> list[Condition]:
    """In order; neighbours that exclude values of the same subject become one, as in `if … elif … else`."""
    found: list[Condition] = []
    for condition in conditions:
        joined = _joined(found[-1], condition) if found else None
        if joined:
            found[-1] = joined
        else:
            found.append(condition)
    return found


def _joined(one: Condition, other: Condition) -> Condition | None:
    first, second = _excluded(one.text), _excluded(other.text)
    if not first or not second or first[:2] != second[:2] or one.is_trap != other.is_trap:
        return None
    form, subject, _ = first
    values = dict.fromkeys((*first[2], *second[2]))
    listed = ", ".join(values) if len(values) > 1 else f"{next(iter(values))},"
    # As a guard that was found false is written, so that it is weighed as those that it is made of.
    return replace(other, text=f"not ({form.format(subject, listed)})", others=(*one.facts, *other.others))


@lru_cache(4096)
def _excluded(guard: str) -> tuple[str, str, tuple[str, ...]] | None:
    """How it is written, the subject, and the values or classes that it is not of; None if the guard says more."""
    parts = atoms(guard) if guard.startswith("not (") else ()
    if len(parts) != 1:
        return None
    atom = parts[0]
    subject, right = written(atom.subject), atom.right
    if atom.operator is ast.NotEq and isinstance(right, ast.Constant | ast.Attribute):
        return _AMONG, subject, (written(right),)
    if isinstance(atom.node, ast.Call) and is_call_of(atom.node, "isinstance", 2):
        return _INSTANCE, subject, _classes(atom.node.args[1])
    values = listed_values(right) if atom.operator is ast.NotIn else ()
    return (_AMONG, subject, values) if values else None


def _classes(node: ast.expr) -> tuple[str, ...]:
    return tuple(map(written, node.elts if isinstance(node, ast.Tuple) else [node]))
