"""PURE: what ties two entries together, in words, and how much each tie says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from kb.related.row import Row
from kb.text import words

LEAST_BITS: Final = 1.5
# A word that stands alone has to be a long one and no joint of a sentence: "file" and "because" tie nothing.
LONE_WORD: Final = 6
_JOINTS: Final = frozenset(
    (
        "another", "because", "before", "between", "during", "either", "further", "neither", "should", "through",
        "together", "unless", "whether", "without",
    )
)  # fmt: skip
# What a coined word has and one of the dictionary has not: a digit, an underscore or an inner capital.
_COINED: Final = re.compile(r"\d|\w_\w|[a-z][A-Z]|[A-Z][A-Z]")


@dataclass(frozen=True)
class Here:
    """The entry that neighbours are sought for. `telling`: words it says, each with how much sharing one tells (bits),
    `sharing`: who shares them."""

    row: Row
    conditions: list[str]
    options: set[str]
    own_classes: list[str]
    telling: dict[str, float]
    sharing: dict[str, float]


def ties(here: Here, there: Row) -> Iterator[tuple[float, str]]:
    """What ties the two together, each with how much it says."""
    is_near = here.row.path == there.path
    options = {word: here.telling[word] for word in here.options & there.options if word in here.telling}
    bits = max(options.values(), default=0)
    if conditions := [guard for guard in there.conditions if guard in here.conditions]:
        # The same words elsewhere need not mean the same, unless they are rare ones.
        yield 5 if is_near else 1 + 0.7 * bits, f"same condition: {conditions[-1]}"
    elif bits >= LEAST_BITS:
        yield 1 + 0.6 * bits, f"same option: {max(options, key=lambda word: ('_' in word, options[word], word))}"
    if is_near:
        yield _place(here.row, there)
    if classes := [name for name in there.own_classes if name in here.own_classes]:
        yield 1.5, f"same kind of exception: {classes[0].rpartition('.')[2]}"
    yield from _text(here, there)


def _text(here: Here, there: Row) -> Iterator[tuple[float, str]]:
    """Telling words that both messages say. Words of the dictionary say little, unless they are several."""
    literals = there.literals
    said = [word for word in dict.fromkeys(words(literals)) if here.telling.get(word, 0) >= LEAST_BITS]
    coined = {word.lower() for word in re.findall(r"\w+", literals) if _COINED.search(word)}
    is_coined = not coined.isdisjoint(said)
    if not said or (len(said) == 1 and not is_coined and (len(said[0]) < LONE_WORD or said[0] in _JOINTS)):
        return
    most = 4.5 if is_coined else min(1 + len(said), 4.5)
    bits = sum(here.telling[word] for word in said)
    named = sorted(said, key=lambda word: -here.telling[word])[:3]
    yield min(most, 1 + 0.5 * bits), f"similar text: {', '.join(named)}"


def _place(here: Row, there: Row) -> tuple[float, str]:
    closeness = 10 / (10 + abs(here.line - there.line))
    owner = here.qualname.rpartition(".")[0]
    if here.qualname == there.qualname and here.qualname != "<module>":
        return 3.5 + closeness, f"same function: {here.qualname}"
    if owner and owner == there.qualname.rpartition(".")[0]:
        return 2.5 + closeness, f"same class: {owner}"
    return 1 + closeness, "same file"
