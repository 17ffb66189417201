"""What a message says of the version that a package has to be of: in commands, and as a reason to upgrade. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from kb.display.explanation import code_span

_EXTRAS = r"(?:\[[\w.,\- ]+\])?"
_BOUND = r"(?:[<>=!~]=|[<>]) ?v?\d(?:[\w.]*\w)?"
_REQUIREMENT = re.compile(rf"(?P<name>[A-Za-z][\w.\-]*){_EXTRAS}[`'\"]? ?(?P<bounds>(?:{_BOUND})(?:, ?(?:{_BOUND}))*)")
_NEEDED = re.compile(r"\b(?:requires?|needs?|install(?:ed)?|have|use)(?: (?:the|at least))? [`'\"]?$")
_OF_VERSION = re.compile(
    rf"\bversions?\b|\b(?:up(?:grade|date)d?|newer|outdated|out of date|too old|latest)\b|{_BOUND}", re.IGNORECASE
)
_SHELL = re.compile(r"[<>!\[*]")
_VERSION = re.compile(r"\d+(?:\.\d+)+")


def as_typed(command: str) -> str:
    """A command as shells take it: what holds a bound in quotes, or `>` would write a file."""
    words = [word.strip("'\"") for word in command.split()]
    return " ".join(f"'{word}'" if _SHELL.search(word) and "[" not in word[:1] else word for word in words)


def asked(message: str, modules: Sequence[str]) -> str:
    """Which version of one of these the message asks for, as `name>=1.0`; "" if it names none, or several."""
    known = {_plain(part) for name in modules for part in (name, name.partition(".")[0])}
    return _one(item for item in _REQUIREMENT.finditer(message) if _plain(item["name"]) in known)


def _alone(message: str) -> str:
    """The one that it says is needed, if it is of a single package."""
    return _one(item for item in _REQUIREMENT.finditer(message) if _NEEDED.search(message[: item.start()]))


def _one(found: Iterable[re.Match[str]]) -> str:
    texts = {f"{item['name']}{item['bounds'].replace(' ', '')}" for item in found}
    return texts.pop() if len(texts) == 1 else ""


def verb(message: str) -> str:
    """What to do with a package: one that is there may be of another version than the message speaks of."""
    return "Install or upgrade" if _OF_VERSION.search(message) else "Install"


def reason(message: str, modules: Sequence[str]) -> str:
    """What to add to advice on installing what has the modules; "" if the message asks for no version of it."""
    found = asked(message, modules) or _alone(message)
    return f": the message asks for {code_span(found)}" if found else ""


def is_of_version(call: str) -> bool:
    """Whether a call that looks for a module asks for its version as well."""
    return bool(_VERSION.search(call)) or re.search(r"version|greater|at_least|newer", call) is not None


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
