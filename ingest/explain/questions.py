"""What is asked of the files of a Pin, and its answer, here or in a process beside this one. Pure.

An answer depends on nothing but the question and the files.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from ingest.explain.facts import Setting
from ingest.explain.index import Index
from ingest.explain.proof.expectations import Expectation
from ingest.explain.proof.finding import expected, settings
from ingest.explain.saying import Row, Said, said


class Explain(msgspec.Struct, tag=True):
    """What there is to say of some of the entries that stand in a file: a Said for each."""

    path: str
    rows: list[Row]


class Expect(msgspec.Struct, tag=True):
    """What the tests in a file expect: Expectations, None if it could not be read."""

    path: str


class Settle(msgspec.Struct, tag=True):
    """What makes run alone what is expected on some lines of a file: a Setting or None by line, where that is known."""

    path: str
    lines: list[int]


Question = Explain | Expect | Settle
ANSWERS: Final[dict[type, Any]] = {
    Explain: list[Said],
    Expect: list[Expectation] | None,
    Settle: dict[int, Setting | None],
}


def answer(question: Question, index: Index) -> object:
    """As `ANSWERS` has it for the kind of question."""
    if isinstance(question, Explain):
        return said(index, question.path, question.rows) if question.rows else []
    content = index.read(question.path) or b""
    if isinstance(question, Expect):
        return expected(question.path, content)
    return settings(question.path, content, question.lines)


def weight(question: Question) -> int:
    """How much work it is, in entries."""
    return len(question.rows) if isinstance(question, Explain) else 1
