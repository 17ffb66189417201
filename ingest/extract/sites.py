"""The words that extraction and linking speak: what one source file says about its errors.

Plain values without behaviour, the same for every language. They are frozen and msgpack-encodable
because one blob's SourceFacts (`facts`) are cached by blob hash and shared by every path
and every pin that holds the blob. Nothing here knows a path, a pin or a database.
"""

from typing import Final, Literal

import msgspec

# The kinds in the order in which they are offered as a filter. The first five end the call, and are what the default
# view shows; the next two let the program go on; the last hands its text to what may raise it later, and ends nothing.
Kind = Literal["error", "assertion", "exit", "usage", "abort", "warning", "log", "handed"]
PASSING: Final[frozenset[Kind]] = frozenset({"warning", "log", "handed"})  # that end nothing

# How the message is written; the rows of `make bench-extract`'s table.
Form = Literal[
    "constant", "f-string", "percent", "format", "concat", "join", "dedent", "gettext", "local", "conditional",
    "module constant", "class default", "table", "helper", "keyword", "no message", "reraise", "unresolved",
]  # fmt: skip

# Why a message could not be worked out. "" = it was, or the statement carries none.
Reason = Literal["", "caught exception", "argument of the caller", "dynamic"]


class Hole(msgspec.Struct, frozen=True, gc=False, tag="hole"):
    """A part of a message that varies; `source` is its expression as written, e.g. `response.status_code`.

    Where the message shows the value's repr (`{kind!r}`, `%r`), `source` ends with `!r`. Format specs are left out;
    `str(x)` stays as written.
    """

    source: str


class Ref(msgspec.Struct, frozen=True, gc=False, tag="ref"):
    """A part of a message that other code decides; linking replaces it by text, Holes, or both.

    `target` is the dotted name as written in this file (`ERRORS`, `messages.NOT_FOUND`, `self.fail`).
    `how` says what to take from it: its value (a constant or attribute), the item under `key` (or under what
    the first argument says, where the second is the text for other keys; any item where neither tells), what a call of
    it returns (`args` are the call's arguments as messages), or, for "exception", what `str()` shows of the exception
    that calling it with `args` gives: it is a class or a function that builds one. When nothing is found, an
    "exception" shows its arguments (`ingest.extract.shown.shown("", args)`), any other Ref becomes a Hole
    with `source`, the whole expression as written.
    """

    target: str
    how: Literal["value", "item", "call", "exception"]
    source: str
    key: str = ""
    args: tuple["Argument", ...] = ()


class Param(msgspec.Struct, frozen=True, gc=False, tag="param"):
    """The value of a parameter of the enclosing function; linking replaces it by what callers pass, else by a Hole.

    `name` is the parameter's, `source` the whole expression as written.
    """

    name: str
    source: str


class Argument(msgspec.Struct, frozen=True, gc=False):
    """One argument of a call; `name` is "" for a positional one, "*" and "**" for unpacked ones.

    `messages` are its possible texts. `is_text` is False for a number, None or the like, whose repr has no quotes.
    """

    name: str
    messages: tuple["Message", ...]
    is_text: bool = True


class Format(msgspec.Struct, frozen=True, gc=False, tag="format"):
    """A format string that other code decides (it holds a Ref or Param), and what it is filled with.

    Once linking knows `pieces`, `ingest.extract.formats.fill` turns this into literals and Holes.
    """

    style: Literal["percent", "format"]
    pieces: tuple["Piece", ...]
    args: tuple[Argument, ...]
    source: str


# One wording: literals, Holes and, until linking, Params, Refs and Formats, in order. No two neighbouring literals.
Piece = str | Hole | Param | Ref | Format


class Condition(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """That a parameter, or `self.x`, is truthy, or with `is_none` None; with `holds` False, that it is not."""

    name: str
    is_none: bool = False
    holds: bool = True


class Message(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One possible wording of a statement's message; `when` is what it needs of its caller, until linking."""

    pieces: tuple[Piece, ...]
    when: tuple[Condition, ...] = ()


class Guard(msgspec.Struct, frozen=True, gc=False):
    """A condition that holds when the statement runs, as source text, with the line that tests it.

    `text` reads as true: an `else` of `if x:` gives `not (x)`; an except clause gives `except KeyError`.
    """

    text: str
    line: int


class ExtractedSite(msgspec.Struct, frozen=True, gc=False):
    """One statement that raises, warns or logs an error, hands its text to what may raise it, or returns an exception.

    `line`..`end_line` (1-based, inclusive) and `column` (0-based, bytes) are the whole statement's. `qualname` is
    Python's `__qualname__` of the enclosing function or class ("<module>" outside any), with `<locals>`.
    `exc` is the exception as written (dotted, "" if there is none to name). Linking fills `exc_type` (the class's own
    name), `exc_qualified` (`module.Class` where it is defined) and `bases` (qualified, nearest first, builtins too).
    `via` names the helper that raises, when this statement is a call that hands the message to it; of the kind "handed"
    it is what the pin does not define: `package.Class(keyword=…)`.
    """

    kind: Kind
    form: Form
    line: int
    end_line: int
    column: int
    qualname: str
    exc: str
    messages: tuple[Message, ...]
    reason: Reason = ""
    guards: tuple[Guard, ...] = ()
    exc_type: str = ""
    exc_qualified: str = ""
    bases: tuple[str, ...] = ()
    via: str = ""
    doc: str = ""  # first paragraph of the enclosing function's docstring
    function_line: int = 0  # line of the enclosing function's `def`, 0 at module level
    cause: str = ""  # the expression after `from`


class LinkedFile(msgspec.Struct, frozen=True, gc=False):
    """A file of a pin after linking: its sites hold no Ref any more."""

    path: str
    blob: str
    category: Literal["source", "test", "vendored", "generated"]
    sites: tuple[ExtractedSite, ...]
