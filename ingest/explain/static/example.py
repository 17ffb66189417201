"""A call that triggers the error and one that does not: from a test, or certain from the conditions alone. Pure."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ingest.explain.facts import Binding
from ingest.explain.holding import holds
from ingest.explain.static.apart import taken_apart, written_out
from ingest.explain.static.chains import folded
from ingest.explain.static.loops import ended
from ingest.explain.static.options import is_within_reach
from ingest.explain.static.sentences import Case, Tested
from ingest.explain.static.trials import trial
from ingest.explain.static.values import Pair, pair
from ingest.explain.static.wanted import is_chosen
from ingest.explain.trees import Unreadable, expression, parsed
from kb.guards import is_handler, is_pattern

_EMPTY: Final = ("''", "b''", "()", "[]", "{}", "set()")


def example(case: Case) -> str:
    """Before and after as Python: an upstream test's, else what the conditions alone say."""
    return "" if case.evidence.kept else trial(case) or _settings(case)


def _settings(case: Case) -> str:
    """ "" unless each of the conditions that lead to the statement can be set by an option."""
    chosen = [(tested, pair(tested)) for tested in sufficient(case)]
    if not chosen or any(values is None for _, values in chosen):
        return ""
    settings = [(tested.binding, values) for tested, values in chosen if tested.binding and values]
    if len({binding.name for binding, _ in settings}) != len(settings):
        return ""
    # What is empty passes the one test, and hardly ever those behind it.
    if settings and settings[-1][1][1] in _EMPTY:
        return ""
    # Of what only leads to the nearest condition it is enough to know what does.
    if not chosen[-1][1] or not chosen[-1][1][1] or _is_replaced(case, *chosen[-1]):
        return ""
    if any(_is_refused_before(case, binding, value) for binding, values in settings for value in values if value):
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


@lru_cache(1)
def sufficient(case: Case) -> tuple[Tested, ...]:
    """All conditions that lead to the statement, outermost first; none unless they are enough and a caller's to set."""
    every = folded(case.evidence.conditions)
    # Where the code raises as well, it refuses no good call to leave the condition out.
    conditions = [item for item in every if not item.is_trap or item is every[-1]]
    tested = tuple(written_out(case, item) for item in taken_apart(case.evidence, conditions))
    is_whole = len({item.condition for item in tested}) == len(conditions) and not case.evidence.past
    return tested if is_whole and case.evidence.is_settled and _are_options_enough(case) else ()


def _is_replaced(case: Case, tested: Tested, values: Pair | None) -> bool:
    """Whether a value that somebody chose gives way to one that is only known not to be refused, as a default is."""
    choices = tested.binding.choices if tested.binding else None
    after = values[1] if values else ""
    is_listed = choices is not None and after in choices.values
    return is_chosen(tested.atom) and not is_listed and after not in case.evidence.message


def _are_options_enough(case: Case) -> bool:
    """Whether what decides is in a caller's hands: nothing was caught or matched, and nothing else raises instead."""
    if case.evidence.kept:
        return False
    is_caught = any(is_handler(item.text) or is_pattern(item.text) for item in case.evidence.conditions)
    if is_caught or ended(case.evidence):
        return False
    if case.tested and case.tested[-1].condition.is_trap:
        return False
    return all(tested.binding is None or is_within_reach(case, tested.binding) for tested in case.tested)


def _is_refused_before(case: Case, binding: Binding, value: str) -> bool:
    """Whether a check on the way raises something else for the value."""
    node = expression(value)
    passed = taken_apart(case.evidence, [item for item in case.evidence.conditions if item.is_trap])
    atoms = [tested.atom for tested in passed if tested.subject == binding.name]
    return node is not None and any(holds(atom, node) is False for atom in atoms)


def _set(case: Case, binding: Binding, value: str) -> tuple[str, str] | None:
    """What is called or filled, and the setting in it; None if that cannot be written."""
    if not binding.key.isidentifier():
        return None
    match binding.origin:
        case "key" | "parameter" if binding.given_to:
            return binding.given_to[0], f"{binding.key}={value}"
        case "parameter" if name := caller(case):
            return name, f"{binding.key}={value}"
        case "field" | "attribute":
            return binding.owner, f"{binding.key}={value}"
        # A dict that callers do not hand over is nothing to show: to fill it triggers nothing.
        case "key" if binding.place is not None and case.evidence.is_public and (name := caller(case)):
            return name, f'{binding.owner}={{"{binding.key}": {value}}}'
        case "environment":
            return f'os.environ["{binding.key}"] =', value
    return None


def caller(case: Case) -> str:
    """How the function is called, "" of one that nobody calls by its name."""
    name, owner = case.evidence.qualname.rpartition(".")[2], case.evidence.owner
    if "<locals>" in case.evidence.qualname or case.evidence.accessed:
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
