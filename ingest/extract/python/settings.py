"""The source of a file -> where it sets attributes, told from its text: `x.y = …`, also in loops, `with` and `setattr`.

Strings and comments count too: whoever asks wants to know that nothing else sets an attribute, so more is safe. Each
pattern begins with what is written, by which it is found in no time, and takes linear time on any source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ingest.extract.facts import ANY_ATTRIBUTE

# Bytes in front of a dot in which the name of the object is looked for.
_MAX_NAME = 100
_OBJECT = re.compile(rb"(?<![\w.])[A-Za-z_]\w*\Z")
_ASSIGNED = re.compile(rb"\.(\w+)[ \t]*+=(?!=)")
_OTHERWISE = (
    re.compile(rb"\.(\w+)[ \t]*+(?:[-+*/%&|^@]|//|\*\*|<<|>>)="),
    re.compile(rb"\.(\w+)[ \t]*+:[^=\n]{0,200}=(?!=)"),
)
# All of several targets of one assignment that begins a line, and what `with` and `for` bind.
_SEVERAL = re.compile(rb"\n[ \t(\[]*+([A-Za-z_][\w.]*+[ \t]*+,[\w., \t*]*+)(?:[)\]][ \t]*+)?=(?!=)")
_BINDING = (re.compile(rb" as ([\w.]+)"), re.compile(rb"for ((?:(?!\bin\b)[\w., \t*(\[])+)"))
_TARGET = re.compile(rb"(?<![\w.])([A-Za-z_]\w*)\.(\w+)(?![\w.])")
_BY_NAME = re.compile(rb"setattr\(\s*([A-Za-z_]\w*)\s*,\s*(?:['\"](\w+)['\"])?")
_VARS = re.compile(rb"vars\(([A-Za-z_]\w*)\)")
_DICT = re.compile(rb"\.__dict__\b")
_OF_INFO = re.compile(rb"exc_info\(\)\[1\]\.(\w+)[ \t]*=(?!=)")
_CAUGHT = re.compile(rb" as (\w+)[ \t]*:")
_RAISED = re.compile(rb"raise ([a-z_]\w*)[ \t]*(?:from |[\r\n#;]|$)")

Found = Iterator[tuple[int, bytes, bytes]]


def settings_of(source: bytes) -> Found:
    """Where an attribute of a name is set, with the name and the attribute."""
    yield from _assigned(source)
    for pattern in _OTHERWISE:
        yield from _of_dots(pattern, source)
    for pattern in _BINDING:
        yield from _targets(pattern, source)
    for match in _BY_NAME.finditer(source):
        if match[2]:
            yield match.start(), match[1], match[2]


def amended_of(source: bytes) -> set[str]:
    """Attributes that are set of exceptions after they are built: of those that are caught, or raised by a name.
    ANY_ATTRIBUTE where which ones is computed."""
    names = {*_CAUGHT.findall(source), *_RAISED.findall(source)}
    found = set(_OF_INFO.findall(source))
    if names:
        found |= {attribute for _, name, attribute in _assigned(source) if name in names}
        by_name = [attribute for name, attribute in _BY_NAME.findall(source) if name in names]
        found |= set(filter(None, by_name))
        whole = [*_VARS.findall(source), *(_object_before(match.start(), source) for match in _DICT.finditer(source))]
        if not all(by_name) or not names.isdisjoint(whole):
            return {ANY_ATTRIBUTE}
    return {attribute.decode() for attribute in found}


def _assigned(source: bytes) -> Found:
    yield from _of_dots(_ASSIGNED, source)
    yield from _targets(_SEVERAL, source)


def _of_dots(pattern: re.Pattern[bytes], source: bytes) -> Found:
    for match in pattern.finditer(source):
        if name := _object_before(match.start(), source):
            yield match.start(), name, match[1]


def _object_before(dot: int, source: bytes) -> bytes:
    """The name that stands before a dot, b"" where it is more than a name."""
    found = _OBJECT.search(source[max(dot - _MAX_NAME, 0) : dot])
    return found[0] if found else b""


def _targets(pattern: re.Pattern[bytes], source: bytes) -> Found:
    for line in pattern.finditer(source):
        for match in _TARGET.finditer(source, *line.span(1)):
            yield match.start(2) - 1, match[1], match[2]


def of_self(found: Iterable[tuple[int, bytes, bytes]]) -> dict[str, list[int]]:
    """Where each `self.x` is set, in order, each place once."""
    places: dict[str, set[int]] = {}
    for start, name, attribute in found:
        if name == b"self":
            places.setdefault(f"self.{attribute.decode()}", set()).add(start)
    return {target: sorted(starts) for target, starts in places.items()}
