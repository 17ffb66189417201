"""Arrange an Answer for its page: for each error that was read, its best match, the others and what to say.

Pure, but for looking up what to do about the errors that were found, the lines around their statements, and which
packages of an unanswered paste are known.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from kb.display.advice import explanations, first_solutions
from kb.display.excerpt import Excerpt, excerpts
from kb.display.explanation import Explanation, Sentence
from kb.display.projects import without_project
from kb.matching import Answer, Match, Outcome
from kb.paste import PastedError, PastedFrame
from kb.text import key

MOST_PACKAGES: Final = 8
MOST_SEARCHED: Final = 300

_INSTALLED: Final = re.compile(r".*/(?:site|dist)-packages/([A-Za-z0-9_]+)(?:\.py$|/)")
_QUOTED: Final = re.compile("“([^”]+)”")
_ADVISES: Final = "The message advises: "
_AS_IT_SAYS: Final = "Do as the message itself advises."
_ROLES: Final = {
    "root": "the root cause",
    "wrapper": "raised from another",
    "handled": "was being handled when another was raised",
}


@dataclass(frozen=True)
class Group:
    """One error of the paste. `role` is what it is in its chain, in words, "" outside of one; `says` its outcome.
    `explanation` and `excerpt` are those of `best` where it is the one that raised it, None else; `choice`, by entry,
    what is written of those that a reader has to choose from. `by_python`: whether Python itself raised it; `look_at`:
    the frame of the reader's own code to look at then, if there is one."""

    error: PastedError
    role: str
    outcome: Outcome
    says: str
    best: Match | None
    others: tuple[Match, ...]
    explanation: Explanation | None = None
    excerpt: Excerpt | None = None
    choice: Mapping[str, Explanation] = field(default_factory=dict)
    by_python: bool = False
    look_at: PastedFrame | None = None

    @property
    def is_sure(self) -> bool:
        return self.outcome == "exact" and self.best is not None

    @property
    def exc_type(self) -> str:
        """As pasted, else of the statement that raised it."""
        return self.error.exc_type or (self.best.exc_type if self.best and self.is_sure else "")

    @property
    def has_own_message(self) -> bool:
        """Whether the message has to be shown as pasted, since no match shows it with its values."""
        fits = self.best is not None and bool(self.best.message) and self.outcome in ("exact", "ambiguous")
        return bool(self.error.message) and not fits

    @property
    def meaning(self) -> tuple[Sentence, ...]:
        """What it means in a sentence; the entry's page has the others."""
        return self.explanation.said.get("meaning", ())[:1] if self.explanation else ()

    @property
    def solutions(self) -> tuple[Sentence, ...]:
        """What to do, the first few, the message's own words left out; the entry's page has all."""
        first = first_solutions(self.explanation) if self.explanation else ()
        return tuple(_unrepeated(sentence, self.error.message) for sentence in first)


@dataclass(frozen=True)
class Said:
    """What was read, in brief: the errors' types in the order of the paste, its frames, and the installed packages that
    these lie in, the innermost first. `unread`: those that no project here is named after, if nothing was found.
    """

    types: tuple[str, ...]
    errors: int
    frames: int
    packages: tuple[str, ...]
    unread: tuple[str, ...]

    @property
    def command(self) -> str:
        """What reads them."""
        return " ".join(["manage.py ingest", *(f"pypi:{package}" for package in self.unread)])


def said(answer: Answer) -> Said:
    frames = [frame for error in answer.errors for frame in error.frames]
    packages = tuple(dict.fromkeys(filter(None, (_package(frame.path) for frame in reversed(frames)))))[:MOST_PACKAGES]
    return Said(
        types=tuple(dict.fromkeys(error.exc_type for error in answer.errors if error.exc_type)),
        errors=len(answer.errors),
        frames=len(frames),
        packages=packages,
        unread=without_project(packages) if packages and answer.outcome in ("similar", "unmatched") else (),
    )


def _unrepeated(sentence: Sentence, message: str) -> Sentence:
    """`sentence`, unless all that it does is quote what stands in the message, right beside it."""
    if not sentence.text.startswith(_ADVISES):
        return sentence
    quoted = [key(part) for part in _QUOTED.findall(sentence.text)]
    is_repeated = bool(quoted) and all(part in key(message) for part in quoted)
    return replace(sentence, text=_AS_IT_SAYS) if is_repeated else sentence


def search_words(answer: Answer) -> str:
    """What to search for where no statement says anything like the paste: its last message; "" where one does."""
    said = [error.message for error in answer.errors if error.message.strip()]
    return " ".join(said[-1].split())[:MOST_SEARCHED] if said and not answer.matches else ""


def _package(path: str) -> str:
    """The package that an installed file belongs to, "" for a file that lies elsewhere."""
    found = _INSTALLED.search(path.replace("\\", "/"))
    return found[1] if found else ""


def groups(answer: Answer) -> list[Group]:
    """The errors that were looked up, the one with the best match first, those without any match last."""
    matches: dict[int, list[Match]] = {}
    for match in answer.matches:
        matches.setdefault(match.error_index, []).append(match)
    unmatched = [index for index in answer.outcomes if index not in matches]
    written = explanations(answer)
    arranged = [_group(answer, index, matches.get(index, []), written) for index in (*matches, *unmatched)]
    return _with_excerpts(arranged)


def _with_excerpts(arranged: list[Group]) -> list[Group]:
    """Where the statement is known for sure, the lines around it; one query for all."""
    sure = {group.best.id for group in arranged if group.best and group.is_sure}
    found = excerpts(sure) if sure else {}
    return [
        replace(group, excerpt=found.get(group.best.id)) if group.best and group.is_sure else group
        for group in arranged
    ]


def _group(answer: Answer, index: int, found: list[Match], written: Mapping[str, Explanation]) -> Group:
    error, outcome = answer.errors[index], answer.outcomes.get(index, "unmatched")
    best = found[0] if found else None
    by_python = answer.by_python.get(index)
    return Group(
        error=error,
        role=_ROLES.get(error.role, ""),
        outcome=outcome,
        says=answer.says[index],
        by_python=by_python is not None,
        look_at=by_python.look_at if by_python else None,
        best=best,
        others=tuple(found[1:]),
        explanation=written.get(best.id) if best and outcome == "exact" else None,
        choice=written if outcome == "ambiguous" else {},
    )
