"""When the statement runs, from its guards, and where the values in them come from."""

from __future__ import annotations

from typing import Final

from ingest.explain.conditions import Atom, atoms, listed, worded
from ingest.explain.facts import Condition, Evidence, Need
from ingest.explain.reach import MOST
from ingest.explain.static.chains import folded
from ingest.explain.static.implied import telling
from ingest.explain.static.loops import ended
from ingest.explain.static.options import as_called, is_within_reach, kind, origin
from ingest.explain.static.sentences import Case, Sentence, distinct
from ingest.explain.trees import written
from kb.display.explanation import around, code_span, condition_code
from kb.guards import deciding, is_condition, is_handler

MOST_CONDITIONS: Final = 6
_MOST_MODULES: Final = 4
_LONGEST: Final = 420  # characters of all conditions in words
_ANY: Final = frozenset({"Exception", "BaseException"})


def sentences(case: Case) -> list[Sentence]:
    return [*_when(case.evidence), *_reach(case), *_origins(case)]


def _when(evidence: Evidence) -> list[Sentence]:
    """Guards hold whenever the statement runs; that they suffice is not known, so the sentence says "only"."""
    outer = [condition for condition in evidence.conditions if not is_condition(condition.text)]
    shown = named(evidence, MOST_CONDITIONS, _LONGEST) or decisive(evidence)
    parts = [_around(condition, evidence) for condition in outer]
    loop = ended(evidence) if evidence.exhausted else None
    parts += [f"after {loop}"] if loop else []
    if not shown and loop is None and len(outer) == 1 and _says_nothing(outer[0], evidence):
        return []
    if shown:
        parts.append(f"when {conjoined(shown, evidence)}")
    if not parts:
        return []
    where = [loop.fact] if loop else []
    return [
        Sentence(
            "trigger",
            f"Only {', '.join(parts)}.",
            distinct([*(fact for c in (*outer, *shown) for fact in c.facts), *where]),
        )
    ]


def _says_nothing(condition: Condition, evidence: Evidence) -> bool:
    """Whether it is a handler of whatever there is: what it guards the meaning tells."""
    is_any = evidence.attempt is not None and set(evidence.attempt.handled) <= _ANY
    return is_any and is_handler(condition.text)


def named(evidence: Evidence, most: int, longest: int, *, but_passed: bool = False) -> list[Condition]:
    """All conditions from the function's entry to the statement; none if that is too much to say.

    `but_passed`: without the checks before the nearest condition that would have raised something else.
    """
    found = [condition for condition in folded(evidence.conditions) if is_condition(condition.text)]
    if but_passed:
        is_told = () if ended(evidence) else found[-1:]
        found = [condition for condition in found if not condition.is_passed or condition in is_told]
    is_short = 0 < len(found) <= most and len(conjoined(found, evidence)) <= longest
    return found if is_short else []


def conjoined(conditions: list[Condition], evidence: Evidence) -> str:
    """Conditions that all hold, in words."""
    parts = [(condition, atoms(condition.text)) for condition in conditions]
    known = {id(atom) for atom in telling([atom for _, found in parts for atom in found])}
    words: dict[str, None] = {}
    for condition, found in parts:
        shown = [atom for atom in found if id(atom) in known]
        words.update(dict.fromkeys(_in_words(shown, evidence) if found else [condition_code(condition.text)]))
    return listed(_apart(list(words)), "and")


def _apart(texts: list[str]) -> list[str]:
    """Alternatives in parentheses, where other conditions stand beside them."""
    return [f"({text})" if text.startswith("either ") and len(texts) > 1 else text for text in texts]


def decisive(evidence: Evidence) -> list[Condition]:
    """The conditions that `kb.guards.deciding` picks, in order; several about one value are one."""
    conditions = folded(evidence.conditions)
    texts = deciding([condition.text for condition in conditions])
    found: list[Condition] = []
    for condition in reversed(conditions):
        if texts and condition.text == texts[-1]:
            found.append(condition)
            texts.pop()
    return found[::-1]


def _in_words(parts: list[Atom], evidence: Evidence) -> list[str]:
    return [worded(atom, kind(evidence.binding(written(atom.subject)))) for atom in parts]


def _around(condition: Condition, evidence: Evidence) -> str:
    """A guard that is no condition in words; of a handler, with what it guards."""
    text, attempt = around(condition.text), evidence.attempt
    is_its = attempt is not None and is_handler(condition.text) and condition.fact.line == attempt.fact.line
    return f"{text} from {code_span(attempt.only)}" if attempt and is_its and attempt.only else text


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


def _origins(case: Case) -> list[Sentence]:
    said = []
    for binding in case.evidence.bindings:
        # What is made of an option of the same name is no longer that.
        roots = [root for root in binding.roots if root.name != binding.name]
        for item in (binding, *roots):
            # Of what nobody can give, the default tells nothing.
            is_given = item.origin not in ("parameter", "attribute") or is_within_reach(case, item)
            if text := origin(item, case.where) if is_given else "":
                facts = (*item.facts, *(item.choices.facts if item.choices else ()))
                said.append(Sentence("trigger", text, distinct(facts)))
    said += [_need(need) for need in case.evidence.needs]
    return list({sentence.text: sentence for sentence in said}.values())


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
