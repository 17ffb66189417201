"""When the statement runs, from its guards, and where the values in them come from."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ingest.explain.conditions import Atom, atoms, listed, worded
from ingest.explain.facts import Attempt, Condition, Evidence, Need
from ingest.explain.reach import MOST
from ingest.explain.static import attempts, documented, operations, whence
from ingest.explain.static.chains import folded
from ingest.explain.static.implied import telling
from ingest.explain.static.loops import ended
from ingest.explain.static.options import as_called, kind
from ingest.explain.static.sentences import Case, Sentence, distinct
from ingest.explain.static.whence import Whence
from ingest.explain.trees import written
from kb.display.explanation import around, code_span, condition_code
from kb.guards import deciding, is_condition, is_handler

MOST_CONDITIONS: Final = 6
_KEPT: Final = 8  # answers, as rules ask for the same of one statement again
_MOST_MODULES: Final = 4
_MOST_CALLS: Final = 3
_LONGEST: Final = 420  # characters of all conditions in words
_ANY: Final = frozenset({"Exception", "BaseException"})
_ENDLESS: Final = re.compile(r"while (?:True|1):?$")


def sentences(case: Case, told: str = "") -> list[Sentence]:
    """`told` is what has been said already: what would only say that again says whose the names in it are."""
    known = whence.known(case)
    when, placed = _when(case, told, known)
    rest = [item.sentence for item in known if item not in placed and item.sentence]
    found = [
        *when,
        *documented.said(case),
        *operations.runs(case),
        *_reach(case),
        *rest,
        *map(_need, case.evidence.needs),
    ]
    return list({sentence.text: sentence for sentence in found}.values())


def _when(case: Case, told: str, known: list[Whence]) -> tuple[list[Sentence], list[Whence]]:
    """Guards hold whenever the statement runs; that they suffice is not known, so the sentence says "only".

    With what it says of where values come from.
    """
    evidence = case.evidence
    outer = [condition for condition in evidence.conditions if not is_condition(condition.text)]
    tried = [condition for condition in outer if _is_tried(condition, evidence)]
    shown = named(evidence, MOST_CONDITIONS, _LONGEST) or decisive(evidence)
    loop = ended(evidence) if evidence.exhausted else None
    where = [_around(item, evidence) for item in outer if item not in tried and not _is_idle(item, evidence)]
    where += [f"after {loop}"] if loop else []
    raises = [_raises(evidence.attempt)] if tried and evidence.attempt else []
    conditions = [*raises, *conjuncts(shown, evidence)]
    text, placed = whence.placed(listed(conditions, "and"), known) if conditions else ("", [])
    if not where and not conditions:
        return [], []
    is_told = not raises and not placed and all(part in told for part in (*where, *conditions))
    given = whence.given(case, text) if is_told else ""
    text = ", ".join([*where, *([f"when {text}"] if text else [])])
    facts = [*(fact for item in (*outer, *shown) for fact in item.facts), *([loop.fact] if loop else [])]
    facts += [fact for item in placed for fact in item.sources]
    facts += evidence.attempt.facts if evidence.attempt else ()
    return [Sentence("trigger", f"Only {text}{given}.", distinct(facts))], placed


def _is_tried(condition: Condition, evidence: Evidence) -> bool:
    """Whether it is the handler of a `try` whose one statement is known."""
    attempt = _attempt(condition, evidence)
    return attempt is not None and bool(attempt.only)


def _attempt(condition: Condition, evidence: Evidence) -> Attempt | None:
    """What is known of the `try` whose handler the condition is."""
    attempt = evidence.attempt
    return attempt if attempt and is_handler(condition.text) and condition.fact.line == attempt.fact.line else None


def _raises(attempt: Attempt) -> str:
    return f"{code_span(attempt.only)} raises {attempts.caught(attempt)}"


def _around(condition: Condition, evidence: Evidence) -> str:
    """A guard that is no condition in words; of a handler, with the calls that it guards."""
    attempt = _attempt(condition, evidence)
    text = f"while handling {attempts.caught(attempt)}" if attempt else around(condition.text)
    return f"{text} from a block that calls {listed(_calls(attempt), 'and')}" if _calls(attempt) else text


def _calls(attempt: Attempt | None) -> list[str]:
    is_known = attempt is not None and not attempt.imports and len(attempt.calls) <= _MOST_CALLS
    return [code_span(name) for name in attempt.calls] if attempt and is_known else []


def _is_idle(condition: Condition, evidence: Evidence) -> bool:
    """Whether it would be so of any statement: a loop without an end, a handler of whatever there is."""
    attempt = _attempt(condition, evidence)
    is_any = attempt is not None and set(attempt.handled) <= _ANY and not _calls(attempt)
    return is_any or bool(_ENDLESS.match(condition.text))


@lru_cache(_KEPT)
def named(evidence: Evidence, most: int, longest: int, *, but_passed: bool = False) -> tuple[Condition, ...]:
    """All conditions from the function's entry to the statement; none if that is too much to say.

    `but_passed`: without the checks before the nearest condition that would have raised something else.
    """
    found = tuple(condition for condition in folded(evidence.conditions) if is_condition(condition.text))
    if but_passed:
        is_told = () if ended(evidence) else found[-1:]
        found = tuple(condition for condition in found if not condition.is_passed or condition in is_told)
    is_short = 0 < len(found) <= most and len(conjoined(found, evidence)) <= longest
    return found if is_short else ()


def conjoined(conditions: tuple[Condition, ...], evidence: Evidence) -> str:
    """Conditions that all hold, in words."""
    return listed(conjuncts(conditions, evidence), "and")


@lru_cache(_KEPT)
def conjuncts(conditions: tuple[Condition, ...], evidence: Evidence) -> tuple[str, ...]:
    """The same one by one, without those that others leave no doubt of."""
    parts = [(condition, atoms(condition.text)) for condition in conditions]
    known = {id(atom) for atom in telling([atom for _, found in parts for atom in found])}
    words: dict[str, None] = {}
    for condition, found in parts:
        shown = [atom for atom in found if id(atom) in known]
        words.update(dict.fromkeys(_in_words(shown, evidence) if found else [condition_code(condition.text)]))
    return tuple(_apart(list(words)))


def _apart(texts: list[str]) -> list[str]:
    """Alternatives in parentheses, where other conditions stand beside them."""
    return [f"({text})" if text.startswith("either ") and len(texts) > 1 else text for text in texts]


@lru_cache(_KEPT)
def decisive(evidence: Evidence) -> tuple[Condition, ...]:
    """The conditions that `kb.guards.deciding` picks, in order; several about one value are one."""
    conditions = folded(evidence.conditions)
    texts = deciding([condition.text for condition in conditions])
    found: list[Condition] = []
    for condition in reversed(conditions):
        if texts and condition.text == texts[-1]:
            found.append(condition)
            texts.pop()
    return tuple(found[::-1])


def _in_words(parts: list[Atom], evidence: Evidence) -> list[str]:
    return [worded(atom, kind(evidence.binding(written(atom.subject)))) for atom in parts]


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
