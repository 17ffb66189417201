"""When the statement runs, from its guards, and where the values in them come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ingest.explain.conditions import atoms, listed, worded
from ingest.explain.facts import Fact, Led, Need
from ingest.explain.reach import MOST
from ingest.explain.static import documented, operations, whence
from ingest.explain.static.options import as_called
from ingest.explain.static.sentences import Case, Sentence, distinct
from ingest.explain.static.states import is_missing
from ingest.explain.static.when import Told, named, nearest, told
from ingest.explain.static.whence import Whence
from ingest.explain.trees import written
from kb.display.explanation import around, code_span
from kb.guards import is_handler

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
        *_led(case),
        *_reach(case),
        *(_need(item) for item in case.evidence.needs if _is_lacking(case, item)),
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


def _led(case: Case) -> list[Sentence]:
    """The conditions of the callers, once where all agree."""
    known: dict[str, list[Led]] = {}
    for item in case.evidence.led:
        known.setdefault(_in_words(item), []).append(item)
    return [
        Sentence("trigger", f"{_callers(calls)} {case.where} {words}.", distinct(_facts(calls)))
        for words, calls in known.items()
    ]


def _in_words(led: Led) -> str:
    texts = [condition.text for condition in led.conditions]
    within = [around(text) for text in texts if is_handler(text)]
    held = [worded(atom) for text in texts if not is_handler(text) for atom in atoms(text)]
    return ", ".join((*within, *([f"when {listed(held, 'and')}"] if held else [])))


def _callers(calls: Sequence[Led]) -> str:
    names = list(dict.fromkeys(as_called(code_span(item.qualname)) for item in calls))
    return f"{listed(names, 'and')} {'calls' if len(names) == 1 else 'call'}"


def _facts(calls: Sequence[Led]) -> Iterator[Fact]:
    for item in calls:
        yield from (fact for condition in item.conditions for fact in condition.facts)
        yield item.fact


def _reach(case: Case) -> list[Sentence]:
    told = {item.qualname for item in case.evidence.led}
    callers = case.evidence.reach
    if not callers or all(caller.is_direct and caller.qualname in told for caller in callers):
        return []
    names = listed([as_called(code_span(caller.qualname)) for caller in callers[:MOST]], "and")
    others = f" and {len(callers) - MOST} more" if len(callers) > MOST else ""
    verb = "calls" if len(callers) == 1 else "call"
    how = "" if all(item.is_direct for item in callers) else ", directly or through others"
    text = f"{names}{others} {verb} {case.where}{how}."
    return [Sentence("trigger", text, distinct(caller.fact for caller in callers[:MOST]))]


def _is_lacking(case: Case, need: Need) -> bool:
    """Not where the condition is that the module is there."""
    tested = [item for item in case.tested if need.called in written(item.atom.node)]
    return need.kind != "module" or not tested or any(is_missing(item) is not False for item in tested)


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
