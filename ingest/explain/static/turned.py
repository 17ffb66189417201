"""The options that are listed: those that users can turn and that a condition or a solution is about. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ingest.explain.conditions import listed
from ingest.explain.expressions import subjects
from ingest.explain.facts import Binding
from ingest.explain.static.options import has_details, is_within_reach
from ingest.explain.static.sentences import Case, Sentence
from ingest.explain.static.when import leading
from ingest.explain.trees import written
from kb.display.explanation import code_span

_MOST_TAKERS = 3


def listed_options(case: Case, said: Iterable[Sentence]) -> tuple[Binding, ...]:
    """As far as there is more to say of them than their name; `said` are all sentences."""
    leads = leading(case.evidence)
    tested = {written(node) for item in case.tested if item.condition in leads for node in subjects(item.atom.node)}
    advised = " ".join(sentence.text for sentence in said if sentence.part == "solution")
    found: dict[str, Binding] = {}
    for binding in case.evidence.bindings:
        # What is made of an option of the same name is no longer that: its default is not what is tested.
        roots = [root for root in binding.roots if root.name != binding.name]
        for item in (binding, *roots):
            is_seen = item is binding or item.name in binding.expr
            is_meant = (binding.name in tested and is_seen) or code_span(item.key) in advised
            if is_meant and has_details(item) and is_within_reach(case, item):
                found.setdefault(item.name, _owned(item))
    return tuple(found.values())


def _owned(binding: Binding) -> Binding:
    """An option that users give to other functions, as those'."""
    return replace(binding, owner=listed(list(binding.given_to[:_MOST_TAKERS]), "or")) if binding.given_to else binding
