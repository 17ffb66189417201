"""The condition is about an attribute of an object that the function is given: say which object to give."""

from __future__ import annotations

import ast

from ingest.explain.conditions import listed
from ingest.explain.expressions import is_computing, is_private, subjects
from ingest.explain.facts import Binding
from ingest.explain.static.options import called_together, is_called_by_users, is_within_reach, kind
from ingest.explain.static.sentences import Case, Sentence, Tested, solution
from ingest.explain.static.wished import wished
from ingest.explain.variables import is_configuration
from kb.display.explanation import code_span


def is_given_whole(binding: Binding | None) -> bool:
    """Whether it is part of an object that is no mere bag of options, so that nobody sets it alone."""
    return binding is not None and binding.origin == "object" and not is_configuration(binding.owner)


def is_users(case: Case, binding: Binding) -> bool:
    """Whether users turn it: not a part of an object that they hand over whole."""
    return is_within_reach(case, binding) and not is_given_whole(binding)


def remedies(case: Case, tested: Tested) -> list[Sentence]:
    binding = tested.binding
    if binding is None:
        return []
    wanted = wished(tested.atom, kind(binding if binding.name == tested.subject else None))
    owner = code_span(binding.owner)
    takers = [code_span(name) for name in binding.given_to] or [case.where] * is_called_by_users(case)
    # What the object keeps to itself, or does, is not what one looks for when choosing it.
    if binding.name != tested.subject:
        whole = given_for(case, tested)
        return [whole] if whole else []
    if not takers or "." in binding.key or is_private(tested.atom.node):
        return []
    path = f"{binding.owner}.{binding.key}"
    where = (
        f", where {code_span(binding.name)} is {code_span(path)}" if binding.name not in (path, binding.owner) else ""
    )
    return [solution(f"Give {listed(takers, 'or')} as {owner} an object for which {wanted}{where}.", tested.facts)]


def _beside(case: Case, tested: Tested, options: list[Binding]) -> Sentence | None:
    """What stands beside parts of an object is easier to give another value than they are."""
    node = tested.atom.node
    if is_private(node) or not is_computing(node) or not all(is_within_reach(case, item) for item in options):
        return None
    text = f"Choose {called_together(options, case.where)} so that {wished(tested.atom)}."
    return solution(text, (*tested.facts, *(fact for item in options for fact in item.facts)))


def given_for(case: Case, tested: Tested) -> Sentence | None:
    """Of an expression over parts of one object that the function is given, not of what this does when it is called."""
    node = tested.atom.node
    parts = [case.evidence.binding(ast.unparse(item)) for item in subjects(node)]
    if any(part and part.is_option and not is_given_whole(part) for part in parts):
        return _beside(case, tested, [part for part in parts if part and part.is_option and not is_given_whole(part)])
    owners = {part.owner for part in parts if part and is_given_whole(part) and "." not in part.key}
    is_alone = len(owners) == 1 and all(parts) and owners <= set(case.evidence.parameters)
    if not is_alone or is_private(node) or not is_computing(node) or not is_called_by_users(case):
        return None
    text = f"Give {case.where} as {code_span(owners.pop())} something for which {wished(tested.atom)}."
    return solution(text, tested.facts)
