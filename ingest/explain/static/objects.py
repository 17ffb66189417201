"""The condition is about an attribute of an object that the function is given: say which object to give."""

from __future__ import annotations

from ingest.explain.conditions import listed, opposite, worded
from ingest.explain.facts import Binding
from ingest.explain.static.options import kind
from ingest.explain.static.sentences import Case, Sentence, Tested, solution
from ingest.explain.types import plain
from ingest.explain.variables import is_configuration
from kb.display.explanation import code_span


def is_given_whole(binding: Binding | None) -> bool:
    """Whether it is part of an object that is no mere bag of options, so that nobody sets it alone."""
    return binding is not None and binding.origin == "object" and not is_configuration(binding.owner)


def remedies(case: Case, tested: Tested) -> list[Sentence]:
    binding = tested.binding
    if binding is None:
        return []
    wanted = worded(opposite(tested.atom), kind(binding if binding.name == tested.subject else None))
    owner = code_span(binding.owner)
    takers = [code_span(name) for name in binding.given_to] or [case.where] * case.evidence.is_public
    if takers:
        return [solution(f"Give {listed(takers, 'or')} as {owner} an object for which {wanted}.", tested.facts)]
    known = plain(binding.annotation.strip("\"'"))
    # Where users do not hand it over themselves, what it is has to be known for the sentence to say anything.
    if not known.isidentifier() or known.startswith("_") or not known[0].isupper() or known == "Any":
        return []
    is_own = any(part.startswith("_") for part in binding.key.split("."))
    if is_own or binding.name != tested.subject:
        return []
    return [solution(f"See to it that {wanted}, where {owner} is the {code_span(known)} at hand.", tested.facts)]
