"""What a paste is answered with: the shapes that pages and the API hand on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from kb.paste import PastedError, PastedFrame

# "exact": the evidence singles one entry out. "ambiguous": several answer it equally well, or one
# says all of it in so few words that code which is not known here may say it too. "similar": the best that
# there is, which may be another error. "unmatched": nothing known comes near.
Outcome = Literal["exact", "ambiguous", "similar", "unmatched"]


@dataclass(frozen=True, slots=True)
class Match:
    """An entry offered for error `error_index` of the paste. `score` is 0 to 1. `path` is relative to the source's
    root; `line`..`end_line` is the statement (None when the entry has no site), as read at `version`. `message`: the
    entry's wording that fits best, the first one where none does. `values`: a Hole's expression -> what stands in its
    place in the paste. `reasons`: short phrases for a person, the strongest first. `pasted_line`: where the paste has
    the statement, None unless that is another line than here; `pasted_version`: the version that has it there, "" if
    none that was read does."""

    id: str
    score: float
    project: str
    exc_type: str
    title: str
    message: str
    path: str
    line: int | None
    end_line: int | None
    qualname: str
    values: dict[str, str] = field(default_factory=dict)
    reasons: list[str] = field(default_factory=list)
    error_index: int = 0
    is_current: bool = True
    version: str = ""
    pasted_line: int | None = None
    pasted_version: str = ""


@dataclass(frozen=True, slots=True)
class ByPython:
    """`look_at`: the innermost frame in code that is neither Python's nor of an installed package, None if none is."""

    look_at: PastedFrame | None


@dataclass(frozen=True, slots=True)
class Answer:
    """`errors`: all that were read in the paste. `outcome` is that of the error that the first match is for;
    `outcomes`: error index -> outcome, for those that were looked up. `says`: likewise, the outcome in sentences for a
    person. `by_python`: likewise, for those that Python itself raised, as it may in any code. `decides`: what would
    tell whether the first match is it, or which of the first ones, "" unless ambiguous."""

    outcome: Outcome
    errors: tuple[PastedError, ...] = ()
    matches: tuple[Match, ...] = ()
    decides: str = ""
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    by_python: dict[int, ByPython] = field(default_factory=dict)
    says: dict[int, str] = field(default_factory=dict)

    @property
    def leading(self) -> int | None:
        """The index of the error that the first match is for, else of the first that was looked up, if any was."""
        return self.matches[0].error_index if self.matches else next(iter(self.outcomes), None)
