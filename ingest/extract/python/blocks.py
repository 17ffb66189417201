"""A sound tree -> what the file query captures of it, in a third of the time.

Not quite all of it: a call on the right of `or` or `and` that stands behind four lines of comments, a comment or a name
of 200 letters, or that is a number's method, is left out.

Statements stand in blocks and never within expressions, so going through the blocks finds them, while a query looks at
every node. What is sought within expressions too, `… or fail("text")`, is found by its words. A tree with errors may
hold statements anywhere: it is the query's, as is a file of more operators than can be looked at one by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tree_sitter import Node

from ingest.extract.python.queries import ATTRIBUTE_VALUES, Captures, file_captures, symbol

# What holds statements, at some depth.
_HOLDING = frozenset(
    map(
        symbol,
        (
            *("block", "function_definition", "class_definition", "decorated_definition", "if_statement"),
            *("elif_clause", "else_clause", "for_statement", "while_statement", "try_statement", "except_clause"),
            *("finally_clause", "with_statement", "match_statement", "case_clause"),
        ),
    )
)
_CAPTURED = {
    symbol("raise_statement"): "raise",
    symbol("assert_statement"): "assert",
    symbol("function_definition"): "function",
    symbol("class_definition"): "class",
    symbol("import_statement"): "import",
    symbol("import_from_statement"): "import",
}
_BLOCK, _EXPRESSION, _RETURN = map(symbol, ("block", "expression_statement", "return_statement"))
_CALL, _AWAIT, _EITHER = map(symbol, ("call", "await", "boolean_operator"))
_ASSIGNMENT, _IDENTIFIER = map(symbol, ("assignment", "identifier"))
_VALUES = frozenset(map(symbol, ATTRIBUTE_VALUES))
# Statements of a module whose blocks assign for the module, and which of their clauses do so as well.
_BRANCHING = {
    symbol("if_statement"): symbol("else_clause"),
    symbol("try_statement"): symbol("except_clause"),
}

# `or` and `and` before what may be a call. A pattern that begins with the word itself is searched for ten times faster.
_LETTER = rb"A-Za-z_\x80-\xff"
_OPERAND = rb"""[\s\\]*(?:#[^\n]{0,200}\n[\s\\]*){0,3}(?:[("'\[{]|[%b][%b0-9.\s\\]{0,200}[(\["'])""" % (
    _LETTER,
    _LETTER,
)
_OPERATORS = tuple(
    re.compile(rb"%b(?<![%b]%b)(?![%b0-9])(?=%b)" % (word, _LETTER, word, _LETTER, _OPERAND))
    for word in (b"or", b"and")
)
# Finding the node at an operator goes down the whole tree, which may be as deep as the file is long.
MAX_OPERATORS = 300


def captures_of(root: Node, source: bytes) -> Captures:
    """The nodes of interest in a file, by capture name, in source order; `root` is the tree of `source`."""
    operators = [match for operator in _OPERATORS for match in operator.finditer(source)]
    if root.has_error or len(operators) > MAX_OPERATORS:
        return file_captures(root)
    found = _statements(root)
    found["call"] += _right_operands(root, operators)
    found["constant"] = list(_module_assignments(root))
    found["attribute"] = [node for scope in found["class"] for node in _attributes(scope)]
    for nodes in found.values():
        nodes.sort(key=_start)
    return found


def _start(node: Node) -> int:
    return node.start_byte


def _statements(root: Node) -> Captures:
    found: Captures = {name: [] for name in (*_CAPTURED.values(), "return", "call")}
    waiting = [root]
    while waiting:
        for node in waiting.pop().named_children:
            kind = node.kind_id
            if kind == _EXPRESSION:
                found["call"] += _called(node)
            elif kind == _RETURN:
                found["return"] += node.named_children
                found["call"] += _of_kind(_CALL, node)
            else:
                if kind in _HOLDING:
                    waiting.append(node)
                if kind in _CAPTURED:
                    found[_CAPTURED[kind]].append(node)
    return found


def _of_kind(kind: int, node: Node) -> list[Node]:
    return [child for child in node.named_children if child.kind_id == kind]


def _called(statement: Node) -> Iterator[Node]:
    """The calls, awaited or not, that are a statement."""
    for node in statement.named_children:
        kind = node.kind_id
        if kind == _CALL:
            yield node
        elif kind == _AWAIT:
            yield from _of_kind(_CALL, node)


def _right_operands(root: Node, operators: Iterable[re.Match[bytes]]) -> Iterator[Node]:
    """The calls on the right of `or` and `and`."""
    for word in operators:
        # The smallest node that reaches beyond the word on both sides is the operation.
        node = root.descendant_for_byte_range(word.start() - 1, word.end() + 1)
        right = node.child_by_field_name("right") if node is not None and node.kind_id == _EITHER else None
        if right is not None and right.kind_id == _CALL:
            yield right


def _module_assignments(root: Node) -> Iterator[Node]:
    """The assignments of a module, and those in its branches and attempts."""
    yield from _assignments(root)
    for node in root.named_children:
        clause = _BRANCHING.get(node.kind_id)
        if clause is not None:
            for part in (node, *_of_kind(clause, node)):
                for block in _of_kind(_BLOCK, part):
                    yield from _assignments(block)


def _assignments(block: Node) -> Iterator[Node]:
    for statement in _of_kind(_EXPRESSION, block):
        yield from _of_kind(_ASSIGNMENT, statement)


def _attributes(scope: Node) -> Iterator[Node]:
    """The assignments in a class body that may give a name a text."""
    body = scope.child_by_field_name("body")
    for node in _assignments(body) if body is not None else ():
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and right is not None and left.kind_id == _IDENTIFIER and right.kind_id in _VALUES:
            yield node
