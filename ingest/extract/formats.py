"""Fills Python's two kinds of format string: `%` and `str.format`, as "printf-style" and "Format String Syntax" say.

Works on pieces, so that a format string of which parts vary is filled as well; malformed ones keep their text.
"""

import re
import string
from collections.abc import Iterator
from typing import Literal

from ingest.extract.pieces import Pieces, Texts, product, texts_of
from ingest.extract.shown import shown_repr
from ingest.extract.sites import Argument, Hole

_PERCENT = re.compile(
    r"%(?:\((?P<key>[^()]*(?:\([^()]*\)[^()]*)*)\))?[#0\- +]*(?P<width>\*|\d+)?(?:\.(?P<precision>\*|\d*))?[hlL]?"
    r"(?P<kind>[diouxXeEfFgGcrsa%])"
)
_FIELD = re.compile(r"(?P<name>[^.\[]*)(?P<rest>.*)", re.DOTALL)

# What a field of a format string says, and where it was found: the texts that take its place.
Values = Iterator[str | Texts]


def fill(style: Literal["percent", "format"], pieces: Pieces, args: tuple[Argument, ...]) -> Texts:
    """The texts that the format string `pieces` gives with `args`; what varies becomes Holes.

    A field that no argument answers becomes a Hole with the field's own name.
    """
    split = _PercentFields(args).split if style == "percent" else _FormatFields(args).split
    texts: Texts = ((),)
    for piece in pieces:
        if not isinstance(piece, str):
            texts = product(texts, ((piece,),), "")
            continue
        for part in split(piece):
            texts = product(texts, ((part,),) if isinstance(part, str) else part, "…")
    return texts


class _PercentFields:
    """Takes the arguments of a `%` one after another."""

    def __init__(self, args: tuple[Argument, ...]) -> None:
        self.named = {arg.name: arg for arg in args if arg.name}
        self.positional = [arg for arg in args if not arg.name]
        self.taken = 0

    def split(self, text: str) -> Values:
        start = 0
        for match in _PERCENT.finditer(text):
            yield text[start : match.start()]
            start = match.end()
            yield self._value(match)
        yield text[start:]

    def _value(self, match: re.Match[str]) -> str | Texts:
        key, kind = match["key"], match["kind"]
        if kind == "%":
            return "%"
        if key is not None:
            return _shown(self.named.get(key), key, kind in "ra")
        self.taken += (match["width"] == "*") + (match["precision"] == "*")
        number, self.taken = self.taken, self.taken + 1
        if number < len(self.positional):
            return _shown(self.positional[number], "", kind in "ra")
        return _shown(None, _item_name(self.named, number), kind in "ra")


def _item_name(named: dict[str, Argument], number: int) -> str:
    """How to call item `number` of an unpacked argument, or of no argument at all."""
    if "*" in named and len(named["*"].messages) == 1:
        pieces = named["*"].messages[0].pieces
        if len(pieces) == 1 and not isinstance(pieces[0], str):
            return f"{pieces[0].source}[{number}]"
    return "…"


class _FormatFields:
    """Answers the fields of a `str.format` string by number or by name."""

    def __init__(self, args: tuple[Argument, ...]) -> None:
        self.named = {arg.name: arg for arg in args if arg.name}
        self.positional = [arg for arg in args if not arg.name]
        self.taken = 0

    def split(self, text: str) -> Values:
        try:
            parts = list(string.Formatter().parse(text))
        except ValueError:
            yield text
            return
        for before, field, spec, conversion in parts:
            yield before
            if field is not None:
                yield self._value(field, conversion in ("r", "a"))
            self.taken += (spec or "").count("{}")

    def _value(self, field: str, is_repr: bool) -> Texts:
        match = _FIELD.match(field)
        name, rest = (match["name"], match["rest"]) if match else (field, "")
        argument = self._argument(name)
        if not rest:
            return _shown(argument, field or "…", is_repr)
        source = _hole_source(argument)
        return _shown(None, (source or name) + rest, is_repr)

    def _argument(self, name: str) -> Argument | None:
        if name and not name.isdigit():
            return self.named.get(name)
        number = int(name) if name else self.taken
        self.taken += not name
        return self.positional[number] if number < len(self.positional) else None


def _hole_source(argument: Argument | None) -> str:
    if argument and len(argument.messages) == 1:
        pieces = argument.messages[0].pieces
        if len(pieces) == 1 and not isinstance(pieces[0], str):
            return pieces[0].source
    return ""


def _shown(argument: Argument | None, name: str, is_repr: bool) -> Texts:
    texts = texts_of(argument.messages) if argument else ()
    texts = texts or ((Hole(name),),)
    if not is_repr or (argument and not argument.is_text):
        return texts
    return tuple(shown_repr(text) for text in texts)
