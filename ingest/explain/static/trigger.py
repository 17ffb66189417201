"""When the statement runs, from its guards, and where the values in them come from."""

from __future__ import annotations

from typing import Final

from ingest.explain.conditions import listed
from ingest.explain.facts import Need
from ingest.explain.reach import MOST
from ingest.explain.static import documented, operations, whence
from ingest.explain.static.options import as_called
from ingest.explain.static.sentences import Case, Sentence, distinct
from ingest.explain.static.when import Told, named, nearest, told
from ingest.explain.static.whence import Whence
from kb.display.explanation import code_span

_MOST_CONDITIONS: Final = 6
_MOST_MODULES: Final = 4
_LONGEST: Final = 420  # characters of all conditions in words


def sentences(case: Case, meaning: str = "") -> list[Sentence]:
    """`meaning` is what has been said already: what the conditions add to it is where the values in them come from."""
    found = told(case, named(case.evidence, _MOST_CONDITIONS, _LONGEST) or nearest(case.evidence))
    known = whence.known(case, f"{meaning} {found.text}")
    when, placed = _when(found, [] if found.text in meaning else known)
    sources = [item.sentence for item in known if item not in placed and item.sentence]
    said = [
        *when,
        *sources,
        *documented.said(case),
        *operations.runs(case),
        *_reach(case),
        *map(_need, case.evidence.needs),
    ]
    return list({sentence.text: sentence for sentence in said}.values())


def _when(found: Told, known: list[Whence]) -> tuple[list[Sentence], list[Whence]]:
    """Guards hold whenever the statement runs; that they suffice is not known, so the sentence says "only".

    With what it says of where values come from.
    """
    if not found.text:
        return [], []
    when, placed = whence.placed(found.when, known)
    text = ", ".join([*found.around, *([f"when {when}"] if when else [])])
    facts = [*found.facts, *(fact for item in placed for fact in item.sources)]
    return [Sentence("trigger", f"Only {text}.", distinct(facts))], placed


def _reach(case: Case) -> list[Sentence]:
    callers = case.evidence.reach
    if not callers:
        return []
    names = listed([as_called(code_span(caller.qualname)) for caller in callers[:MOST]], "and")
    others = f" and {len(callers) - MOST} more" if len(callers) > MOST else ""
    verb = "calls" if len(callers) == 1 else "call"
    how = "" if all(item.is_direct for item in callers) else ", directly or through others"
    text = f"{names}{others} {verb} {case.where}{how}."
    return [Sentence("trigger", text, distinct(caller.fact for caller in callers[:MOST]))]


def _need(need: Need) -> Sentence:
    if not need.called.endswith(")"):
        text = f"{code_span(need.called)} tells whether {_modules(need)} could be imported."
        return Sentence("trigger", text, need.facts)
    what = "the module" if need.kind == "module" else "the environment variable"
    return Sentence("trigger", f"{code_span(need.called)} looks for {what} {code_span(need.name)}.", need.facts)


def _modules(need: Need) -> str:
    """All that the `try` imports, or that there is more if it is much."""
    names = [code_span(name) for name in (need.name, *need.beside)]
    if len(names) > _MOST_MODULES:
        return f"the module {names[0]} and all that is imported beside it"
    return f"the module{'s' * bool(need.beside)} {listed(names, 'and')}"
