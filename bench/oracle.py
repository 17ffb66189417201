"""What Python's own parser says a file raises: the truth that extraction is measured against."""

import ast
import warnings
from typing import NamedTuple

Place = tuple[int, int]  # line (1-based) and column (0-based, bytes)


class Statements(NamedTuple):
    """The raises and the asserts with a message, by place; True where a raise names what it raises."""

    raises: dict[Place, ast.Raise]
    asserts: dict[Place, ast.Assert]


def statements(content: bytes) -> Statements | None:
    """None where this interpreter's ast can't read the file: it then says nothing about extraction."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(content)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    nodes = list(ast.walk(tree))
    return Statements(
        {(node.lineno, node.col_offset): node for node in nodes if isinstance(node, ast.Raise)},
        {(node.lineno, node.col_offset): node for node in nodes if isinstance(node, ast.Assert) and node.msg},
    )


def has_arguments(node: ast.Raise) -> bool:
    """Whether what is raised is a call with arguments, so that a text may be expected."""
    return isinstance(node.exc, ast.Call) and bool(node.exc.args or node.exc.keywords)
