"""Evidence and the code around it -> what an answer may name and cite. Pure.

What upstream's comments, docstrings, messages and help say is text that anyone may have written for a model to read: it
makes no name known, and whoever repeats it at length says nothing of their own.
"""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final

from ingest.explain.facts import Evidence, Fact
from ingest.explain.llm.code import WORD, Code

ECHO: Final = 5  # so many words in a row
# Fields of Evidence that hold upstream's prose, or the places of such.
_PROSE_FIELDS: Final = re.compile(r"^(doc|help|message|said|quote)")
_STRING: Final = re.compile(r"\"[^\"]*\"?|'[^']*'?")
PYTHON: Final = frozenset(keyword.kwlist) | frozenset(keyword.softkwlist) | frozenset(dir(builtins)) | {"self", "cls"}
# Words that any code may have; which exception is handled does tell something.
_EVERYWHERE: Final = PYTHON - {
    name for name, item in vars(builtins).items() if isinstance(item, type) and issubclass(item, BaseException)
}

Shingle = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """`facts` by their ids and the `lines` that they stand on, as far as those are known; `names` that the code has,
    `text` all code as it is written, `telling` names of the evidence itself, `own` those of them that every place is
    about: the function and what it raises; `message` the error's own text; `echoes` of prose."""

    facts: dict[str, Fact]
    lines: dict[str, str]
    names: frozenset[str]
    text: str
    message: str
    telling: frozenset[str]
    own: frozenset[str]
    echoes: frozenset[Shingle]

    def knows(self, word: str) -> bool:
        return word in self.names or word in PYTHON

    def shows(self, sources: Iterable[str], names: Iterable[str]) -> bool:
        """Whether one of the names is what one of these places is about."""
        cited = {word for source in sources for word in code_words(self.lines[source])}
        return not self.telling.isdisjoint((cited | self.own) & set(names))


def vocabulary(evidence: Evidence, around: Code) -> Vocabulary:
    facts = numbered(evidence)
    said = [(name, text) for name, text in _strings(evidence)]
    quoted = [(name, text) for name, fact in _facts(evidence) for text in (fact.quote, fact.path)]
    told = [text for name, text in (*said, *quoted) if not _PROSE_FIELDS.match(name)]
    evident = frozenset(word for text in told for word in code_words(text))
    texts = [*around.texts, *(text for name, text in said if _PROSE_FIELDS.match(name))]
    own = frozenset((*WORD.findall(evidence.qualname), evidence.exc_type)) - {"locals"}
    return Vocabulary(
        facts=facts,
        lines={name: _line(fact, evidence, around) for name, fact in facts.items()},
        names=evident | around.names,
        text="\n".join((*told, *around.lines)),
        message=evidence.message,
        telling=(evident - _EVERYWHERE) | own,
        own=own,
        echoes=frozenset(shingle for text in texts for shingle in shingles(text)),
    )


def _line(fact: Fact, evidence: Evidence, around: Code) -> str:
    """The whole line of the statement's own file, if it holds the quote; elsewhere the quote alone."""
    line = around.lines[fact.line - 1] if fact.path == evidence.path and fact.line <= len(around.lines) else ""
    return line.strip() if fact.quote in line else fact.quote


def code_words(line: str) -> list[str]:
    """The words of a line of code, but for those of strings that are sentences."""
    return WORD.findall(_STRING.sub(lambda found: " " if " " in found[0].strip("\"' ") else found[0], line))


def numbered(evidence: Evidence) -> dict[str, Fact]:
    """Each place of the evidence under an id, E1 being the statement; the same evidence gives the same ids."""
    places = dict.fromkeys([evidence.site, *(fact for _, fact in _facts(evidence))])
    return {f"E{number}": fact for number, fact in enumerate((f for f in places if f.quote), 1)}


def shingles(text: str) -> Iterator[Shingle]:
    """Every ECHO words in a row."""
    words = [word.lower() for word in WORD.findall(text)]
    return (tuple(words[start : start + ECHO]) for start in range(len(words) - ECHO + 1))


def _facts(value: Any, name: str = "") -> Iterator[tuple[str, Fact]]:  # noqa: ANN401 - whatever evidence holds
    """Every place, with the name of the field that holds it."""
    if isinstance(value, Fact):
        yield name, value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _facts(item, name)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _facts(getattr(value, field.name), field.name)


def _strings(value: Any, name: str = "") -> Iterator[tuple[str, str]]:  # noqa: ANN401 - whatever evidence holds
    """Every text but those of places, with the name of the field that holds it."""
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _strings(item, name)
    elif is_dataclass(value) and not isinstance(value, Fact):
        for field in fields(value):
            yield from _strings(getattr(value, field.name), field.name)
