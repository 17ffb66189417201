"""Which values of a local name reach a place in its function: an abstract run over the statements that bind it.

Statements that do not touch the name are skipped, so the cost follows the number of bindings, not the function's size.
Values are Texts or whatever the caller's `Values` makes of an assigned expression.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from typing import NamedTuple

from tree_sitter import Node

from ingest.extract.python.assumptions import verdict
from ingest.extract.python.bindings import Binding
from ingest.extract.python.place import MAX_DEPTH, Place

# Bindings run for one name in one block, and blocks.
MAX_RUN = 100

State = tuple[object, ...]  # the values that the name may have; () = not bound yet

_ALWAYS_LEAVES = frozenset({"return_statement", "raise_statement"})
_LEAVES_LOOP = frozenset({"break_statement", "continue_statement"})


class Values(NamedTuple):
    """How values are computed and joined."""

    bind: Callable[[Binding, State], State]
    join: Callable[[State, State], State]


class Flow:
    """One run for one name up to one byte offset."""

    def __init__(self, bindings: list[Binding], target: int, place: Place, values: Values) -> None:
        self.bindings, self.values, self.place = bindings, values, place
        self.starts = [binding.start for binding in bindings]
        self.target = target
        self.leaves = _ALWAYS_LEAVES | _LEAVES_LOOP
        self.steps = MAX_RUN

    def at_target(self, body: Node, state: State) -> State:
        """The values that reach the target, which lies in `body`."""
        inner = self._rebinding(body)
        return self._block(inner or body, () if inner else state, self.target)

    def _rebinding(self, body: Node) -> Node | None:
        """The innermost block around the target that assigns the name before it: what was before does not count."""
        found, block = None, _inner(self._statement_at(body), self.target)
        while block is not None:
            if self._rebinds(block):
                found = block
            block = _inner(self._statement_at(block), self.target)
        return found

    def _rebinds(self, block: Node) -> bool:
        """Does a statement of the block itself assign the name before the target, whatever was before?"""
        starts, children = self.place.file.children(block)
        first = bisect_left(self.starts, block.start_byte)
        last = bisect_left(self.starts, min(block.end_byte, self.target))
        return any(
            self._is_plain(binding, children[bisect_right(starts, binding.start) - 1], self.target)
            for binding in self.bindings[max(first, last - MAX_RUN) : last]
        )

    def _statement_at(self, block: Node) -> Node | None:
        """The statement of the block that holds the target."""
        starts, children = self.place.file.children(block)
        index = bisect_right(starts, self.target) - 1
        return children[index] if index >= 0 and _holds(children[index], self.target) else None

    def _bound_in(self, start: int, end: int, until: int) -> list[Binding]:
        """The bindings between two offsets that are done before `until`."""
        inside = self.bindings[bisect_left(self.starts, start) : bisect_left(self.starts, end)]
        return [binding for binding in inside if binding.end <= until]

    def _apply(self, bindings: list[Binding], state: State) -> State:
        for binding in bindings:
            state = self.values.bind(binding, state)
        return state

    def _block(self, block: Node, state: State, until: int) -> State:
        """Runs the statements of `block` that bind the name, up to the byte `until`."""
        self.steps -= 1
        if self.steps < 0 or self.place.depth >= MAX_DEPTH:
            return state
        self.place.depth += 1
        try:
            return self._run(block, state, until)
        finally:
            self.place.depth -= 1

    def _run(self, block: Node, state: State, until: int) -> State:
        starts, children = self.place.file.children(block)
        order: list[int] = []
        if block.start_byte <= until < block.end_byte:
            order.append(max(0, bisect_right(starts, until) - 1))
        last = bisect_left(self.starts, min(block.end_byte, until))
        first = bisect_left(self.starts, block.start_byte, 0, last)
        if last - first > MAX_RUN:  # too many to run: what was before is forgotten
            first, state = last - MAX_RUN, ()
        for binding in reversed(self.bindings[first:last]):
            index = bisect_right(starts, binding.start) - 1
            if not order or index != order[-1]:
                order.append(index)
            if self._is_plain(binding, children[index], until):
                break  # what was before does not count
        for index in reversed(order):
            state = self._statement(children[index], state, until)
        return state

    def _is_plain(self, binding: Binding, statement: Node, until: int) -> bool:
        """Whether a statement does nothing but assign the name."""
        if binding.kind != "assign" or statement.type != "expression_statement":
            return False
        return binding.start == statement.start_byte and statement.end_byte <= until

    def _statement(self, node: Node, state: State, until: int) -> State:
        start, end = node.start_byte, node.end_byte
        first = bisect_left(self.starts, start)
        if first == len(self.starts) or self.starts[first] >= end:
            return state  # nothing in there binds the name
        run = _STATEMENTS.get(node.type)
        return run(self, node, state, until) if run else self._apply(self._bound_in(start, end, until), state)

    def _header(self, node: Node, body_start: int, state: State, until: int) -> State:
        return self._apply(self._bound_in(node.start_byte, body_start, until), state)

    def _leaving(self, block: Node) -> bool:
        _, children = self.place.file.children(block)
        return bool(children) and children[-1].type in self.leaves

    def _verdict(self, part: Node) -> bool | None:
        """What the test of an `if` or `elif` gives. Asked for where something is assumed alone: fields are dear."""
        assumed = self.place.assumed
        return verdict(part.child_by_field_name("condition"), assumed) if assumed else None

    def branches(self, node: Node, state: State, until: int) -> State:
        """if/elif/else: the values of every branch that goes on, joined."""
        result: State = ()
        has_else = False
        holds = self._verdict(node)
        for part in node.named_children:
            if part.type in ("elif_clause", "else_clause"):
                has_else = has_else or part.type == "else_clause"
                holds = self._verdict(part)
                block = next((child for child in part.named_children if child.type == "block"), None)
            else:
                block = part if part.type == "block" else None
            if block is None:
                state = self._apply(self._bound_in(part.start_byte, part.end_byte, until), state)
                if _holds(part, until):
                    return state
                continue
            state = self._header(part, block.start_byte, state, until)
            if part.start_byte <= until < block.start_byte:
                return state
            if holds is False and not _holds(block, until):
                continue
            after = self._block(block, state, until)
            if _holds(block, until):
                return after
            if not self._leaving(block):
                result = self.values.join(result, after)
            if holds:
                return result
        return result if has_else else self.values.join(result, state)

    def loop(self, node: Node, state: State, until: int) -> State:
        """for/while: no round, or one; inside the body, also what an earlier round left."""
        body = node.child_by_field_name("body")
        if body is None:
            return state
        before = state
        state = self._header(node, body.start_byte, state, until)
        holds = _holds(body, until)
        kept, self.leaves = self.leaves, _ALWAYS_LEAVES
        around = self.values.join(state, self._block(body, state, body.end_byte))
        self.leaves = kept
        if holds:
            return self._block(body, around, until)
        otherwise = node.child_by_field_name("alternative")
        after = self.values.join(before, around)
        if otherwise is not None and otherwise.start_byte < until:
            block = otherwise.child_by_field_name("body")
            return self._block(block, after, until) if block else after
        return after

    def attempt(self, node: Node, state: State, until: int) -> State:
        """try: the body and else, or an except clause after any part of the body; then finally."""
        body = node.child_by_field_name("body")
        if body is None:
            return state
        done = self._block(body, state, until)
        if _holds(body, until):
            return done
        broken = self.values.join(state, done)
        result: State = () if self._leaving(body) else done
        for clause in node.named_children:
            block = next((child for child in clause.named_children if child.type == "block"), None)
            if clause is body or block is None or clause.start_byte == body.start_byte:
                continue
            entry = {"else_clause": done, "finally_clause": self.values.join(result, broken)}.get(clause.type, broken)
            entry = self._header(clause, block.start_byte, entry, until)
            after = self._block(block, entry, until)
            if _holds(block, until):
                return after
            result = self._merged(clause, block, result, after)
        return result

    def _merged(self, clause: Node, block: Node, result: State, after: State) -> State:
        if clause.type == "finally_clause":
            bound = self._bound_in(block.start_byte, block.end_byte, block.end_byte)
            return after if bound else result
        if clause.type == "else_clause":
            return after
        return result if self._leaving(block) else self.values.join(result, after)

    def straight(self, node: Node, state: State, until: int) -> State:
        """with: the body runs."""
        body = node.child_by_field_name("body")
        if body is None:
            return state
        return self._block(body, self._header(node, body.start_byte, state, until), until)

    def cases(self, node: Node, state: State, until: int) -> State:
        """match: any case, or none."""
        body = node.child_by_field_name("body")
        result = state
        for case in body.named_children if body else []:
            block = case.child_by_field_name("consequence")
            if block is None:
                continue
            after = self._block(block, self._header(case, block.start_byte, state, until), until)
            if _holds(block, until):
                return after
            if not self._leaving(block):
                result = self.values.join(result, after)
        return result


def _inner(statement: Node | None, target: int) -> Node | None:
    """The outermost block in the statement that holds the target; a function's is another's business."""
    node = statement
    while node is not None and node.type not in ("function_definition", "class_definition"):
        node = next((child for child in node.named_children if _holds(child, target)), None)
        if node is not None and node.type == "block":
            return node
    return None


def _holds(node: Node, offset: int) -> bool:
    return node.start_byte <= offset < node.end_byte


_STATEMENTS: dict[str, Callable[[Flow, Node, State, int], State]] = {
    "if_statement": Flow.branches,
    "for_statement": Flow.loop,
    "while_statement": Flow.loop,
    "try_statement": Flow.attempt,
    "with_statement": Flow.straight,
    "match_statement": Flow.cases,
}
