"""Evidence -> the Case that rules look at: conditions taken apart, each with what is known of its subject. Pure."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace

from ingest.explain.conditions import Atom, atoms
from ingest.explain.expressions import own_attribute
from ingest.explain.facts import Condition, Evidence
from ingest.explain.static.sentences import Case, Tested
from ingest.explain.static.when import decisive
from ingest.explain.trees import expression, walked, written
from kb.display.explanation import place


def case_of(evidence: Evidence) -> Case:
    """With the conditions that decide."""
    return Case(evidence, place(evidence.qualname, evidence.path), tuple(taken_apart(evidence, decisive(evidence))))


def taken_apart(evidence: Evidence, conditions: Iterable[Condition]) -> list[Tested]:
    return [taken(evidence, condition, atom) for condition in conditions for atom in atoms(condition.text)]


def taken(evidence: Evidence, condition: Condition, atom: Atom) -> Tested:
    """With the binding of its subject, or of the one thing in it that has one."""
    subject = written(own_attribute(atom.node) or atom.subject)
    binding = evidence.binding(subject)
    if binding is None:
        inner = [node for node in walked(atom.subject) if isinstance(node, ast.Name | ast.Attribute)]
        named = [found for node in inner if (found := evidence.binding(written(node)))]
        binding = named[0] if len(named) == 1 else None
    return Tested(atom, condition, subject, binding)


def written_out(case: Case, tested: Tested) -> Tested:
    """With the values of a constant that the subject is looked for in, in the place of its name."""
    atom = tested.atom
    right = atom.right if atom.operator in (ast.In, ast.NotIn) else None
    held = case.evidence.binding(written(right)) if right is not None else None
    if held is None or held.origin != "constant" or not held.choices or not isinstance(atom.node, ast.Compare):
        return tested
    if held.choices.is_open:
        return tested
    values = expression(f"({', '.join(held.choices.values)},)")
    if values is None:
        return tested
    return replace(tested, atom=replace(atom, node=ast.Compare(atom.node.left, atom.node.ops, [values])))
