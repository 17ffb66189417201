"""The shape of what the static explainer writes: sentences, each with the places that say so."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ingest.explain.conditions import Atom
from ingest.explain.facts import Binding, Condition, Evidence, Fact

Part = Literal["meaning", "trigger", "situations", "solution"]


@dataclass(frozen=True, slots=True)
class Sentence:
    """Text with `code` in backticks. `is_named` tells of a solution that it names an option, a call or a package."""

    part: Part
    text: str
    sources: tuple[Fact, ...] = ()
    is_named: bool = False


@dataclass(frozen=True, slots=True)
class Tested:
    """A condition of the statement taken apart: one atom, where it is tested and where its subject comes from."""

    atom: Atom
    condition: Condition
    subject: str
    binding: Binding | None

    @property
    def facts(self) -> tuple[Fact, ...]:
        return (*self.condition.facts, *(self.binding.facts if self.binding else ()))


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """What a rule looks at. It equals itself alone, as Evidence does."""

    evidence: Evidence
    where: str  # the function, as code in prose
    tested: tuple[Tested, ...]  # the deciding conditions, outermost first


def solution(text: str, facts: Iterable[Fact], *, is_named: bool = True) -> Sentence:
    return Sentence("solution", text, distinct(facts), is_named)


def distinct(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Each place once, those that quote nothing left out."""
    return tuple(dict.fromkeys(fact for fact in facts if fact.quote))
