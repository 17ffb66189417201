"""What `isinstance` is asked -> the classes in it. Pure."""

from __future__ import annotations

import ast
import builtins
from typing import Final

from ingest.explain.trees import written

_SEVERAL: Final = ("types", "Types", "classes", "Classes")


def classes(node: ast.expr) -> list[ast.expr]:
    """What the second argument of `isinstance` lists, one by one."""
    if isinstance(node, ast.Tuple):
        return [item for part in node.elts for item in classes(part)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*classes(node.left), *classes(node.right)]
    return [node]


def is_class(node: ast.expr) -> bool:
    """Whether it is written as one class is, not as a variable that may hold several."""
    name = written(node)
    if name in ("type(None)", "None"):
        return True
    if not isinstance(node, ast.Name | ast.Attribute) or name.startswith(("self.", "cls.")):
        return False
    last = name.rpartition(".")[2].lstrip("_")
    if hasattr(builtins, name):
        return True
    return not (last.isupper() or last.endswith(_SEVERAL)) and (last[:1].isupper() or "." in name)
