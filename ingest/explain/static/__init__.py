"""Evidence -> Explained: what can be said for certain, one module for each kind of error. Pure.

Rules are asked in order, and say nothing rather than something that would be true of any error.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from ingest.explain.conditions import is_call_of
from ingest.explain.expressions import own_attribute
from ingest.explain.facts import Binding, Evidence, Proof
from ingest.explain.static import (
    advice,
    alternatives,
    caught,
    causes,
    comparisons,
    configured,
    declared,
    demanded,
    derived,
    divided,
    escapes,
    every,
    example,
    exclusive,
    guard,
    itself,
    loops,
    made,
    meaning,
    objects,
    operands,
    operations,
    others,
    packages,
    permission,
    presence,
    refused,
    remote,
    shown,
    situations,
    spoken,
    states,
    stubs,
    tags,
    trigger,
    turned,
    unpacked,
    versions,
    wanted,
)
from ingest.explain.static.apart import case_of
from ingest.explain.static.assigned import as_assigned
from ingest.explain.static.options import is_flag
from ingest.explain.static.sentences import Case, Sentence, Tested
from ingest.explain.trees import walked

MOST_SOLUTIONS = 5
_BY_CASE = (
    packages.remedies,
    stubs.remedies,
    operations.remedies,
    permission.remedies,
    remote.remedies,
    refused.remedies,
    tags.remedies,
    unpacked.remedies,
    caught.remedies,
    loops.remedies,
)
_LOOKS_UP = ("__getattr__", "__getattribute__")
_BY_TESTED = (permission.remedy, remote.remedy)
_BY_NEAREST = (declared.remedy, every.remedy, causes.needed, made.remedy, derived.remedy, itself.remedy)


@dataclass(frozen=True, slots=True)
class Explained:
    """Code is Python that parses, or ""; the lines of `proofs` are upstream's.

    `options` are what users can turn of what the conditions and the solutions are about.
    """

    sentences: tuple[Sentence, ...]
    options: tuple[Binding, ...]
    example_fix: str = ""
    trigger_code: str = ""
    guard_code: str = ""
    proofs: tuple[Proof, ...] = ()


def explain(evidence: Evidence) -> Explained:
    case = case_of(evidence)
    said = meaning.sentences(case)
    said += [*trigger.sentences(case, " ".join(item.text for item in said)), *situations.sentences(case)]
    # What the function keeps to itself is nothing that anybody has to mend.
    said += [] if evidence.kept else as_assigned(case, _solutions(case))
    return Explained(
        sentences=tuple(said),
        options=turned.listed_options(case, said),
        example_fix=example.example(case),
        trigger_code=guard.trigger_code(case),
        guard_code=guard.guard_code(case),
        proofs=evidence.proofs,
    )


def _solutions(case: Case) -> list[Sentence]:
    """The likeliest first: what upstream tells by name, and at last what only keeps the error from being raised."""
    found = [sentence for rule in _BY_CASE for sentence in rule(case)]
    last: list[Sentence] = presence.either(case)
    # The nearest condition is the one that the message speaks of.
    for tested in reversed(case.tested):
        if not tested.condition.is_trap:
            is_switch = tested.binding is not None and is_flag(tested.binding) and not wanted.is_meant(case, tested)
            is_last = is_switch or wanted.takes_back(tested)
            (last if is_last else found).extend(_by_condition(case, tested))
    told = advice.remedies(case)
    orders = [sentence for sentence in told if sentence.is_named]
    said = [*advice.ordered(case), *orders, *found, *told, *last]
    # To check an option tells less than what its value has to be, and so does what helps in one case of several.
    if not any(sentence.is_named and not sentence.text.startswith(("Check ", "Or ", "If ")) for sentence in said):
        said = [*_of_message(case), *said]
    unique: dict[str, Sentence] = {}
    for sentence in said:
        # To check the same twice is one step.
        what = sentence.text.partition(":")[0] if sentence.text.startswith("Check ") else sentence.text
        unique.setdefault(what, sentence)
    return list(unique.values())[:MOST_SOLUTIONS]


def _of_message(case: Case) -> list[Sentence]:
    """What it says of options, by the first rule that knows."""
    rules = (demanded.remedies, spoken.remedies, shown.remedies, configured.remedies)
    return next((found for rule in rules if (found := rule(case))), [])


def _by_condition(case: Case, tested: Tested) -> list[Sentence]:
    """What to set; to change what only led to the nearest condition helps if the message speaks of it."""
    # Who asks an object for a name that it does not have made a slip in the name, not in the object.
    if case.evidence.qualname.rpartition(".")[2] in _LOOKS_UP and tested.subject in case.evidence.parameters:
        return []
    # What was caught is the cause, or that a loop found nothing; the conditions around it only led there.
    if _led_to_the_attempt(case, tested) or escapes.keeps_the_fault(case, tested):
        return []
    is_otherwise = case.evidence.attempt is not None or loops.ended(case.evidence) is not None
    is_near = tested.condition is case.tested[-1].condition and not is_otherwise
    if not is_near and not (wanted.is_named if is_otherwise else wanted.is_meant)(case, tested):
        return []
    if wanted.selects(case, tested):
        return []
    if tested.binding and wanted.takes_back(tested) and not wanted.is_to_go(case, tested):
        return presence.alternative(case, tested)
    if is_near and (several := presence.neither(case)):
        return several
    if wanted.is_beside_the_point(case, tested) or (wanted.is_given(tested.atom) and presence.either(case)):
        return []
    return _settings(case, tested, is_near=is_near)


def _led_to_the_attempt(case: Case, tested: Tested) -> bool:
    """Whether it was tested before what then failed was attempted, and found not to be what would do something else:
    to go that other way is not what was asked for. A value that was chosen may be at fault if the message says so."""
    attempt = case.evidence.attempt
    is_before = attempt is not None and tested.condition.fact.line < attempt.fact.line
    return is_before and not wanted.is_chosen(tested.atom)


def _asks_for_attributes(tested: Tested) -> bool:
    """Whether it asks what attributes an object has that users hand over: nobody gives it one, or takes one away."""
    calls = [item for item in walked(tested.atom.node) if isinstance(item, ast.Call)]
    return any(is_call_of(item, "hasattr", 2) and own_attribute(item) is None for item in calls)


def _settings(case: Case, tested: Tested, *, is_near: bool) -> list[Sentence]:
    """What to set so that the condition does not hold, by the first rule that knows."""
    if divided.is_by_itself(tested):
        return []
    if remedy := versions.remedy(case, tested) or exclusive.remedy(case, tested) or divided.remedy(case, tested):
        return [remedy]
    if remedy := presence.each(case, tested):
        return [remedy]
    if _asks_for_attributes(tested):
        return alternatives.remedies(case, tested) if is_near else []
    if special := [remedy for rule in _BY_TESTED if (remedy := rule(tested))]:
        return special
    if objects.is_given_whole(tested.binding):
        return objects.remedies(case, tested)
    found = [remedy for rule in (comparisons.remedy, others.remedy) if (remedy := rule(case, tested))]
    if found:
        return found
    if remedy := presence.remedy(case, tested) or operands.remedy(case, tested):
        return [remedy]
    if not is_near:
        return []
    found = [remedy] if (remedy := states.remedy(tested)) else []
    found = found or [remedy for rule in _BY_NEAREST if (remedy := rule(case, tested))][:1]
    return found or alternatives.remedies(case, tested)
