"""What a function says if one of its tests holds, and what if it does not -> texts with the conditions that they need.

`if hint: text += hint` gives two texts of which only one is there for a caller that hands over no hint. Each test of a
parameter, or of an attribute of the instance, is assumed to hold and then not to hold; a text that only one of the two
readings gives is said under that condition alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from tree_sitter import Node

from ingest.extract.pieces import MAX_TEXTS, Texts
from ingest.extract.python.queries import choice_captures
from ingest.extract.python.scopes import Scope
from ingest.extract.sites import Condition, Message

if TYPE_CHECKING:
    from ingest.extract.python.file import PythonFile

# Tests of one function that are looked at; each is another reading of it, twice.
_MAX_TESTS = 4
# Bytes of a function that is read so.
_MAX_BYTES = 4_000
# Decorators that call what they decorate as it is called.
_KEEPING = re.compile(
    r"@[ \t]*(?:[\w.]+\.)?(?:staticmethod|classmethod|property|cached_property|abstractmethod|override|final|overload|"
    r"deprecated|wraps|cache|lru_cache|setter|getter)\b"
)
_NONLOCAL = re.compile(rb"\bnonlocal[ \t]+([\w, \t]+)")
_NAME = re.compile(rb"\w+")
_LEAVING = frozenset({"return_statement", "raise_statement"})


class Assumption(NamedTuple):
    """What a test of the function `scope` is assumed to say."""

    known: Condition
    scope: Scope
    file: PythonFile


Reading = Callable[[Assumption], Texts]


def conditioned(texts: Texts, scope: Scope, file: PythonFile, read: Reading) -> tuple[Message, ...]:
    """`texts`, which are all that `scope` says, with what each needs; `read` gives those left under an assumption."""
    needs: dict[int, list[Condition]] = {}
    for test in _tests(scope, file) if _is_worth(texts, scope, file) else ():
        fails = msgspec.structs.replace(test, holds=False)
        there, gone = (set(read(Assumption(known, scope, file))) for known in (test, fails))
        if there | gone != set(texts):  # a reading that went another way tells nothing
            continue
        for number, text in enumerate(texts):
            if (text in there) != (text in gone):
                needs.setdefault(number, []).append(test if text in there else fails)
    return tuple(Message(text, tuple(needs.get(number, ()))) for number, text in enumerate(texts))


def _is_worth(texts: Texts, scope: Scope, file: PythonFile) -> bool:
    """Whether there is something to choose from, in a function that makes a text rather than does all the work, and
    that is called with what its callers hand over."""
    is_choice = 1 < len(texts) < MAX_TEXTS and any(isinstance(piece, str) for text in texts for piece in text)
    return is_choice and scope.end - scope.start < _MAX_BYTES and not _is_wrapped(scope, file)


def _is_wrapped(scope: Scope, file: PythonFile) -> bool:
    """Whether a decorator may call the function with other arguments than it is called with."""
    decorated = scope.node.parent
    if decorated is None or decorated.type != "decorated_definition":
        return False
    return not all(
        _KEEPING.match(file.text(node)) for node in decorated.named_children[:-1] if node.type == "decorator"
    )


def _tests(scope: Scope, file: PythonFile) -> list[Condition]:
    """Those of the instance, and of parameters that callers may leave out: of others, few tell what they hold."""
    found: dict[Condition, None] = {}
    optional = _optional(scope, file)
    captured = choice_captures(scope.node)
    for node in captured.get("test", ()):
        for test in _atoms(node, scope, file):
            if test.name in optional or "." in test.name:
                found[test] = None
    rebound = _rebound(captured.get("loop", []), scope, file) if found else set()
    return [test for test in found if test.name not in rebound][:_MAX_TESTS]


def _rebound(loops: list[Node], scope: Scope, file: PythonFile) -> set[str]:
    """Names that are set where a test may come again, or whenever a function inside runs."""
    names = file.bindings(scope).names.items()
    found = {name for name, bound in names if any(_holds(loop, one.start) for loop in loops for one in bound)}
    listed = _NONLOCAL.findall(file.source, scope.start, scope.end)
    return found | {name.decode() for names in listed for name in _NAME.findall(names)}


def _holds(outer: Node, start: int) -> bool:
    return outer.start_byte <= start < outer.end_byte


def _optional(function: Scope, file: PythonFile) -> set[str]:
    listed = function.node.child_by_field_name("parameters")
    nodes = listed.named_children if listed is not None else []
    names = [node.child_by_field_name("name") for node in nodes if node.child_by_field_name("value") is not None]
    return {file.text(name) for name in names if name is not None}


def _atoms(node: Node, scope: Scope, file: PythonFile) -> Iterator[Condition]:
    """The single tests that a condition is made of."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        if current.type in ("not_operator", "boolean_operator", "parenthesized_expression"):
            waiting += reversed(current.named_children)
        elif (test := _atom(current, scope, file)) is not None:
            yield test[0]


def _atom(node: Node, scope: Scope, file: PythonFile) -> tuple[Condition, bool] | None:
    """A test of one name, and whether it is meant as it holds: `x is not None` is that `x is None` does not."""
    is_none, is_meant = False, True
    if node.type == "comparison_operator":
        operands, operator = node.named_children, node.child_by_field_name("operators")
        words = file.text(operator) if operator is not None else ""
        if len(operands) != 2 or operands[1].type != "none" or words not in ("is", "is not", "==", "!="):
            return None
        node, is_none, is_meant = operands[0], True, words in ("is", "==")
    name = _tested(node, scope, file)
    return (Condition(name, is_none), is_meant) if name else None


def _tested(node: Node, scope: Scope, file: PythonFile) -> str:
    """The parameter or `self.x` that is tested before anything else is put there; "" for any other expression."""
    if node.type not in ("identifier", "attribute"):
        return ""
    name, bindings = file.text(node), file.bindings(scope)
    before = [binding for binding in bindings.names.get(name, ()) if binding.end <= node.start_byte]
    if len(before) == 1 and name[:5] == "self." and (value := before[0].value) is not None:
        return _tested(value, scope, file) if value.type == "identifier" else ""
    if before or name in ("self", "cls"):
        return ""
    is_kept = name[:5] == "self." and name.count(".") == 1 and _is_kept(name, scope, file)
    return name if name in bindings.parameters or is_kept else ""


def _is_kept(name: str, method: Scope, file: PythonFile) -> bool:
    """Whether `self.x` stays what `__init__` makes of it, as far as the class itself goes."""
    cls = method.parent
    init = file.methods(cls).get("__init__") if cls is not None and cls.is_class else None
    return cls is not None and file.settings(name, cls) == (file.settings(name, init) if init is not None else 0)


def verdict(condition: Node | None, assumed: Assumption | None) -> bool | None:
    """Whether a condition holds under an assumption; None = it may or may not."""
    if condition is None or assumed is None:
        return None
    if condition.type in ("not_operator", "parenthesized_expression"):
        inner = verdict(condition.named_children[-1] if condition.named_children else None, assumed)
        return inner if inner is None or condition.type != "not_operator" else not inner
    if condition.type == "boolean_operator":
        return _combined(condition, assumed)
    is_within = assumed.scope.start <= condition.start_byte < assumed.scope.end
    found = _atom(condition, assumed.scope, assumed.file) if is_within else None
    if found is None or found[0].name != assumed.known.name:
        return None
    held = _follows(found[0], assumed.known)
    return held if held is None else held == found[1]


def _follows(test: Condition, known: Condition) -> bool | None:
    """Whether a test holds where `known` is the case; None = it may."""
    if test.is_none == known.is_none:
        return known.holds
    return False if known.holds else None  # what is None is not truthy, and what is truthy not None


def _combined(node: Node, assumed: Assumption) -> bool | None:
    operator = node.child_by_field_name("operator")
    sides = [verdict(node.child_by_field_name(side), assumed) for side in ("left", "right")]
    decisive = operator is not None and operator.type == "or"  # what one side is enough for
    if decisive in sides:
        return decisive
    return None if None in sides else not decisive


def is_reached(node: Node, scope: Scope, file: PythonFile, assumed: Assumption | None) -> bool:
    """Whether a statement of the function may run under an assumption."""
    block = scope.node.child_by_field_name("body") if assumed is not None else None
    while block is not None:
        inner: Node | None = None
        for statement in file.children(block)[1]:
            if statement.end_byte > node.start_byte:
                inner = _holding(statement, node, assumed)
                if inner is None and statement.type == "if_statement":
                    return False
                break
            if statement.type == "if_statement" and _leaves(statement, file, assumed):
                return False
        block = inner if inner is not None and inner.type == "block" else None
    return True


def _branches(statement: Node, assumed: Assumption | None) -> Iterator[Node]:
    """The blocks of an `if` that may run, with the conditions before them."""
    for part in (statement, *statement.named_children):
        if part is not statement and part.type not in ("elif_clause", "else_clause"):
            continue
        holds = verdict(part.child_by_field_name("condition"), assumed)
        block = part.child_by_field_name("consequence") or part.child_by_field_name("body")
        if block is not None and holds is not False:
            yield block
        if holds:
            return


def _holding(statement: Node, node: Node, assumed: Assumption | None) -> Node | None:
    """The block in a statement that holds `node`, of an `if` only one that may run; the statement where it has none."""
    if statement.type == "if_statement":
        blocks = _branches(statement, assumed)
        return next((block for block in blocks if block.start_byte <= node.start_byte < block.end_byte), None)
    current: Node | None = statement
    while current is not None and current.type not in ("block", "function_definition", "class_definition"):
        inner = [child for child in current.named_children if child.start_byte <= node.start_byte < child.end_byte]
        current = inner[0] if inner else None
    return current or statement


def _leaves(statement: Node, file: PythonFile, assumed: Assumption | None) -> bool:
    """Whether the one branch that runs for sure ends the function."""
    if verdict(statement.child_by_field_name("condition"), assumed) is not True:
        return False
    block = statement.child_by_field_name("consequence")
    children = file.children(block)[1] if block is not None else []
    return bool(children) and children[-1].type in _LEAVING
