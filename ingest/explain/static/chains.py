"""Conditions that a value is not one thing, nor another -> one condition that it is none of them. Pure."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace

from ingest.explain.conditions import atoms, listed_values
from ingest.explain.facts import Condition


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
    first, second = _excluded(one), _excluded(other)
    if not first or not second or first[0] != second[0] or one.is_trap != other.is_trap:
        return None
    values = dict.fromkeys((*first[1], *second[1]))
    listed = ", ".join(values) if len(values) > 1 else f"{next(iter(values))},"
    # As a guard that was found false is written, so that it is weighed as those that it is made of.
    text = f"not ({first[0]} in ({listed}))"
    return replace(other, text=text, others=(*one.facts, *other.others))


def _excluded(condition: Condition) -> tuple[str, tuple[str, ...]] | None:
    """The subject and the values that it does not have, if the guard was found false and says no more."""
    parts = atoms(condition.text) if condition.text.startswith("not (") else []
    if len(parts) != 1:
        return None
    atom = parts[0]
    if atom.operator is ast.NotEq and isinstance(atom.right, ast.Constant):
        return ast.unparse(atom.subject), (ast.unparse(atom.right),)
    values = listed_values(atom.right) if atom.operator is ast.NotIn else ()
    return (ast.unparse(atom.subject), values) if values else None
