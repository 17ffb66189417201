"""Which function or class a place in a file belongs to, from the ranges that the query captured.

`Node.parent` walks down from the root each time, so ancestry comes from these ranges.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from tree_sitter import Node


class Scope:
    """A module, class or function: its range in bytes, its `node` and what encloses it."""

    __slots__ = ("_name", "_qualname", "_source", "end", "is_function", "node", "parent", "start")

    def __init__(self, node: Node, source: bytes, parent: Scope | None, is_function: bool) -> None:
        self.node, self._source, self.parent, self.is_function = node, source, parent, is_function
        self.start, self.end = node.start_byte, node.end_byte
        self._name: str | None = None
        self._qualname: str | None = None

    @property
    def name(self) -> str:
        """The name that it is defined by; "<module>" for the module. Most scopes are never asked."""
        if self._name is None:
            name = self.node.child_by_field_name("name") if self.parent else None
            written = self._source[name.start_byte : name.end_byte] if name else b""
            self._name = written.decode("utf-8", "replace") if self.parent else "<module>"
        return self._name

    @property
    def qualname(self) -> str:
        """Python's `__qualname__`; "<module>" for the module itself."""
        if self._qualname is None:
            chain: list[Scope] = []
            scope: Scope | None = self
            while scope is not None and scope._qualname is None:
                chain.append(scope)
                scope = scope.parent
            for scope in reversed(chain):  # not by recursion: nesting is as deep as the file likes
                scope._qualname = scope._spelled()
        return self._qualname or ""

    def _spelled(self) -> str:
        if self.parent is None:
            return "<module>"
        if self.parent.parent is None:
            return self.name
        return f"{self.parent._qualname}{'.<locals>.' if self.parent.is_function else '.'}{self.name}"

    @property
    def is_class(self) -> bool:
        return not self.is_function and self.parent is not None

    @property
    def line(self) -> int:
        return self.node.start_point.row + 1


class Scopes:
    """All scopes of a file, found by byte offset."""

    def __init__(self, root: Node, source: bytes, functions: Iterable[Node], classes: Iterable[Node]) -> None:
        self.module = Scope(root, source, None, is_function=False)
        self.module.start = -1  # what scopes are told apart by: a function may begin where the file does
        self.all = [self.module]
        found = [(node.start_byte, node, True) for node in functions]
        found += [(node.start_byte, node, False) for node in classes]
        found.sort(key=lambda item: item[0])
        current: Scope = self.module
        for start, node, is_function in found:
            while current.parent is not None and current.end <= start:
                current = current.parent
            current = Scope(node, source, current, is_function)
            self.all.append(current)
        self._starts = [scope.start for scope in self.all]
        self._starts[0] = 0

    def is_innermost(self, scope: Scope) -> bool:
        """Whether no other scope lies within `scope`."""
        following = bisect_right(self._starts, scope.start)
        return following == len(self._starts) or self._starts[following] >= scope.end

    def at(self, offset: int) -> Scope:
        """The innermost scope around `offset`."""
        scope = self.all[bisect_right(self._starts, offset) - 1]
        while scope.parent is not None and scope.end <= offset:
            scope = scope.parent
        return scope
