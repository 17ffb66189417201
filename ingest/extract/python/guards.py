"""The conditions between a function's entry and a statement, as the code tests them.

What is true when the statement runs: the conditions of the branches it stands in, and the opposite of those that
would have left before. A condition on names that were bound anew since is dropped, as it may not hold any more.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from tree_sitter import Node

from ingest.extract.python.file import PythonFile
from ingest.extract.python.scopes import Scope
from ingest.extract.python.source import on_one_line
from ingest.extract.sites import Guard

# Guards kept: the nearest ones. A function with more tests than this says nothing by listing them.
MAX_GUARDS = 12
MAX_DEPTH = 100
# Statements looked at in one block before the site for those that leave.
MAX_BEFORE = 40

_LEAVES = frozenset({"return_statement", "raise_statement", "continue_statement", "break_statement"})
_NAME = re.compile(r"[^\W\d]\w*")


class _Found:
    def __init__(self, file: PythonFile, site: Node) -> None:
        self.file, self.site = file, site
        self.guards: list[Guard] = []

    def add(self, node: Node, text: str) -> None:
        self.guards.append(Guard(text, node.start_point.row + 1))

    def source(self, node: Node) -> str:
        while node.type == "parenthesized_expression" and node.named_child_count == 1:
            node = node.named_children[0]
        return on_one_line(self.file.source[node.start_byte : node.end_byte])

    def negated(self, node: Node) -> str:
        while node.type == "parenthesized_expression" and node.named_child_count == 1:
            node = node.named_children[0]
        if node.type == "not_operator" and (argument := node.child_by_field_name("argument")):
            return self.source(argument)
        return f"not ({self.source(node)})"


def guards_of(site: Node, scope: Scope, file: PythonFile) -> tuple[Guard, ...]:
    """The nearest Guards of `site`, outermost first."""
    found = _Found(file, site)
    node: Node | None = scope.node.child_by_field_name("body") if scope.parent else scope.node
    for _ in range(MAX_DEPTH):
        if node is None or node.id == site.id:
            break
        if node.type in ("block", "module"):
            _before(node, scope, found)
        inner = node.child_with_descendant(site)
        if inner is None:
            break
        rule = _RULES.get(node.type)
        if rule is not None:
            rule(node, inner, found)
        node = inner
    return tuple(found.guards[-MAX_GUARDS:])


def _before(block: Node, scope: Scope, found: _Found) -> None:
    """Adds the opposite of each `if` before the site, in its own block, that leaves."""
    starts, children = found.file.children(block)
    end = bisect_left(starts, found.site.start_byte)
    if end < len(children) and children[end].start_byte == found.site.start_byte:
        before = children[:end]
    else:
        before = children[: max(0, end - 1)]
    for statement in before[-MAX_BEFORE:]:
        if statement.type == "if_statement":
            _left(statement, scope, found)


def _left(statement: Node, scope: Scope, found: _Found) -> None:
    """`if a: return / elif b: raise`: neither held; with an else, only the branches that go on are known."""
    parts = statement.named_children
    if any(part.type == "else_clause" for part in parts):
        return
    conditions = []
    for part in (statement, *(part for part in parts if part.type == "elif_clause")):
        condition, block = part.child_by_field_name("condition"), part.child_by_field_name("consequence")
        if condition is None or block is None or not _leaves(block, found.file):
            return
        conditions.append(condition)
    for condition in conditions:
        if not _bound_since(condition, statement.end_byte, scope, found):
            found.add(condition, found.negated(condition))


def _leaves(block: Node, file: PythonFile) -> bool:
    _, children = file.children(block)
    return bool(children) and children[-1].type in _LEAVES


def _bound_since(condition: Node, start: int, scope: Scope, found: _Found) -> bool:
    if not scope.is_function:
        return False
    names = found.file.bindings(scope).names
    for name in _NAME.findall(found.file.text(condition)):
        if any(start <= binding.start < found.site.start_byte for binding in names.get(name, ())):
            return True
    return False


def _if(node: Node, inner: Node, found: _Found) -> None:
    """Inside a branch: its condition holds, those tested before do not."""
    condition = node.child_by_field_name("condition")
    if condition is None or inner == condition:
        return
    if inner == node.child_by_field_name("consequence"):
        found.add(condition, found.source(condition))
        return
    found.add(condition, found.negated(condition))
    for part in node.named_children:
        if part == inner:
            break
        if part.type == "elif_clause" and (tested := part.child_by_field_name("condition")):
            found.add(tested, found.negated(tested))


def _elif(node: Node, inner: Node, found: _Found) -> None:
    condition = node.child_by_field_name("condition")
    if condition is not None and inner != condition:
        found.add(condition, found.source(condition))


def _while(node: Node, inner: Node, found: _Found) -> None:
    condition = node.child_by_field_name("condition")
    if condition is None or inner == condition:
        return
    if inner == node.child_by_field_name("body"):
        found.add(condition, f"while {found.source(condition)}")
    else:
        found.add(condition, f"{found.negated(condition)}")


def _for(node: Node, inner: Node, found: _Found) -> None:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return
    header = f"for {found.source(left)} in {found.source(right)}"
    if inner == node.child_by_field_name("body"):
        found.add(node, header)
    elif inner.type == "else_clause":
        found.add(node, f"{header}: no break")


def _except(node: Node, inner: Node, found: _Found) -> None:
    if inner.type != "block":
        return
    header = found.file.source[node.start_byte : inner.start_byte].split(b"#", 1)[0].rstrip()
    text = on_one_line(header.removesuffix(b":").rstrip())
    found.add(node, re.sub(r"\s+as\s+\w+$", "", text) if text != "except" else "except")


def _case(node: Node, inner: Node, found: _Found) -> None:
    if inner.type != "block":
        return
    header = found.file.source[node.start_byte : inner.start_byte].split(b"#", 1)[0].rstrip()
    found.add(node, on_one_line(header.removesuffix(b":").rstrip()))


def _match(node: Node, inner: Node, found: _Found) -> None:
    subject = node.child_by_field_name("subject")
    if subject is not None and inner.type == "block":
        found.add(node, f"match {found.source(subject)}")


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
