"""A loop came to its end without what was looked for: which it is, and the option that says how long it runs."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from ingest.explain.facts import Evidence, Fact
from ingest.explain.static.options import called, is_within_reach
from ingest.explain.static.sentences import Case, Sentence, solution
from ingest.explain.trees import Unreadable, parsed
from kb.display.explanation import code_span

NO_BREAK = ": no break"


@dataclass(frozen=True, slots=True)
class Ended:
    """The loop that ended, as its header is written, and how."""

    fact: Fact
    header: str
    how: str

    def __str__(self) -> str:
        return f"the loop {code_span(self.header)} ended {self.how}"


def ended(evidence: Evidence) -> Ended | None:
    """The loop whose end led to the statement, if nothing was tested since."""
    if fact := evidence.exhausted:
        return Ended(fact, fact.quote.rstrip(":"), "without returning")
    last = evidence.conditions[-1] if evidence.conditions else None
    if last and last.text.endswith(NO_BREAK):
        return Ended(last.fact, last.text.removesuffix(NO_BREAK), "without a break")
    return None


def remedies(case: Case) -> list[Sentence]:
    """To let it run longer, where an option says how many rounds it has."""
    loop = ended(case.evidence)
    rounds = _rounds(loop.header) if loop else ""
    binding = case.evidence.binding(rounds) if rounds else None
    if loop is None or binding is None or not is_within_reach(case, binding):
        return []
    text = f"Raise {called(binding, case.where)}: {loop} after that many rounds."
    return [solution(text, (loop.fact, *binding.facts))]


def _rounds(header: str) -> str:
    """What the number of rounds is called, "" unless it alone decides."""
    try:
        node = parsed(f"{header}:\n pass").body[0]
    except (Unreadable, IndexError):
        return ""
    call = node.iter if isinstance(node, ast.For) else None
    if not isinstance(call, ast.Call) or ast.unparse(call.func) != "range" or len(call.args) != 1:
        return ""
    return ast.unparse(call.args[0]) if isinstance(call.args[0], ast.Name | ast.Attribute) else ""
