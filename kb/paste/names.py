"""Tells exception names from other words, and reads `package.Type: message`."""

import builtins
import re
from dataclasses import dataclass
from typing import Literal

from .located import Located

Strength = Literal["strong", "medium", "weak"]

BUILTINS = frozenset(
    name for name, kind in vars(builtins).items() if isinstance(kind, type) and issubclass(kind, BaseException)
)
SUFFIXES = (
    "Error",
    "Exception",
    "Warning",
    "Exit",
    "Interrupt",
    "Failure",
    "Fault",
    "Timeout",
    "NotFound",
    "DoesNotExist",
)
# Plain words that CamelCase alone would take for a class, though people put a colon behind them all the time.
# fmt: off
NOT_TYPES = frozenset({
    "Actual", "Args", "Cause", "Code", "Command", "Date", "Debug", "Description", "Detail", "Details",
    "Environment", "Error", "Exception", "Exit", "Expected", "File", "Got", "Hint", "Host", "Info", "Input",
    "Line", "Location", "Message", "Name", "Note", "Output", "Path", "Reason", "Received", "Request",
    "Response", "Result", "Run", "Stack", "Status", "Step", "Time", "Traceback", "Type", "Url", "Usage",
    "Value", "Version", "Warning",
})
# fmt: on
NAME = re.compile(r"(?:[^\W\d]\w{0,99}\.|<locals>\.){0,12}[^\W\d]\w{0,99}")
AFTER_NAME = re.compile(r"(?:\([\w.]{1,99}\))?(?P<colon>\s{0,2}[:：](?=\s|$)\s?|\s*$)")
# What every sure name contains, but those with a module: they are sure by that.
SIGNS = re.compile("|".join((*SUFFIXES, "Iteration")))
# `<Colour.DARK_RED: 1>`: an enumeration's member, whose repr looks like a class in a module.
CONSTANT = re.compile(r"[A-Z][A-Z0-9]*_[A-Z0-9_]+")
MODULES = frozenset({"error", "errors", "exc", "exception", "exceptions"})
LOWER_CASE = frozenset({"error", "timeout", "gaierror", "herror"})
# The dot comes first, which makes looking for it fast.
DOTTED = re.compile(r"\.(?<=\w\.)(?:_?[A-Z]\w{0,99}|error|timeout|gaierror|herror)(?:\s?[:：(]|\s*$)")
CAMEL = re.compile(r"_?[A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)+|[A-Z][a-z]+\d{3}|[A-Z]{2,}[a-z]\w*")


@dataclass(frozen=True, slots=True)
class Named:
    """`module.Type: rest` as read from one line: where the type and the rest lie in it, and how sure the type is."""

    type: str
    module: str
    strength: Strength
    type_span: tuple[int, int]
    rest: int
    has_colon: bool


def strength_of(dotted: str) -> Strength:
    """How much a name looks like an exception class: by its ending, by its shape, or hardly."""
    module, _, name = dotted.rpartition(".")
    if name in BUILTINS and name not in NOT_TYPES:
        return "strong"
    if name.endswith(SUFFIXES) and name[:1].isupper() and (module or name not in NOT_TYPES):
        return "strong"
    if module and not CONSTANT.fullmatch(name) and (name[:1].isupper() or name in LOWER_CASE):
        return "strong" if name not in NOT_TYPES else "medium"
    if CAMEL.fullmatch(name):
        return "medium"
    return "medium" if name in {"Exception", "Warning", "Error"} else "weak"


def may_name(text: str) -> bool:
    """Could a text hold the name of an exception that is sure without a traceback? A quick look."""
    return SIGNS.search(text) is not None or ("." in text and DOTTED.search(text, 0, 4000) is not None)


def is_surely_type(dotted: str) -> bool:
    """Does the class's own name say that it is an exception (`a.FooError`; not `a.Symbol`)?"""
    return strength_of(dotted) == "strong" and strength_of(dotted.rpartition(".")[2]) == "strong"


def is_of_errors(dotted: str) -> bool:
    """Does a class stand in a module that its package keeps for exceptions (`a.exceptions.Misconfigured`)?"""
    *modules, name = dotted.split(".")
    return name[:1].isupper() and not MODULES.isdisjoint(modules)


def named_at(text: str, pos: int = 0) -> Named | None:
    """Reads `package.Type: message`, `Type(Cause): message` or a lone `package.Type` that starts at `pos`."""
    name = NAME.match(text, pos)
    if name is None:
        return None
    after = AFTER_NAME.match(text, name.end())
    if after is None:
        return None
    module, _, bare = name.group().rpartition(".")
    colon = after.group("colon")
    return Named(
        type=bare,
        module=module,
        strength=strength_of(name.group()),
        type_span=name.span(),
        rest=after.end(),
        has_colon=":" in colon or "：" in colon,
    )


def named_in(line: Located) -> Named | None:
    """`named_at` for a line's first word."""
    return named_at(line.text, len(line.text) - len(line.text.lstrip()))
