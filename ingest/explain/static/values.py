"""An option that a condition is about -> values for which that certainly holds, and for which it does not. Pure."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from ingest.explain.conditions import is_call_of
from ingest.explain.facts import Binding
from ingest.explain.holding import holds
from ingest.explain.static.options import is_flag
from ingest.explain.static.sentences import Tested
from ingest.explain.trees import expression, walked

# By the annotation: what is given mostly, and what is empty.
_SAMPLES: Final = {
    "int": ("1", "0"), "float": ("1.0", "0.0"), "bool": ("True", "False"), "dict": ("{}",), "list": ("[]",),
    "tuple": ("()",),
}  # fmt: skip

Pair = tuple[str, str]  # the value that triggers, the one that does not, "" if that is not known


def pair(tested: Tested) -> Pair | None:
    """None unless one that triggers is known and the condition is about the option itself."""
    binding = tested.binding
    if binding is None or not is_about(tested, binding):
        return None
    taken = next((value for value in _taken(tested, binding) if _holds(tested, value) is False), "")
    refused = next((value for value in _refused(tested, binding) if _holds(tested, value) is True), "")
    return (refused, taken) if refused else None


def taken(tested: Tested, binding: Binding) -> Iterator[str]:
    """Values that are not refused, as far as the condition tells."""
    yield from (value for value in _taken(tested, binding) if _holds(tested, value) is False)


def _holds(tested: Tested, value: str) -> bool | None:
    node = expression(value)
    return None if node is None else holds(tested.atom, node)


def is_about(tested: Tested, binding: Binding) -> bool:
    """Whether the option itself is compared, rather than something made of it."""
    node = tested.atom.subject
    parts = [node.left, *node.comparators] if isinstance(node, ast.Compare) else [node]
    return binding.name in map(ast.unparse, parts)


def _taken(tested: Tested, binding: Binding) -> Iterator[str]:
    """What the option is known to take: listed, its default, beside a bound, or of its type."""
    known = binding.choices.values if binding.choices else ()
    if binding.default is not None and (not known or binding.default in known):
        yield binding.default
    written = list(_written(tested))
    yield from (value for value in written if not known or value in known)
    yield from known
    if known:
        return
    if is_flag(binding):
        yield from ("True", "False")
        return
    yield from _beside(tested)
    yield from (sample for kind in _kinds(tested, binding) for sample in _SAMPLES[kind])


def _refused(tested: Tested, binding: Binding) -> Iterator[str]:
    """As those are, then what is of another type or stands for nothing."""
    yield from _written(tested)
    if binding.choices:
        yield from binding.choices.values
    if is_flag(binding):
        yield from ("True", "False")
    yield from _beside(tested)
    if any(isinstance(expression(value), ast.Constant) and value[:1] in "'\"" for value in _written(tested)):
        yield "'other'"
    yield from (sample for kind in _kinds(tested, binding) for sample in _SAMPLES[kind][::-1])
    yield "None"


def _written(tested: Tested) -> Iterator[str]:
    """The values that it is compared with."""
    right = tested.atom.right
    items = right.elts if isinstance(right, ast.Tuple | ast.List | ast.Set) else [right] if right is not None else []
    yield from (ast.unparse(item) for item in items if isinstance(item, ast.Constant) and item.value is not None)


def _beside(tested: Tested) -> Iterator[str]:
    """Numbers on either side of those that it is compared with."""
    for node in walked(tested.atom.node):
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and not isinstance(node.value, bool):
            yield from (repr(node.value + step) for step in (0, 1, -1))


def _kinds(tested: Tested, binding: Binding) -> list[str]:
    """The types that it is annotated with or tested for, those that a value can be written of."""
    node = tested.atom.node
    asked = node.args[1] if isinstance(node, ast.Call) and is_call_of(node, "isinstance", 2) else None
    items = asked.elts if isinstance(asked, ast.Tuple) else [asked] if asked is not None else []
    annotated = re.sub(r"Optional\[(.*)\]", r"\1", binding.annotation).split("|")
    names = [part.strip().partition("[")[0] for part in annotated]
    return [name for name in (*names, *map(ast.unparse, items)) if name in _SAMPLES]
