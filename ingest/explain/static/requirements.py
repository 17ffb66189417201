"""What a message says of the version that a package has to be of: a reason to upgrade it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from kb.display.explanation import code_span

_EXTRAS = r"(?:\[[\w.,\- ]{1,200}\])?"
_BOUND = r"(?:[<>=!~]=|[<>]) ?v?\d(?:[\w.]*\w)?"
_REQUIREMENT = re.compile(
    rf"(?<![\w.\-])(?P<name>[A-Za-z][\w.\-]{{0,100}}){_EXTRAS}[`'\"]? ?(?P<bounds>(?:{_BOUND})(?:, ?(?:{_BOUND}))*)"
)
_NEEDED = re.compile(
    r"\b(?:requires?|needs?|install(?:ed)?|(?:must|should|to) have|use)(?: (?:the|at least))? [`'\"]?$"
)
_NEAR = 40  # characters that the two look back
_OF_VERSION = re.compile(
    rf"\bversions?\b|\b(?:up(?:grade|date)d?|newer|outdated|out of date|too old|latest)\b|{_BOUND}", re.IGNORECASE
)
# Behind these stands what is there.
_HELD = re.compile(
    r"(?:\b(?:found|got|is|not|using|detected|currently|but|running)|(?<!must )(?<!should )(?<!to )\bha(?:ve|s))"
    r"(?: only)?:? [`'\"]?$"
)
_VERSION = re.compile(r"\d+(?:\.\d+)+")


def asked(message: str, modules: Sequence[str]) -> str:
    """Which version of one of these the message asks for, as `name>=1.0`; "" if it names none, or several."""
    known = {_plain(part) for name in modules for part in (name, name.partition(".")[0])}
    return _one(item for item in _wanted(message) if _plain(item["name"]) in known)


def _akin(message: str, modules: Sequence[str]) -> str:
    """The one that it says is needed, if it is of a single package, which is called much like one of these."""
    words = {word for name in modules for word in re.split(r"[-_.]+", name.lower())}
    found = (item for item in _wanted(message) if _NEEDED.search(_before(message, item)))
    return _one(item for item in found if not words.isdisjoint(_plain(item["name"]).split("-")))


def _wanted(message: str) -> Iterator[re.Match[str]]:
    return (item for item in _REQUIREMENT.finditer(message) if not _HELD.search(_before(message, item)))


def _before(message: str, item: re.Match[str]) -> str:
    return message[max(0, item.start() - _NEAR) : item.start()]


def _one(found: Iterable[re.Match[str]]) -> str:
    texts = {f"{item['name']}{item['bounds'].replace(' ', '')}" for item in found}
    return texts.pop() if len(texts) == 1 else ""


def verb(message: str) -> str:
    """What to do with a package: one that is there may be of another version than the message speaks of."""
    return "Install or upgrade" if _OF_VERSION.search(message) else "Install"


def reason(message: str, modules: Sequence[str]) -> str:
    """What to add to advice on installing what has the modules; "" if the message asks for no version of it."""
    found = asked(message, modules) or _akin(message, modules)
    return f": the message asks for {code_span(found)}" if found else ""


def is_of_version(call: str) -> bool:
    """Whether a call that looks for a module asks for its version as well."""
    return bool(_VERSION.search(call)) or re.search(r"version|greater|at_least|newer", call) is not None


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
