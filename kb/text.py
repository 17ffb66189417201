"""PURE: a message's text made comparable, in one way for storing and for matching.

Three views of a text. `normalise`: as a person reads it, on one line, quotes straight. `words`: what fingerprints
are made of. `key`: what alignment compares: no whitespace, no accents, so that wraps and indents cannot matter.
Names are split into their parts (`snake_case`, `CamelCase`) for search only.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache

# A template's pieces in order, as MessageTemplate.pieces holds them: "literal" or {"hole": "expression"}.
Piece = str | Mapping[str, str]

HOLE = "\x01"  # stands for a Hole in a `pattern`; no `key` contains it

_SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u2032\u2035\u2039\u203a\u00b4\uff07"
_DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u2033\u2036\u00ab\u00bb\uff02"
_STRAIGHT = str.maketrans(dict.fromkeys(_SINGLE_QUOTES, "'") | dict.fromkeys(_DOUBLE_QUOTES, '"'))
# Scripts written without spaces: each character is a word of its own.
_SPACELESS = r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD = re.compile(rf"[{_SPACELESS}]|[^\W{_SPACELESS}]+")
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_A-Za-z]+")
_REMEMBERED_CHARACTERS = 8192


class _FoldTable(dict[int, str | None]):
    """A str.translate table from a character to what alignment compares, worked out when first met."""

    def __missing__(self, code: int) -> str | None:
        folded = _folded(chr(code)) or None  # None deletes, and unlike "" keeps translate on its fast path
        if len(self) < _REMEMBERED_CHARACTERS:  # a hostile paste may hold every character there is
            self[code] = folded
        return folded


def _folded(character: str) -> str:
    if character.isspace():
        return " "
    if character in _SINGLE_QUOTES or character in _DOUBLE_QUOTES or character in "\"'`":
        return "'"
    decomposed = unicodedata.normalize("NFKD", character)
    return "".join(part for part in decomposed if not part.isspace() and unicodedata.category(part)[0] not in "MC")


_FOLD = _FoldTable()


def normalise(text: str) -> str:
    """The text on one line: NFKC, quotes straight, control characters gone, each run of whitespace one space."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).translate(_STRAIGHT)
    if not text.isprintable():
        text = "".join(c if c.isprintable() or c.isspace() else "" for c in text)
    return " ".join(text.split())


def shortened(text: str, length: int) -> str:
    """The text on one line, at most `length` characters of it, with "…" behind the last whole word where it is cut."""
    line = " ".join(text[: 4 * length].split())
    if len(line) <= length:
        return line if len(text) <= 4 * length else f"{line}…"
    words, _, begun = line[: length - 1].rpartition(" ")
    # A word of endless length, as of a script without spaces, is cut where it has to be.
    return f"{words if len(begun) < length // 2 else line[: length - 1]}…"


def words(text: str) -> list[str]:
    """The words in order, lower case, without underscores at their ends (markdown eats those)."""
    return list(_words(text))


@lru_cache(maxsize=1024)  # a template's literals are asked for several times in turn
def _words(text: str) -> tuple[str, ...]:
    found = _WORD.findall(normalise(text).lower())
    return tuple([word for word in [word.strip("_") for word in found] if word] if "_" in text else found)


def search_words(text: str) -> list[str]:
    """The words and, behind each name, its parts: `maxLength` -> maxlength max length."""
    return [part for word in _WORD.findall(normalise(text)) for part in _with_parts(word)]


@lru_cache(maxsize=65536)
def _with_parts(word: str) -> tuple[str, ...]:
    parts = _PART.findall(word)
    found = (word.strip("_").lower(), *(part.lower() for part in parts if len(parts) > 1))
    return tuple(part for part in found if part)


def fixed_runs(pieces: Sequence[Piece]) -> list[list[str]]:
    """The words of each literal that has any, without those that a Hole's value may be glued to."""
    runs = []
    for index, piece in enumerate(pieces):
        if not isinstance(piece, str):
            continue
        run = list(_words(piece))
        if run and index + 1 < len(pieces) and _is_glued(piece[-1:]):
            run.pop()
        if run and index > 0 and _is_glued(piece[:1]):
            run.pop(0)
        if run:
            runs.append(run)
    return runs


def shown(pieces: Sequence[Piece]) -> str:
    """The template as one text, its Holes written {expression}."""
    return "".join(piece if isinstance(piece, str) else f"{{{piece['hole']}}}" for piece in pieces)


def fixed_words(pieces: Sequence[Piece]) -> int:
    """How many words of a template are fixed."""
    return sum(len(run) for run in fixed_runs(pieces))


def _is_glued(character: str) -> bool:
    match = _WORD.match(character)
    return match is not None and not re.match(f"[{_SPACELESS}]", character)


def key(text: str) -> str:
    """The text as alignment compares it: no whitespace, accents or control characters, one kind of quote."""
    return folded(text).replace(" ", "")


def folded(text: str) -> str:
    """The key with its words apart: each run of whitespace one space, none at the ends."""
    return " ".join(text.translate(_FOLD).split())


def key_offsets(text: str) -> list[int]:
    """For each character of `key(text)`, the index in `text` that it comes from."""
    return [at for at, character in enumerate(text) for part in _FOLD[ord(character)] or "" if part != " "]


def pattern(pieces: Sequence[Piece]) -> str:
    """The template as alignment compares it, words still apart: literals folded as keys are, HOLE for each Hole."""
    parts = [piece.translate(_FOLD) if isinstance(piece, str) else HOLE for piece in pieces]
    return re.sub(f"{HOLE}+", HOLE, " ".join("".join(parts).split()))


def pattern_literals(pattern: str) -> list[str]:
    """The keys of a pattern's literals, those before the first and after the last Hole too, "" where it has none."""
    return pattern.replace(" ", "").split(HOLE)
