"""The conditions between a function's entry and a statement, as the code tests them.

What is true when the statement runs: the conditions of the branches it stands in, and the opposite of those that
would have left before. A condition on names that were bound anew since is dropped, as it may not hold any more.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from tree_sitter import Node

from ingest.extract.python.bindings import Binding
from ingest.extract.python.file import PythonFile
from ingest.extract.python.scopes import Scope
from ingest.extract.python.source import on_one_line
from ingest.extract.sites import Guard

# Guards kept: the nearest ones. A function with more tests than this says nothing by listing them.
MAX_GUARDS = 12
MAX_DEPTH = 100

_LEAVES = frozenset({"return_statement", "raise_statement", "continue_statement", "break_statement"})
_NEVER = frozenset({"false", "none", "integer"})
_AT_BRACKETS = re.compile(rb"([(\[{])\n|\n([)\]}])")
_NAME = re.compile(r"[^\W\d]\w*")
_start = itemgetter(0)


class Exit(NamedTuple):
    """A condition that must have been false for the run to get past byte `end`, and the names it tests."""

    end: int
    guard: Guard
    names: tuple[str, ...]


class _Found:
    def __init__(self, file: PythonFile, site: Node) -> None:
        self.file, self.site = file, site
        self.guards: list[Guard] = []

    def add(self, node: Node, text: str) -> None:
        self.guards.append(Guard(text, node.start_point.row + 1))


def guards_of(site: Node, scope: Scope, file: PythonFile) -> tuple[Guard, ...]:
    """The nearest Guards of `site`, outermost first."""
    found = _Found(file, site)
    node: Node | None = scope.node.child_by_field_name("body") if scope.parent else scope.node
    for _ in range(MAX_DEPTH):
        if node is None or node.id == site.id:
            break
        kind = node.type
        if kind in ("block", "module"):
            _before(node, scope, found)
        inner = node.child_with_descendant(site)
        if inner is None:
            break
        if inner.id == site.id:
            _failed(site, found)
        rule = _RULES.get(kind)
        if rule is not None:
            rule(node, inner, found)
        node = inner
    return tuple(found.guards[-MAX_GUARDS:])


def _failed(site: Node, found: _Found) -> None:
    """An assert's own condition did not hold; of one that never holds there is nothing to say."""
    condition = site.named_children[0] if site.type == "assert_statement" and site.named_children else None
    if condition is not None and condition.type not in _NEVER:
        found.add(condition, negated(condition, found.file))


def _before(block: Node, scope: Scope, found: _Found) -> None:
    """Adds the opposite of each `if` before the site, in its own block, that leaves."""
    exits = found.file.exits.get(block.start_byte)
    if exits is None:
        exits = found.file.exits[block.start_byte] = _exits(block, found.file)
    last = bisect_right(exits, found.site.start_byte, key=_start)
    names = found.file.bindings(scope).names if last and scope.is_function else {}
    for end, guard, tested in exits[max(0, last - MAX_GUARDS) : last]:
        if not any(_is_bound_between(names[name], end, found.site.start_byte) for name in tested if name in names):
            found.guards.append(guard)


def _is_bound_between(bound: list[Binding], start: int, end: int) -> bool:
    index = bisect_left(bound, start, key=_start)
    return index < len(bound) and bound[index].start < end


def _exits(block: Node, file: PythonFile) -> list[Exit]:
    """The Exits of a block in source order; with an `else`, only the branches that go on are known: none."""
    found: list[Exit] = []
    for statement in file.children(block)[1]:
        if statement.type != "if_statement":
            continue
        conditions = _leaving_conditions(statement)
        end = statement.end_byte
        for condition in conditions:
            guard = Guard(negated(condition, file), condition.start_point.row + 1)
            found.append(Exit(end, guard, tuple(dict.fromkeys(_NAME.findall(guard.text)))))
    return found


def _leaving_conditions(statement: Node) -> list[Node]:
    """The conditions of `if a: return / elif b: raise`: neither held, if every branch leaves and there is no else."""
    conditions: list[Node] = []
    for part in (statement, *statement.children_by_field_name("alternative")):
        condition, block = part.child_by_field_name("condition"), part.child_by_field_name("consequence")
        if condition is None or block is None or not _leaves(block):
            return []
        conditions.append(condition)
    return conditions


def _leaves(block: Node) -> bool:
    # A comment behind the last statement is a child of its own.
    last = next((child for child in reversed(block.named_children) if child.type != "comment"), None)
    return last is not None and last.type in _LEAVES


def _unwrapped(node: Node) -> Node:
    while node.type == "parenthesized_expression":
        inner = [child for child in node.named_children if child.type != "comment"]
        if len(inner) != 1:
            break
        node = inner[0]
    return node


def _written(node: Node, end: int, file: PythonFile) -> str:
    """A node up to byte `end` on one line, without the comments between its lines: what follows one would be one."""
    source = file.source[node.start_byte : end]
    if b"#" in source:
        source = _without_comments(node, end, file)
    lines = map(bytes.strip, source.split(b"\n"))
    # Each line apart: one pattern for any run of blank ones would take the cube of their number.
    return on_one_line(_AT_BRACKETS.sub(rb"\1\2", b"\n".join(filter(None, lines))))


def _without_comments(node: Node, end: int, file: PythonFile) -> bytes:
    kept, begin = [], node.start_byte
    for first, last in _comments(node, end):
        kept.append(file.source[begin:first])
        begin = last
    return b"".join([*kept, file.source[begin:end]])


def _comments(node: Node, end: int) -> Iterator[tuple[int, int]]:
    """Where the comments within a node stand, in order, those before byte `end`."""
    stack = [node]
    while stack:
        item = stack.pop()
        if item.type == "comment":
            yield item.start_byte, item.end_byte
        stack.extend(child for child in reversed(item.children) if child.start_byte < end)


def affirmed(condition: Node, file: PythonFile) -> str:
    """A condition, as source."""
    node = _unwrapped(condition)
    return _written(node, node.end_byte, file)


def negated(condition: Node, file: PythonFile) -> str:
    """The opposite of a condition, as source."""
    node = _unwrapped(condition)
    if node.type == "not_operator" and (argument := node.child_by_field_name("argument")):
        return affirmed(argument, file)
    return f"not ({affirmed(node, file)})"


def _if(node: Node, inner: Node, found: _Found) -> None:
    """Inside a branch: its condition holds, those tested before do not."""
    condition = node.child_by_field_name("condition")
    if condition is None or inner == condition:
        return
    if inner == node.child_by_field_name("consequence"):
        found.add(condition, affirmed(condition, found.file))
        return
    tested = _tested(node, condition, found.file)
    last = bisect_left(tested, inner.start_byte, key=_start)
    for _, other in tested[max(0, last - MAX_GUARDS) : last]:
        found.add(other, negated(other, found.file))


def _tested(statement: Node, condition: Node, file: PythonFile) -> list[tuple[int, Node]]:
    """The conditions of an if and its elifs, by where they start."""
    tested = file.tested.get(statement.start_byte)
    if tested is None:
        parts = statement.children_by_field_name("alternative")
        conditions = [part.child_by_field_name("condition") for part in parts]
        all_tested = [condition, *(other for other in conditions if other is not None)]
        tested = file.tested[statement.start_byte] = [(other.start_byte, other) for other in all_tested]
    return tested


def _elif(node: Node, inner: Node, found: _Found) -> None:
    condition = node.child_by_field_name("condition")
    if condition is not None and inner != condition:
        found.add(condition, affirmed(condition, found.file))


def _while(node: Node, inner: Node, found: _Found) -> None:
    condition = node.child_by_field_name("condition")
    if condition is None or inner == condition:
        return
    if inner == node.child_by_field_name("body"):
        found.add(condition, f"while {affirmed(condition, found.file)}")
    else:
        found.add(condition, negated(condition, found.file))


def _for(node: Node, inner: Node, found: _Found) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return
    header = f"for {affirmed(left, found.file)} in {affirmed(right, found.file)}"
    if inner == node.child_by_field_name("body"):
        found.add(node, header)
    elif inner.type == "else_clause":
        found.add(node, f"{header}: no break")


def _header(node: Node, inner: Node, found: _Found) -> str:
    text = _written(node, min(inner.start_byte, node.start_byte + 1000), found.file)
    return text.rstrip().removesuffix(":").rstrip()


def _except(node: Node, inner: Node, found: _Found) -> None:
    if inner.type == "block":
        found.add(node, re.sub(r"\s+as\s+\w+$", "", _header(node, inner, found)))


def _case(node: Node, inner: Node, found: _Found) -> None:
    if inner.type == "block":
        found.add(node, _header(node, inner, found))


def _match(node: Node, inner: Node, found: _Found) -> None:
    subject = node.child_by_field_name("subject")
    if subject is not None and inner.type == "block":
        found.add(node, f"match {affirmed(subject, found.file)}")


_RULES = {
    "if_statement": _if,
    "elif_clause": _elif,
    "while_statement": _while,
    "for_statement": _for,
    "except_clause": _except,
    "except_group_clause": _except,
    "case_clause": _case,
    "match_statement": _match,
}
