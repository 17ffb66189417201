"""The files of a Pin -> where what they define, derive, call and change is, by name. Pure."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from ingest.explain.changes import statements

# Each begins with what is searched for fast: a line's break, or one character.
_CLASS: Final = re.compile(rb"\nclass[ \t]+(\w+)(?:[ \t]*\(([^()]{0,2000})\))?")
_FUNCTION: Final = re.compile(rb"\n(?:async[ \t]+)?def[ \t]+(\w+)")
_PRIVATE_CALL: Final = re.compile(rb"_(?<!\w_)\w+(?=\()")
_PRIVATE: Final = re.compile(rb"def[ \t]+(_\w+)")
_NAME: Final = re.compile(r"\w+")


@dataclass(slots=True)
class Tables:
    """Files by the names in them, as text tells; `derived` has files and classes by the names of their bases.

    Of private names also each file once for every definition, and how often they stand in front of a parenthesis.
    """

    paths: set[str] = field(default_factory=set)
    classes: dict[str, list[str]] = field(default_factory=dict)
    derived: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    functions: dict[bytes, list[str]] = field(default_factory=dict)
    calls: dict[bytes, list[str]] = field(default_factory=dict)
    changing: dict[bytes, list[str]] = field(default_factory=dict)
    private: dict[bytes, list[str]] = field(default_factory=dict)
    times: dict[bytes, int] = field(default_factory=dict)

    def add(self, path: str, content: bytes) -> None:
        self.paths.add(path)
        content = b"\n" + content
        for name, bases in sorted(set(_CLASS.findall(content))):
            self.classes.setdefault(name.decode(), []).append(path)
            for base in bases.decode("utf-8", "replace").split(","):
                if names := _NAME.findall(base.partition("[")[0]):
                    self.derived.setdefault(names[-1], []).append((path, name.decode()))
        for name in set(_FUNCTION.findall(content)):
            self.functions.setdefault(name, []).append(path)
        for name, times in Counter(_PRIVATE_CALL.findall(content)).items():
            self.calls.setdefault(name, []).append(path)
            self.times[name] = self.times.get(name, 0) + times
        for name in _PRIVATE.findall(content):
            self.private.setdefault(name, []).append(path)
        for name in {whole.rpartition(b".")[2] for whole in statements(content)}:
            self.changing.setdefault(name, []).append(path)
