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
_PRIVATE_NAME: Final = re.compile(rb"_(?<!\w_)\w+")
_PRIVATE: Final = re.compile(rb"def[ \t]+(_\w+)")
_NAME: Final = re.compile(r"\w+")
_FEW: Final = 10  # classes and functions
_WORD: Final = re.compile(rb"[A-Za-z_]\w*")
_BROUGHT: Final = re.compile(rb"\nfrom[ \t]+[.\w]+[ \t]+import[ \t]+(\([^()]{0,20000}\)|[^\n(]*)")
_ALL_OF: Final = re.compile(rb"\nfrom[ \t]+([.\w]+)[ \t]+import[ \t]+\*")


@dataclass(slots=True)
class Tables:
    """Files by the names in them, as text tells; `derived` has files and classes by the names of their bases.

    Of private names also each file once for every definition, how often they stand in front of a parenthesis, and how
    often anywhere, text and comments included.
    `brought` has files by the names that they import from others, `offered` the words in each package's `__init__.py`,
    and `whole` the modules all of which one of those offers.
    """

    paths: set[str] = field(default_factory=set)
    classes: dict[str, list[str]] = field(default_factory=dict)
    derived: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    functions: dict[bytes, list[str]] = field(default_factory=dict)
    calls: dict[bytes, list[str]] = field(default_factory=dict)
    changing: dict[bytes, list[str]] = field(default_factory=dict)
    private: dict[bytes, list[str]] = field(default_factory=dict)
    times: dict[bytes, int] = field(default_factory=dict)
    mentioned: dict[bytes, int] = field(default_factory=dict)
    brought: dict[bytes, list[str]] = field(default_factory=dict)
    offered: dict[str, frozenset[bytes]] = field(default_factory=dict)
    whole: set[bytes] = field(default_factory=set)
    telling: dict[str, bool] = field(default_factory=dict)  # packages that were asked for

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
        for name, times in Counter(_PRIVATE_NAME.findall(content)).items():
            self.mentioned[name] = self.mentioned.get(name, 0) + times
        for name in _PRIVATE.findall(content):
            self.private.setdefault(name, []).append(path)
        self._add_imports(path, content)
        for name in {whole.rpartition(b".")[2] for whole in statements(content)}:
            self.changing.setdefault(name, []).append(path)

    def _add_imports(self, path: str, content: bytes) -> None:
        if path.rpartition("/")[2] == "__init__.py":
            self.offered[path] = frozenset(_WORD.findall(content))
            self.whole.update(last for name in _ALL_OF.findall(content) if (last := name.rpartition(b".")[2]))
        for name in {name for names in _BROUGHT.findall(content) for name in _WORD.findall(names)}:
            self.brought.setdefault(name, []).append(path)

    def offers(self, name: str, path: str) -> bool | None:
        """Whether a package names what a file defines; None where the top package offers hardly anything."""
        parts = path.split("/")[:-1]
        packages = ("/".join((*parts[:at], "__init__.py")) for at in range(1, len(parts) + 1))
        top = next((package for package in packages if package in self.offered), "")
        if not top or not self._is_telling(top):
            return None
        stem = path.removesuffix(".py").rpartition("/")[2]
        return stem.encode() in self.whole or any(name.encode() in words for words in self.offered.values())

    def _is_telling(self, package: str) -> bool:
        """Whether the words in a package's own file name much of what the Pin defines."""
        if package not in self.telling:
            words = self.offered[package]
            known = sum(word in self.functions or word.decode() in self.classes for word in words)
            self.telling[package] = known >= _FEW
        return self.telling[package]
