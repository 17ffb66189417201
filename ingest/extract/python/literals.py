"""String literals of every kind -> the text that they give."""

import re
import unicodedata

from tree_sitter import Node

from ingest.extract.pieces import Texts, product
from ingest.extract.python.place import Place
from ingest.extract.shown import shown_repr
from ingest.extract.sites import Hole

_ESCAPE = re.compile(
    r"\\(\n|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^{}]+\}|[0-7]{1,3}|.)|(\{\{|\}\})", re.DOTALL
)
_SIMPLE = {
    "\n": "",
    "\\": "\\",
    "'": "'",
    '"': '"',
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
} | {"v": "\v"}
_LONE = re.compile(r"[\x00\ud800-\udfff]")
_AFTER_EQUALS = re.compile(rb"\s*=\s*")


def string(node: Node, place: Place) -> Texts:
    """One literal; an f-string's holes are read in place."""
    children = node.children
    if not children or children[0].type != "string_start":
        return place.hole(node)
    prefix = place.text(children[0]).rstrip("\"'").lower()
    if "f" not in prefix and "t" not in prefix:
        end = children[-1]
        stop = end.start_byte if end.type == "string_end" else node.end_byte
        raw = place.file.source[children[0].end_byte : stop].decode("utf-8", "replace")
        text = unescaped(raw, prefix)
        return ((_shown_bytes(text) if "b" in prefix else text,),) if text else ((),)
    texts: Texts = ((),)
    for child in children[1:]:
        if child.type == "string_content":
            texts = product(texts, ((unescaped(place.text(child), prefix),),), "")
        elif child.type == "interpolation":
            texts = product(texts, _interpolation(child, place), _name(child, place))
    return texts


def concatenated(node: Node, place: Place) -> Texts:
    """Literals that stand side by side."""
    texts: Texts = ((),)
    for child in node.named_children:
        if child.type == "string":
            texts = product(texts, string(child, place), "…")
    return texts


def unescaped(raw: str, prefix: str) -> str:
    """The text of a literal's inside, as Python reads it with the (lower case) `prefix`.

    NULs and lone surrogates, which no store takes, stay spelled as escapes.
    """
    is_format = "f" in prefix or "t" in prefix
    if "r" in prefix:
        return raw.replace("{{", "{").replace("}}", "}") if is_format else raw
    if "\\" not in raw and not (is_format and ("{{" in raw or "}}" in raw)):
        return raw
    is_bytes = "b" in prefix

    def text_of(match: re.Match[str]) -> str:
        if match[2]:
            return match[2][0] if is_format else match[2]
        code = match[1]
        return match[0] if is_bytes and code[0] in "uUN" else _escape(code, match[0])

    return _LONE.sub(lambda match: f"\\u{ord(match[0]):04x}" if ord(match[0]) else "\\x00", _ESCAPE.sub(text_of, raw))


def _escape(code: str, written: str) -> str:
    if code in _SIMPLE:
        return _SIMPLE[code]
    if code[0] in "01234567":
        return chr(int(code, 8))
    if code[0] in "xuU" and len(code) > 1:
        value = int(code[1:], 16)
        return chr(value) if value <= 0x10FFFF else written
    if code[0] == "N" and len(code) > 1:
        try:
            return unicodedata.lookup(code[2:-1])
        except KeyError:
            return written
    return written  # no escape: the backslash stays


def _shown_bytes(text: str) -> str:
    quote = '"' if "'" in text and '"' not in text else "'"
    return f"b{quote}{text}{quote}"


def _interpolation(node: Node, place: Place) -> Texts:
    expression = node.child_by_field_name("expression")
    if expression is None:
        return place.hole(node)
    conversion = node.child_by_field_name("type_conversion")
    spec = node.child_by_field_name("format_specifier")
    shows_repr = conversion is not None and place.text(conversion) in ("!r", "!a")
    equals = _AFTER_EQUALS.match(place.file.source, expression.end_byte)
    if equals and any(child.type == "=" for child in node.children):
        written = place.file.source[node.start_byte + 1 : equals.end()].decode("utf-8", "replace")
        shows_repr = shows_repr or (conversion is None and spec is None)
        return ((written, Hole(place.source(expression) + "!r" * shows_repr)),)
    if shows_repr and spec is None and place.is_open:
        return tuple(map(shown_repr, place.value(expression)))
    if shows_repr or spec is not None:
        return ((Hole(place.source(expression) + "!r" * shows_repr),),)
    return place.value(expression)


def _name(node: Node, place: Place) -> str:
    expression = node.child_by_field_name("expression")
    return place.source(expression) if expression else "…"


def number(node: Node, place: Place) -> Texts:
    """A number as str() shows it."""
    written = place.text(node)
    try:
        shown = str(float(written) if node.type == "float" else int(written, 0))
    except ValueError:
        return place.hole(node)
    return ((shown,),)


def nothing(node: Node, place: Place) -> Texts:  # noqa: ARG001
    """None, where a message is expected: there is none."""
    return ((),)


def constant(node: Node, place: Place) -> Texts:
    """True or False, and None where it is put into a text."""
    return ((place.text(node),),)


RULES = {
    "string": string,
    "concatenated_string": concatenated,
    "integer": number,
    "float": number,
    "true": constant,
    "false": constant,
    "none": nothing,
}
