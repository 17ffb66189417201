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
# Bytes in front of `as` in which `except` is looked for.
_MAX_LINE = 300
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
_BY_NAME = re.compile(rb"setattr\(\s*([A-Za-z_]\w*)\s*,\s*(?:['\"](\w+)['\"]|([A-Za-z_]\w*)\s*,)?")
_CONSTANT = re.compile(rb"\n([A-Za-z_]\w*)(?:[ \t]*:[^=\n]{0,100})?[ \t]*=[ \t]*['\"](\w+)['\"]")
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
    names = {*_caught(source), *_RAISED.findall(source)}
    found = set(_OF_INFO.findall(source))
    if names:
        found |= {attribute for _, name, attribute in _assigned(source) if name in names}
        by_name = _by_name(source, names)
        found |= set(filter(None, by_name))
        whole = [*_VARS.findall(source), *(_object_before(match.start(), source) for match in _DICT.finditer(source))]
        if not all(by_name) or not names.isdisjoint(whole):
            return {ANY_ATTRIBUTE}
    return {attribute.decode() for attribute in found}


def _caught(source: bytes) -> Iterator[bytes]:
    """The names that `except` gives, not those that `with` and `import` do."""
    for match in _CAUGHT.finditer(source):
        before = source[max(match.start() - _MAX_LINE, 0) : match.start()].rpartition(b"\n")[2].lstrip()
        if before.startswith((b"except", b")")):
            yield match[1]


def _by_name(source: bytes, names: set[bytes]) -> list[bytes]:
    """The attributes that `setattr` sets, also by the name of a constant of the file; b"" where one is computed."""
    found = [(written, name) for owner, written, name in _BY_NAME.findall(source) if owner in names]
    constants: dict[bytes, bytes] = dict(_CONSTANT.findall(source)) if any(name for _, name in found) else {}
    return [written or constants.get(name, b"") for written, name in found]


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
