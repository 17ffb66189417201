"""A Python file -> what is code in it, and what is prose: comments and docstrings, which speak to people. Pure.

Prose is where upstream can put words meant for a model. None of it is shown to one, and none of it makes a name known.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ingest.extract.python.source import utf8

WORD: Final = re.compile(r"\w+")
_LONGEST_NAME: Final = 60  # characters of a string that may be a name or a value, not a text
_LAYOUT: Final = (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT)


@dataclass(frozen=True, slots=True)
class Code:
    """`lines` have blanks in place of prose; none if the file is not read. `texts` are its prose and long strings."""

    lines: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    texts: tuple[str, ...] = ()

    def excerpt(self, line: int, around: int) -> list[str]:
        """The lines about `line`, numbered."""
        first = max(line - around, 1)
        shown = self.lines[first - 1 : line + around]
        return [f"{first + index}: {text}" for index, text in enumerate(shown) if text.strip()]


@lru_cache(maxsize=8)
def code(content: bytes) -> Code:
    """The file as code; an empty one if Python's tokenizer does not read it."""
    text = utf8(content).decode("utf-8", "replace")
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError, ValueError, RecursionError):
        return Code()
    prose = [token for index, token in enumerate(tokens) if _is_prose(tokens, index)]
    spans = {token.start for token in prose}
    names, texts = set(), [token.string for token in prose]
    for token in tokens:
        if token.start in spans:
            continue
        if token.type in (tokenize.NAME, tokenize.NUMBER):
            names.add(token.string)
        elif token.type == tokenize.STRING or _is_part_of_fstring(token):
            if len(token.string) > _LONGEST_NAME or " " in token.string.strip("\"' "):
                texts.append(token.string)
            else:
                names.update(WORD.findall(token.string))
    return Code(tuple(_blanked(text.split("\n"), prose)), frozenset(names), tuple(texts))


def _is_prose(tokens: Sequence[tokenize.TokenInfo], index: int) -> bool:
    """A comment, or a string that is a statement by itself."""
    token = tokens[index]
    if token.type == tokenize.COMMENT:
        return True
    if token.type != tokenize.STRING:
        return False
    before = next((item for item in reversed(tokens[:index]) if item.type not in _LAYOUT), None)
    after = next((item for item in tokens[index + 1 :] if item.type not in (tokenize.NL, tokenize.COMMENT)), None)
    starts = before is None or before.type in (tokenize.NEWLINE, tokenize.ENCODING) or before.string in (":", ";")
    return starts and (after is None or after.type in (tokenize.NEWLINE, tokenize.ENDMARKER) or after.string == ";")


def _is_part_of_fstring(token: tokenize.TokenInfo) -> bool:
    return tokenize.tok_name[token.type] == "FSTRING_MIDDLE"


def _blanked(lines: list[str], prose: Sequence[tokenize.TokenInfo]) -> list[str]:
    for token in prose:
        (first, start), (last, end) = token.start, token.end
        for number in range(first, last + 1):
            text = lines[number - 1]
            left = start if number == first else 0
            right = end if number == last else len(text)
            lines[number - 1] = text[:left].rstrip() + " " * (right < len(text)) + text[right:]
    return lines
