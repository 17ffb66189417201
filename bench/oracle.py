"""What Python's own parser says a file raises: the truth that extraction is measured against."""

import ast
import builtins
import re
import warnings
from collections.abc import Iterator
from typing import NamedTuple

Place = tuple[int, int]  # line (1-based) and column (0-based, bytes)
Node = ast.Raise | ast.Assert

HOLE = "\0"  # in a text: something that varies


class Statement(NamedTuple):
    """A raise, or an assert with a message; `qualname` is Python's of the function or class around."""

    node: Node
    qualname: str

    @property
    def is_bare(self) -> bool:
        return isinstance(self.node, ast.Raise) and self.node.exc is None

    @property
    def has_arguments(self) -> bool:
        """Whether what is raised is a call with arguments, so that a text may be expected."""
        exc = self.node.exc if isinstance(self.node, ast.Raise) else None
        return isinstance(exc, ast.Call) and bool(exc.args or exc.keywords)

    def can_say(self, text: str) -> bool:
        """Whether `text` (Holes as HOLE) is what the statement says, as far as its own literals tell."""
        parts = _parts(_message(self.node))
        pattern = ".*".join(map(re.escape, parts)) if parts else ".*"
        return re.fullmatch(pattern, text, re.DOTALL) is not None


Statements = dict[Place, Statement]


def statements(content: bytes) -> Statements | None:
    """None where this interpreter's ast can't read the file: it then says nothing about extraction."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(content)
        return {(found.node.lineno, found.node.col_offset): found for found in _walk(tree, "")}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _walk(node: ast.AST, qualname: str) -> Iterator[Statement]:
    if isinstance(node, ast.Raise) or (isinstance(node, ast.Assert) and node.msg is not None):
        yield Statement(node, qualname.removesuffix(".<locals>") or "<module>")
    inner = qualname
    if isinstance(node, ast.ClassDef):
        inner = f"{qualname}.{node.name}".lstrip(".")
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        inner = f"{qualname}.{node.name}.<locals>".lstrip(".")
    for child in ast.iter_child_nodes(node):
        yield from _walk(child, inner)


def _message(node: Node) -> ast.expr | None:
    """The expression of the text, where Python's own classes leave no doubt which one that is."""
    if isinstance(node, ast.Assert):
        return node.msg
    call = node.exc
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.keywords or len(call.args) != 1:
        return None
    found = getattr(builtins, call.func.id, None)
    is_plain = isinstance(found, type) and issubclass(found, Exception) and not issubclass(found, KeyError)
    return call.args[0] if is_plain else None


def _parts(node: ast.expr | None) -> list[str]:
    """The literals of a string expression, between which something varies; [] = it is no such expression."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.JoinedStr):
        return _joined(node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return _joined([node.left, node.right])
    return []


def _joined(nodes: list[ast.expr]) -> list[str]:
    parts = [""]
    for node in nodes:
        first, *rest = _parts(node) or ["", ""]
        parts[-1] += first
        parts += rest
    return parts
