"""The conditions that lead to a statement, picked, put into words and joined. Pure."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ingest.explain.conditions import Atom, Kind, atoms, listed, worded
from ingest.explain.facts import Attempt, Condition, Evidence, Fact
from ingest.explain.static import attempts, whence
from ingest.explain.static.chains import folded
from ingest.explain.static.implied import telling
from ingest.explain.static.loops import NO_BREAK, ended
from ingest.explain.static.options import is_nothing, kind
from ingest.explain.static.sentences import Case
from ingest.explain.trees import written
from kb.display.explanation import around, code_span, condition_code
from kb.guards import deciding, is_condition, is_handler

_KEPT: Final = 8  # answers, as rules ask for the same of one statement again
_MOST_CALLS: Final = 3
_ANY: Final = frozenset({"Exception", "BaseException"})
_GIVEN: Final[dict[type[ast.cmpop], str]] = {
    ast.Is: "not given", ast.Eq: "not given", ast.IsNot: "given", ast.NotEq: "given",
}  # fmt: skip
_NAME: Final = re.compile(r"\w+")
_LOOP: Final = re.compile(r"(?:async )?for |while ")


@dataclass(frozen=True, slots=True)
class Told:
    """Conditions in words: `around` are the blocks and the loop that the statement is in or comes after, `parts` hold.

    `conditions` are those that `parts` tell of, but for what is caught; `facts` say all of it.
    """

    around: tuple[str, ...]
    parts: tuple[str, ...]
    conditions: tuple[Condition, ...]
    facts: tuple[Fact, ...]

    @property
    def when(self) -> str:
        return listed(self.parts, "and") if self.parts else ""

    @property
    def is_attached(self) -> bool:
        """Whether the text goes on from a sentence without a comma."""
        return self.text.startswith(("when ", "while handling ", "after "))

    @property
    def text(self) -> str:
        return ", ".join((*self.around, *([f"when {self.when}"] if self.parts else ())))


def told(case: Case, conditions: tuple[Condition, ...]) -> Told:
    """The conditions with all that they are tested in."""
    evidence = case.evidence
    outer = [condition for condition in evidence.conditions if not is_condition(condition.text)]
    tried = [condition for condition in outer if _is_tried(condition, evidence)]
    loop = ended(evidence)
    shown = [item for item in outer if item not in tried and _is_telling(item, evidence)]
    shown = [item for item in shown if loop is None or item.fact != loop.fact]
    where = [_around(condition, evidence) for condition in shown]
    where += [f"after {loop}"] if loop else []
    raises = [attempts.raises(evidence.attempt)] if tried and evidence.attempt else []
    facts = [fact for condition in (*shown, *tried, *conditions) for fact in condition.facts]
    facts += [loop.fact] if loop else []
    facts += evidence.attempt.facts if evidence.attempt else ()
    parts = whence.as_parameter(case, [*raises, *conjuncts(conditions, evidence)])
    return Told(tuple(where), tuple(parts), conditions, tuple(facts))


def _is_telling(condition: Condition, evidence: Evidence) -> bool:
    """Of a loop, whether what it goes through is tested: else it would be so of any statement in one."""
    header = condition.text
    if header.endswith(NO_BREAK) or not _LOOP.match(header):
        return True
    tested = " ".join(item.text for item in evidence.conditions if is_condition(item.text))
    names = _NAME.findall(header if header.startswith("while ") else header.partition(" in ")[0])
    return bool(set(names).intersection(_NAME.findall(tested)))


def _is_tried(condition: Condition, evidence: Evidence) -> bool:
    """Whether it is the handler of a `try` whose one statement is known."""
    attempt = _attempt(condition, evidence)
    return attempt is not None and bool(attempt.only)


def _attempt(condition: Condition, evidence: Evidence) -> Attempt | None:
    """What is known of the `try` whose handler the condition is."""
    attempt = evidence.attempt
    return attempt if attempt and is_handler(condition.text) and condition.fact.line == attempt.fact.line else None


def _around(condition: Condition, evidence: Evidence) -> str:
    """A guard that is no condition in words; of a handler, with the calls that it guards."""
    attempt = _attempt(condition, evidence)
    text = f"while handling {attempts.caught(attempt)}" if attempt else around(condition.text)
    if attempt and set(attempt.handled) <= _ANY and not _calls(attempt):
        return "while handling whatever went wrong in its `try` block"
    return f"{text} from a block that calls {listed(_calls(attempt), 'and')}" if _calls(attempt) else text


def _calls(attempt: Attempt | None) -> list[str]:
    is_known = attempt is not None and not attempt.imports and len(attempt.calls) <= _MOST_CALLS
    return [code_span(name) for name in attempt.calls] if attempt and is_known else []


@lru_cache(_KEPT)
def named(evidence: Evidence, most: int, longest: int) -> tuple[Condition, ...]:
    """All conditions from the function's entry to the statement; none if that is too much to say.

    Without the checks before the nearest condition that would have raised something else.
    """
    found = leading(evidence)
    is_short = 0 < len(found) <= most and len(" and ".join(conjuncts(found, evidence))) <= longest
    return found if is_short else ()


@lru_cache(_KEPT)
def leading(evidence: Evidence) -> tuple[Condition, ...]:
    """The conditions but for checks that would have raised something else, unless that is the nearest one."""
    found = tuple(condition for condition in folded(evidence.conditions) if is_condition(condition.text))
    near = () if ended(evidence) else found[-1:]
    kept = [condition for condition in found if not condition.is_passed or condition in near]
    return tuple(sorted((*evidence.past, *kept), key=lambda condition: condition.fact.line))


@lru_cache(_KEPT)
def nearest(evidence: Evidence) -> tuple[Condition, ...]:
    """Those of `decisive` that lead to the statement."""
    return tuple(condition for condition in decisive(evidence) if condition in leading(evidence))


@lru_cache(_KEPT)
def conjuncts(conditions: tuple[Condition, ...], evidence: Evidence) -> tuple[str, ...]:
    """The same one by one, without those that others leave no doubt of."""
    parts = [(condition, atoms(condition.text)) for condition in conditions]
    known = {id(atom) for atom in telling([atom for item, found in parts for atom in found if not item.before])}
    words: dict[str, None] = {}
    for condition, found in parts:
        shown = [atom for atom in found if condition.before or id(atom) in known]
        texts = _in_words(shown, evidence) if found else [condition_code(condition.text)]
        words.update(dict.fromkeys([_at_its_time(condition, texts)] if condition.before else texts))
    return tuple(_apart(list(words)))


def _at_its_time(condition: Condition, texts: list[str]) -> str:
    """What held when it was tested, on what has been set anew since."""
    names = [code_span(name) for name in condition.before]
    is_alone = len(names) == 1 and all(text.startswith(names[0]) for text in texts)
    what = "it is" if is_alone else f"{listed(names, 'and')} {'is' if len(names) == 1 else 'are'}"
    return f"{listed(texts, 'and')} {'as given' if condition.is_given else f'before {what} set anew'}"


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
    return [_left_out(atom, evidence) or worded(atom, _kind(evidence, written(atom.subject))) for atom in parts]


def _left_out(atom: Atom, evidence: Evidence) -> str:
    """Whether a parameter was given, where that is told by the name that stands in for nothing."""
    binding = evidence.binding(written(atom.subject)) if is_nothing(atom.right) else None
    if binding is None or binding.origin != "parameter" or atom.operator not in _GIVEN or atom.right is None:
        return ""
    is_default = binding.default == written(atom.right)
    return f"{code_span(binding.name)} is {_GIVEN[atom.operator]}" if is_default else ""


def _kind(evidence: Evidence, subject: str) -> Kind:
    """What is known of a value that is tested for truth: as an option, or by what the function sets it to."""
    held = next((item for item in evidence.held if item.name == subject and item.values and not item.is_given), None)
    return "collection" if held and held.is_collection else kind(evidence.binding(subject))
