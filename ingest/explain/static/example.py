"""A call that triggers the error and one that does not: from a test, or certain from the conditions alone. Pure."""

from __future__ import annotations

import ast
import re
from typing import Final

from ingest.explain.conditions import Atom, listed_values
from ingest.explain.facts import Binding
from ingest.explain.source import Unreadable, parsed
from ingest.explain.static.loops import ended
from ingest.explain.static.options import is_flag, is_within_reach
from ingest.explain.static.sentences import Case, Tested
from ingest.explain.static.trials import trial

_SAMPLES: Final = {"str": "'value'", "int": "1", "bool": "True"}
# What to add to the number that a value is compared with, to be on one side of it and on the other.
_OFFSETS: Final[dict[type[ast.cmpop], tuple[int, int]]] = {
    ast.Lt: (-1, 0), ast.LtE: (0, 1), ast.Gt: (1, 0), ast.GtE: (0, -1),
}  # fmt: skip

Pair = tuple[str, str]  # the value that triggers, the one that does not


def example(case: Case, conditions: int) -> str:
    """Before and after as Python: an upstream test's, else what the conditions alone say."""
    suggested = _values(case.tested[-1]) if case.tested else None
    return trial(case, suggested[1] if suggested else "") or _settings(case, conditions)


def _settings(case: Case, conditions: int) -> str:
    """ "" unless each of the `conditions` that decide can be set by an option."""
    chosen = [(tested, _values(tested)) for tested in case.tested]
    if not chosen or len(chosen) != conditions or any(values is None for _, values in chosen):
        return ""
    if not are_options_enough(case):
        return ""
    settings = [(tested.binding, values) for tested, values in chosen if tested.binding and values]
    if len({binding.name for binding, _ in settings}) != len(settings):
        return ""
    last = len(settings) - 1
    before = [_set(case, binding, values[0]) for binding, values in settings]
    after = [_set(case, b, values[1 if index == last else 0]) for index, (b, values) in enumerate(settings)]
    known = [setting for setting in (*before, *after) if setting]
    if len(known) != 2 * len(settings):
        return ""
    half = len(settings)
    text = "\n".join(("# before", *_merged(known[:half]), "", "# after", *_merged(known[half:])))
    try:
        parsed(text)
    except Unreadable:
        return ""
    return text


def are_options_enough(case: Case) -> bool:
    """Whether what decides is in a caller's hands: nothing was caught or matched, and nothing else raises instead."""
    is_caught = any(condition.text.startswith(("except", "match ", "case ")) for condition in case.evidence.conditions)
    if is_caught or ended(case.evidence):
        return False
    if case.tested and case.tested[-1].condition.is_trap:
        return False
    return all(tested.binding is None or is_within_reach(case, tested.binding) for tested in case.tested)


def _values(tested: Tested) -> Pair | None:
    atom, binding = tested.atom, tested.binding
    if binding is None or binding.name != tested.subject:
        return None
    right = atom.right
    if isinstance(right, ast.Constant) and right.value is None:
        return _presence(binding, is_missing=atom.operator in (ast.Is, ast.Eq))
    if atom.subject is atom.node and is_flag(binding):
        return ("False", "True") if atom.is_not else ("True", "False")
    if isinstance(right, ast.Constant):
        return _compared(atom, right, binding)
    values = listed_values(right)
    if atom.operator is ast.NotIn and values and _unlisted(right):
        return repr("other"), values[0]
    return None


def _presence(binding: Binding, *, is_missing: bool) -> Pair | None:
    """None and a value that the option takes, as far as its annotation or its choices tell one."""
    kinds = [part.strip() for part in re.sub(r"Optional\[(.*)\]", r"\1", binding.annotation).split("|")]
    value = binding.choices.values[0] if binding.choices else next((_SAMPLES[k] for k in kinds if k in _SAMPLES), "")
    if not value:
        return None
    return ("None", value) if is_missing else (value, "None")


def _compared(atom: Atom, right: ast.Constant, binding: Binding) -> Pair | None:
    wanted, other = ast.unparse(right), _other(right, binding)
    if atom.operator is ast.NotEq:
        return (other, wanted) if other else None
    if atom.operator is ast.Eq:
        return (wanted, other) if other else None
    if type(right.value) is not int or not isinstance(atom.node, ast.Compare) or len(atom.node.ops) != 1:
        return None
    offsets = _OFFSETS.get(type(atom.node.ops[0]))
    if offsets is None:
        return None
    inside, outside = (str(right.value + offset) for offset in offsets)
    return (outside, inside) if atom.is_not else (inside, outside)


def _other(value: ast.Constant, binding: Binding) -> str:
    """A value that differs for certain, and that the option takes as far as is known."""
    if binding.choices:
        written = ast.unparse(value)
        others = [item for item in binding.choices.values if item != written]
        return others[0] if others and written in binding.choices.values else ""
    if isinstance(value.value, bool):
        return str(not value.value)
    return str(value.value + 1) if isinstance(value.value, int) else ""


def _unlisted(node: ast.expr | None) -> bool:
    items = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else []
    return all(
        isinstance(item, ast.Constant) and isinstance(item.value, str) and item.value != "other" for item in items
    )


def _set(case: Case, binding: Binding, value: str) -> tuple[str, str] | None:
    """What is called or filled, and the setting in it; None if that cannot be written."""
    if not binding.key.isidentifier():
        return None
    match binding.origin:
        case "key" | "parameter" if binding.given_to:
            return binding.given_to[0], f"{binding.key}={value}"
        case "parameter" if name := _caller(case):
            return name, f"{binding.key}={value}"
        case "field" | "attribute":
            return binding.owner, f"{binding.key}={value}"
        # A dict that callers do not hand over is nothing to show: to fill it triggers nothing.
        case "key" if binding.place is not None and case.evidence.is_public and (name := _caller(case)):
            return name, f'{binding.owner}={{"{binding.key}": {value}}}'
        case "environment":
            return f'os.environ["{binding.key}"] =', value
    return None


def _caller(case: Case) -> str:
    """How the function is called, "" of one that nobody can call."""
    name, owner = case.evidence.qualname.rpartition(".")[2], case.evidence.owner
    if "<locals>" in case.evidence.qualname:
        return ""
    if name == "__init__":
        return owner
    return f"{owner}.{name}" if owner else name


def _merged(settings: list[tuple[str, str]]) -> list[str]:
    """One line for each thing that is called, with all its settings."""
    owners: dict[str, list[str]] = {}
    for owner, setting in settings:
        owners.setdefault(owner, []).append(setting)
    return [_line(owner, items) for owner, items in owners.items()]


def _line(owner: str, items: list[str]) -> str:
    if owner.startswith("os.environ"):
        return f"{owner} {items[-1]}"
    return f"{owner}(..., {', '.join(items)})"
