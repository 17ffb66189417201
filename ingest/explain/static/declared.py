"""A class leaves an attribute of its own empty for those that derive from it to set."""

from __future__ import annotations

from ingest.explain.static.sentences import Case, Sentence, Tested, solution
from ingest.explain.static.states import is_missing
from kb.display.explanation import code_span

_LEFT_OPEN = ("None", "''", "NotImplemented")


def remedy(case: Case, tested: Tested) -> Sentence | None:
    binding = tested.binding
    if binding is None or binding.origin != "constant" or not binding.owner or binding.name != tested.subject:
        return None
    is_own = binding.owner.startswith("_") or binding.key.startswith("_")
    if is_own or binding.default not in _LEFT_OPEN or is_missing(tested) is not True or case.evidence.kept:
        return None
    name, owner, empty = (code_span(text) for text in (binding.key, binding.owner, binding.default))
    text = f"Set {name} in the class that you derive from {owner}: there it is {empty}."
    return solution(text, tested.facts)
