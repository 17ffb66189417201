"""PURE: a message prepared once to be laid against many templates, and the way back from there to what was pasted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from itertools import accumulate
from typing import Final

from kb.text import folded, key_offsets, words

Span = tuple[int, int]

MOST_WORDS: Final = 400
PUNCTUATION: Final = 0.1  # what a sign counts beside a letter: quotes may stand in a value as well as in the template

NO_LETTER: Final = re.compile(r"[\W_]+")


class Message:
    """`spaced`: the text, folded; `key`: that in lower case, without blanks, as `kb.text` makes it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.spaced = folded(text)
        self.cased = self.spaced.replace(" ", "")
        self.key = self.cased.lower()
        self.is_of_one_case = self.cased in (self.key, self.cased.upper())

    @cached_property
    def backwards(self) -> str:
        return self.key[::-1]

    @cached_property
    def key_at(self) -> list[int]:
        """For each place in `spaced`, its end too, the place in the key."""
        return list(accumulate((character != " " for character in self.spaced), initial=0))

    @cached_property
    def _places(self) -> list[int]:
        """For each place in the key, its end too, the place in `spaced`."""
        return [at for at, character in enumerate(self.spaced) if character != " "] + [len(self.spaced)]

    def spaced_at(self, span: Span) -> Span:
        """A place in the key as one in `spaced`, without blanks around it."""
        start, end = span
        return self._places[start], self._places[end - 1] + 1 if end > start else self._places[start]

    @cached_property
    def offsets(self) -> list[int]:
        """For each place in the key, its end too, the place in the text."""
        return [*key_offsets(self.text), len(self.text)]

    @cached_property
    def words(self) -> list[str]:
        return words(self.text)[:MOST_WORDS]

    def respell(self, meant: Mapping[str, str]) -> None:
        """Take misspelt words for those that were `meant`, where words alone are compared; the text stays."""
        self.words = [meant.get(word, word) for word in self.words]
        self.__dict__.pop("word_set", None)

    @cached_property
    def word_set(self) -> frozenset[str]:
        return frozenset(self.words)

    @cached_property
    def bare(self) -> str:
        """The key's letters and digits."""
        return NO_LETTER.sub("", self.key)

    @cached_property
    def weight(self) -> float:
        return len(self.bare) + PUNCTUATION * (len(self.key) - len(self.bare))

    @cached_property
    def bare_offsets(self) -> list[int]:
        return [at for at, character in enumerate(self.key) if not NO_LETTER.match(character)] + [len(self.key)]
