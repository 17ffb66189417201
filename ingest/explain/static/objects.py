"""The condition is about an attribute of an object that the function is given: say which object to give."""

from __future__ import annotations

from ingest.explain.conditions import opposite, worded
from ingest.explain.facts import Binding
from ingest.explain.static.options import kind
from ingest.explain.static.sentences import Case, Sentence, Tested, solution
from ingest.explain.variables import is_configuration
from kb.display.explanation import code_span


def is_given_whole(binding: Binding | None) -> bool:
    """Whether it is part of an object that is no mere bag of options, so that nobody sets it alone."""
    return binding is not None and binding.origin == "object" and not is_configuration(binding.owner)


def remedies(case: Case, tested: Tested) -> list[Sentence]:
    binding = tested.binding
    if binding is None or not case.evidence.is_public:
        return []
    wanted = worded(opposite(tested.atom), kind(binding if binding.name == tested.subject else None))
    return [solution(f"Give {case.where} as {code_span(binding.owner)} an object for which {wanted}.", tested.facts)]
