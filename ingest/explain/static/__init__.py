"""Evidence -> Explained: what can be said for certain, one module for each kind of error. Pure.

Rules are asked in order, and say nothing rather than something that would be true of any error.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from ingest.explain.conditions import Atom, atoms
from ingest.explain.facts import Binding, Condition, Evidence
from ingest.explain.static import advice, causes, comparisons, example, packages, presence, stubs, trigger, wrapped
from ingest.explain.static.options import is_flag
from ingest.explain.static.sentences import Case, Sentence, Tested, distinct
from kb.display.explanation import place, what_it_does, what_it_is

MOST_SOLUTIONS = 5
_BY_CASE = (packages.remedies, stubs.remedies, wrapped.remedies)


@dataclass(frozen=True, slots=True)
class Explained:
    """`example_fix` is Python that parses, or ""; `options` are those that the conditions and the message name."""

    sentences: tuple[Sentence, ...]
    options: tuple[Binding, ...]
    example_fix: str = ""


def explain(evidence: Evidence) -> Explained:
    case = _case(evidence)
    said = [*_meaning(case), *trigger.sentences(case), *_solutions(case)]
    options = tuple(binding for binding in evidence.bindings if binding.is_option)
    conditions = sum(len(atoms(condition.text)) or 1 for condition in trigger.decisive(evidence))
    return Explained(tuple(said), options, example.example(case, conditions))


def _case(evidence: Evidence) -> Case:
    tested = [
        _tested(evidence, condition, atom) for condition in trigger.decisive(evidence) for atom in atoms(condition.text)
    ]
    return Case(evidence, place(evidence.qualname, evidence.path), tuple(tested))


def _tested(evidence: Evidence, condition: Condition, atom: Atom) -> Tested:
    """With the binding of its subject, or of the one thing in it that has one."""
    subject = ast.unparse(atom.subject)
    binding = evidence.binding(subject)
    if binding is None:
        inner = [node for node in ast.walk(atom.subject) if isinstance(node, ast.Name | ast.Attribute)]
        named = [found for node in inner if (found := evidence.binding(ast.unparse(node)))]
        binding = named[0] if len(named) == 1 else None
    return Tested(atom, condition, subject, binding)


def _meaning(case: Case) -> list[Sentence]:
    evidence = case.evidence
    facts = {"via": evidence.via, "cause": evidence.cause, "bases": evidence.bases, "doc": evidence.doc}
    exception = evidence.exc_qualified or evidence.exc_type
    said = [
        Sentence(
            "meaning",
            what_it_does(evidence.kind, exception, case.where, facts, says=bool(evidence.message)),
            distinct([evidence.site]),
        )
    ]
    said += [*packages.meaning(case), *stubs.meaning(case)]
    sources = {"doc": evidence.doc_facts, "cause": evidence.said("from"), "bases": evidence.base_facts}
    for name, places in sources.items():
        texts = what_it_is(exception, {name: facts[name]})
        said += [Sentence("meaning", text, distinct(places)) for text in texts if places]
    return said


def _solutions(case: Case) -> list[Sentence]:
    found = [sentence for rule in _BY_CASE for sentence in rule(case)]
    merged = comparisons.merged(case)
    found += merged
    said = {fact for sentence in merged for fact in sentence.sources}
    # The nearest condition is the one that the message speaks of.
    for tested in reversed(case.tested):
        if tested.condition.fact not in said:
            found += _by_condition(case, tested)
    if not found and case.tested and not case.evidence.attempt:
        found = [sentence for sentence in [causes.remedy(case.tested[-1])] if sentence]
    found += advice.remedies(case)
    unique = {sentence.text: sentence for sentence in found}
    return list(unique.values())[:MOST_SOLUTIONS]


def _by_condition(case: Case, tested: Tested) -> list[Sentence]:
    """What to set; to leave out what only led to the nearest condition helps if the message names it."""
    if remedy := comparisons.remedy(case, tested):
        return [remedy]
    remedy = presence.remedy(case, tested)
    binding = tested.binding
    is_near = tested.condition is case.tested[-1].condition
    is_meant = binding is not None and (is_flag(binding) or binding.key in case.evidence.message)
    return [remedy] if remedy and (is_near or is_meant) else []
