"""The one statement of a `try` block that failed, and the options that it works with, as rules ask for them. Pure."""

from __future__ import annotations

import ast

from ingest.explain.conditions import listed
from ingest.explain.facts import Attempt, Binding, Fact
from ingest.explain.static.objects import is_given_whole
from ingest.explain.static.options import called_together, is_within_reach
from ingest.explain.static.sentences import Case
from ingest.explain.trees import Unreadable, parsed
from kb.display.explanation import code_span

_MOST_GIVEN = 3
_OLD = frozenset({"error", "gaierror", "herror", "timeout"})


def failed(attempt: Attempt | None) -> ast.expr | None:
    """What the block's one statement computes: the value that it returns or assigns, or itself."""
    if attempt is None or not attempt.only or attempt.imports:
        return None
    try:
        body = parsed(attempt.only.removeprefix("return ")).body
    except Unreadable:
        return None
    node = body[0] if body else None
    value = node.value if isinstance(node, ast.Expr | ast.Assign | ast.AnnAssign) else None
    # Of a part of what a call gives, the call is what may fail first.
    return value.value if isinstance(value, ast.Attribute) and isinstance(value.value, ast.Call) else value


def caught(attempt: Attempt) -> str:
    """What is caught, as prose: a class as it is written; a variable holds one or more."""
    names = [code_span(name) if is_class(name) else f"one of {code_span(name)}" for name in attempt.handled]
    return listed(names, "or") if names else "an exception"


def raises(attempt: Attempt) -> str:
    """What the one statement fails with, as prose; of an attribute that is asked for, that there is none."""
    node = failed(attempt)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and attempt.handled == ("AttributeError",):
        return f"{code_span(node.value.id)} has no attribute {code_span(node.attr)}"
    return f"{_failing(attempt.only)} raises {caught(attempt)}"


def _failing(statement: str) -> str:
    """The value that it computes, or returns; the statement where to put that away may be what fails."""
    try:
        node = parsed(statement).body[0]
    except (Unreadable, IndexError):
        return code_span(statement)
    value = node.value if isinstance(node, ast.Expr | ast.Assign | ast.AnnAssign | ast.Return) else None
    if isinstance(value, ast.Yield):
        return f"the code that runs at {code_span(ast.get_source_segment(statement, value) or statement)}"
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    is_plain = isinstance(value, ast.Name | ast.Attribute)
    if value and is_plain and len(targets) == 1 and isinstance(targets[0], ast.Tuple | ast.List):
        into = ast.get_source_segment(statement, targets[0]) or ast.unparse(targets[0])
        return f"unpacking {code_span(ast.unparse(value))} into {code_span(into)}"
    is_computed = value is not None and not (targets and isinstance(value, ast.Name | ast.Constant))
    if value is None or not is_computed or not all(isinstance(item, ast.Name | ast.Attribute) for item in targets):
        return code_span(statement)
    return code_span(ast.get_source_segment(statement, value) or statement)


def is_class(name: str) -> bool:
    """Whether it is written as classes are, or is one of Python's older ones: `socket.timeout`, `zlib.error`."""
    owner, _, last = name.rpartition(".")
    return last[:1].isupper() or (bool(owner) and last in _OLD)


def handled(attempt: Attempt) -> str:
    """The classes that are caught, as prose."""
    return listed([code_span(name) for name in attempt.handled], "or")


def is_handled(attempt: Attempt, classes: frozenset[str]) -> bool:
    """Whether all that is caught is among the classes, by their bare names."""
    return bool(attempt.handled) and all(name.rpartition(".")[2] in classes for name in attempt.handled)


def options(case: Case, attempt: Attempt) -> list[Binding]:
    """What users can turn in the statement, no part of an object that they hand over whole; nothing if that is much."""
    found = [item for item in attempt.given if is_within_reach(case, item) and not is_given_whole(item)]
    return found if len(found) <= _MOST_GIVEN else []


def names(case: Case, options: list[Binding]) -> str:
    """The same as prose, "" if there are none."""
    return called_together(options, case.where)


def facts(case: Case, attempt: Attempt) -> tuple[Fact, ...]:
    """The handler, the statement, and where its options are declared."""
    return (attempt.fact, *attempt.facts, *(fact for item in options(case, attempt) for fact in item.facts))
