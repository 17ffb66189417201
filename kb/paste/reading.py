"""What a paste says: the shapes that reading hands on.

Offsets are character offsets into the pasted text, half open. Nothing here computes.
"""

from dataclasses import dataclass
from typing import Literal

Role = Literal["only", "root", "wrapper", "handled"]
Part = Literal["type", "message", "note", "frame"]
FOREIGN = frozenset({"java", "node", "dotnet", "go", "ruby", "rust", "php", "foreign"})


@dataclass(frozen=True, slots=True)
class PastedFrame:
    """One line of a traceback: where, in what, and the source text printed with it.

    `path` is as pasted. `line` is None when the paste does not tell it; `function` and `code` are "" then.
    """

    path: str
    line: int | None
    function: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class PartSpan:
    """Where one part of an error lies in the paste; a part printed over several lines has one span a line."""

    part: Part
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PastedError:
    """One exception block, or one line that names or tells an error.

    `exc_type`: bare class name, "" when none is printed. `exc_module`: its dotted module, "" when not printed.
    `is_type_sure`: False when the word before the colon may as well belong to the message (`Options: a, b`).
    `message`: without type and notes; `label`: what is printed before it (`Error: `), by a tool or by what raised;
    `tail`: text after a blank line that may still belong to it. Both are "" where there is none, and only knowing the
    template decides. `frames`: outermost first.
    `role`: "only" for an error without a chain; "root" started the chain, "wrapper" was raised from another or groups
    others, "handled" was being handled when another one was raised.
    `ends_in_frame`: its last line stands right below its innermost frame, so that none seems to be left out.
    `count`: how often the same error stands in the paste. `is_truncated`: the message or the block's end is cut.
    """

    exc_type: str
    exc_module: str
    message: str
    frames: tuple[PastedFrame, ...]
    span: tuple[int, int]
    spans: tuple[PartSpan, ...] = ()
    notes: tuple[str, ...] = ()
    label: str = ""
    tail: str = ""
    role: Role = "only"
    count: int = 1
    dialect: str = "line"
    is_truncated: bool = False
    is_type_sure: bool = True
    ends_in_frame: bool = False

    @property
    def is_foreign(self) -> bool:
        """Does a program print it so that is not written in Python?"""
        return self.dialect in FOREIGN


@dataclass(frozen=True, slots=True)
class Stripped:
    """Something taken off before reading: its `kind` ("prefix", "ansi", "json", …), the first `text`, how often."""

    kind: str
    text: str
    count: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything read in a paste: errors in the order of the text, and what was stripped to see them."""

    errors: tuple[PastedError, ...] = ()
    stripped: tuple[Stripped, ...] = ()
