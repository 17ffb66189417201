"""What a condition is about -> the options that decide it, and what the function makes of them on the way. Pure.

Only where all of it is known: each variable is made once and in any case, of options, constants and what functions and
classes that lie open give for them. What an object does is nothing that the options decide.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable
from typing import Final

from ingest.explain.bindings import Frame
from ingest.explain.expressions import METHODS, is_computing, is_private, short
from ingest.explain.facts import Binding, Derived, Fact
from ingest.explain.trees import walked, written
from ingest.explain.variables import is_configuration

_MOST_STEPS: Final = 3
_OWN: Final = ("self", "cls")
# What gives something else each time, or for reasons that its arguments do not show.
_UNSTEADY: Final = frozenset(
    {"eval", "exec", "globals", "id", "input", "iter", "locals", "next", "open", "super", "vars", "__import__"}
)
# What anybody knows of an array, and what it gives without being changed.
_OF_ARRAYS: Final = frozenset({"dtype", "kind", "ndim", "shape", "size", "name"})
_ASKED: Final = METHODS | {
    "all", "any", "astype", "copy", "max", "mean", "min", "ravel", "sum", "tolist", "total_seconds",
}  # fmt: skip
# What gives the same for the same, and of paths what is there.
_PLAIN: Final = frozenset(
    {
        "ast", "collections", "datetime", "decimal", "enum", "fnmatch", "fractions", "functools", "glob", "inspect",
        "ipaddress", "itertools", "json", "keyword", "math", "numbers", "operator", "os", "pathlib", "re",
        "shlex", "string", "textwrap", "types", "typing", "unicodedata", "urllib", "uuid",
    }
)  # fmt: skip
_REFUSED: Final = (ast.Await, ast.Yield, ast.YieldFrom, ast.Lambda, ast.NamedExpr)


def derived(frame: Frame, node: ast.expr, given: Callable[[Binding], Binding]) -> Derived | None:
    """Of a condition in a function as it is where it is tested; `given` tells of an option to whom users give it."""
    found = _Derivation(given)
    if not found.follow(node, frame) or not found.options or not found.is_worth:
        return None
    steps = tuple(sorted(found.steps, key=lambda step: step[2].line, reverse=True))
    return Derived(written(node), steps, tuple(found.options.values()))


class _Derivation:
    def __init__(self, given: Callable[[Binding], Binding]) -> None:
        self._given = given
        self.steps: list[tuple[str, str, Fact]] = []
        self.options: dict[str, Binding] = {}
        self.is_worth = False  # whether something is made or asked on the way: others tell of the rest

    def follow(self, node: ast.expr, frame: Frame) -> bool:
        """Whether all that an expression is made of is known; notes options and steps."""
        inner = walked(node)
        if any(isinstance(item, _REFUSED) for item in inner) or is_private(node):
            return False
        if any(isinstance(item, ast.Call) and (_is_unsteady(item) or _is_of_object(item)) for item in inner):
            return False
        own = {part.id for item in inner if isinstance(item, ast.comprehension) for part in _names(item.target)}
        methods = {id(item.func) for item in inner if isinstance(item, ast.Call)}
        self.is_worth |= bool(methods)
        inside = {id(item.value) for item in inner if isinstance(item, ast.Attribute)}
        for item in inner:
            if id(item) in inside or not isinstance(item, ast.Name | ast.Attribute):
                continue
            if not self._known(item, frame, own, is_called=id(item) in methods):
                return False
        return True

    def _known(self, node: ast.Name | ast.Attribute, frame: Frame, own: set[str], *, is_called: bool) -> bool:
        path: list[str] = []
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            path.append(root.attr)
            root = root.value
        if not isinstance(root, ast.Name):  # of what a call gives or an item is, which is looked at by itself
            return not is_called or path[0] in _ASKED
        if root.id in own:
            return not is_called or not path or path[0] in _ASKED
        if root.id in _OWN:
            return self._own(node, frame, is_called=is_called)
        if not frame.scope.is_local(root.id):
            return root.id not in _UNSTEADY and (not is_called or _lies_open(root.id, frame))
        if path and not is_called and self._option(frame.binding(node), frame):
            return True
        if not frame.scope.bound(root.id):
            return self._parameter(root, path, frame, is_called=is_called)
        is_asked = not is_called or (bool(path) and path[0] in _ASKED)
        return is_asked and self._made(root, frame)

    def _own(self, node: ast.Name | ast.Attribute, frame: Frame, *, is_called: bool) -> bool:
        """Of an attribute of the object: an option, or what lies open."""
        if is_called or not isinstance(node, ast.Attribute) or written(node) in frame.scope.stored:
            return False
        return self._option(frame.binding(node), frame) or isinstance(node.value, ast.Name)

    def _parameter(self, root: ast.Name, path: list[str], frame: Frame, *, is_called: bool) -> bool:
        open_to_all = _ASKED if is_called else _OF_ARRAYS
        is_value = all(name in _OF_ARRAYS for name in path[1:]) and all(name in open_to_all for name in path[:1])
        is_called_itself = is_called and not path
        return is_value and not is_called_itself and self._option(frame.binding(root), frame)

    def _option(self, binding: Binding | None, frame: Frame) -> bool:
        if binding is None or not binding.is_option:
            return False
        is_part = binding.origin == "object"
        if is_part and not (is_configuration(binding.owner) and frame.scope.parameter(binding.owner.partition(".")[0])):
            return False
        self.options.setdefault(binding.name, self._given(binding))
        return True

    def _made(self, root: ast.Name, frame: Frame) -> bool:
        """Of a variable: what the function has made it of."""
        bound = frame.scope.bound(root.id)
        at, value = bound[0]
        if len(bound) != 1 or not isinstance(at, ast.Assign | ast.AnnAssign) or not frame.scope.is_certain(root.id):
            return False
        # What is taken apart as it is given may have been put together by a decorator.
        if value is None or root.id in frame.scope.changed or not hasattr(value, "lineno") or not short(value):
            return False
        step = next(((root.id, short(value), fact) for fact in frame.source.facts(at, root.id)), None)
        if step is None or step in self.steps:
            return step is not None
        if len(self.steps) == _MOST_STEPS or root.id in (name for name, _, _ in self.steps):
            return False
        self.steps.append(step)
        self.is_worth = True
        return self.follow(value, frame.at(at.lineno, at.lineno))


def _lies_open(name: str, frame: Frame) -> bool:
    """Whether anybody can look up what is called by a name: Python's own, or the Pin's."""
    if hasattr(builtins, name) or frame.index.function(name, frame.source) or frame.index.find(name, frame.source):
        return True
    module = frame.source.origins.get(name)
    if module is None:
        return False
    head = module.partition(".")[0]  # "" of the Pin's own, by a relative import
    return not head or head in _PLAIN or frame.index.is_own(head)


def _is_unsteady(call: ast.Call) -> bool:
    """Whether it gives something else each time: what is asked nothing by name gives what is so at the time."""
    is_method = isinstance(call.func, ast.Attribute) and call.func.attr in _ASKED
    return written(call.func) in _UNSTEADY or not (call.args or call.keywords or is_method)


def _is_of_object(call: ast.Call) -> bool:
    """Whether it is handed a part of the object, so that what it gives is for the object to decide."""
    parts = [part for item in (*call.args, *(word.value for word in call.keywords)) for part in walked(item)]
    return not is_computing(call) and any(isinstance(part, ast.Name) and part.id in _OWN for part in parts)


def _names(node: ast.expr) -> list[ast.Name]:
    return [item for item in walked(node) if isinstance(item, ast.Name)]
