"""When the statement runs, from its guards, and where the values in them come from."""

from __future__ import annotations

from ingest.explain.conditions import Atom, atoms, listed, worded
from ingest.explain.facts import Condition, Evidence
from ingest.explain.static.options import origin
from ingest.explain.static.sentences import Case, Sentence, distinct
from kb.display.explanation import MORE_CONDITIONS, around, condition_code
from kb.guards import deciding, is_condition


def sentences(case: Case) -> list[Sentence]:
    return [*_when(case.evidence), *_origins(case)]


def _when(evidence: Evidence) -> list[Sentence]:
    """Guards hold whenever the statement runs; that they suffice is not known, so the sentence says "only"."""
    outer = [condition for condition in evidence.conditions if not is_condition(condition.text)]
    shown = decisive(evidence)
    parts = [around(condition.text) for condition in outer]
    if shown:
        parts.append(f"when {listed(_apart([text for condition in shown for text in in_words(condition)]), 'and')}")
    if not parts:
        return []
    said = [Sentence("trigger", f"Only {', '.join(parts)}.", distinct(c.fact for c in (*outer, *shown)))]
    more = sum(is_condition(condition.text) for condition in evidence.conditions) - len(shown)
    if more:
        text = MORE_CONDITIONS.format(more, "s" * (more > 1), "" if more > 1 else "s")
        said.append(
            Sentence(
                "trigger",
                text,
                distinct(c.fact for c in evidence.conditions if is_condition(c.text) and c not in shown),
            )
        )
    return said


def _apart(texts: list[str]) -> list[str]:
    """Alternatives in parentheses, where other conditions stand beside them."""
    return [f"({text})" if text.startswith("either ") and len(texts) > 1 else text for text in texts]


def decisive(evidence: Evidence) -> list[Condition]:
    """The conditions that `kb.guards.deciding` picks, in order."""
    texts = deciding([condition.text for condition in evidence.conditions])
    found: list[Condition] = []
    for condition in reversed(evidence.conditions):
        if texts and condition.text == texts[-1]:
            found.append(condition)
            texts.pop()
    return found[::-1]


def in_words(condition: Condition) -> list[str]:
    parts: list[Atom] = atoms(condition.text)
    return [worded(atom) for atom in parts] or [condition_code(condition.text)]


def _origins(case: Case) -> list[Sentence]:
    said = []
    for binding in case.evidence.bindings:
        text = origin(binding, case.where)
        if text:
            facts = (*binding.facts, *(binding.choices.facts if binding.choices else ()))
            said.append(Sentence("trigger", text, distinct(facts)))
    return said
