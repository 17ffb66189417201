"""A call of a function that raises -> whether the error can come about there, and gets out of the caller. Pure.

What is not known counts as possible.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ingest.explain.conditions import Atom, atoms
from ingest.explain.escaping import may_escape, only_passes_on
from ingest.explain.excluding import exclude
from ingest.explain.fields import name_of
from ingest.explain.holding import holds
from ingest.explain.scope import scope_of
from ingest.explain.trees import Function, own_nodes, walked, written

Keeper = ast.ExceptHandler | ast.With | ast.AsyncWith
_Holding = ast.Try | ast.TryStar | ast.With | ast.AsyncWith

_HOLDING: Final = (ast.Try, ast.TryStar, ast.With, ast.AsyncWith)
_LOOPS: Final = (ast.For, ast.AsyncFor, ast.While)
_OWN: Final = frozenset({"self", "cls"})
_LONGEST_RETURNED: Final = 80
_LEAVING: Final = (ast.Return, ast.Raise, ast.Continue, ast.Break)


@dataclass(frozen=True, slots=True)
class Raised:
    """What the called function raises: the names of its classes, nearest first, and the conditions that lead to it.

    `function` is that function, None where its conditions say nothing of how it is called.
    """

    classes: frozenset[str]
    function: Function | None
    is_bound: bool  # its first parameter is not among the arguments
    atoms: tuple[Atom, ...]


def raised(exc_type: str, bases: Sequence[str], function: Function, owner: str, tested: Sequence[Atom]) -> Raised:
    """`tested` are conditions of the statement; those on names that the function binds anew are left out."""
    scope = scope_of(function)
    is_static = any(name_of(item) == "staticmethod" for item in function.decorator_list)
    fixed = [atom for atom in tested if not any(scope.bound(name) for name in _names(atom.node))]
    kept = tuple(atom for atom in fixed if not scope.stored.intersection(_attributes(atom.node)))
    return Raised(_classes(exc_type, bases), function, bool(owner) and not is_static, kept)


def _classes(exc_type: str, bases: Sequence[str]) -> frozenset[str]:
    found = {name.rpartition(".")[2] for name in (exc_type, *bases)}
    known = [kind for name in found if isinstance(kind := getattr(builtins, name, None), type)]
    found.update(base.__name__ for kind in known for base in kind.__mro__)
    # Of a class that is not known, it may be that `except Exception` does not catch it, but hardly ever is.
    return frozenset(found | ({"BaseException"} if {"SystemExit", "KeyboardInterrupt"} & found else {"Exception"}))


def keeper(exc_type: str, bases: Sequence[str], function: Function, line: int) -> Keeper | None:
    """What of the function that raises on a line catches the error so that nothing gets out for it."""
    at = ast.Name(exc_type, lineno=line, end_lineno=line)
    return _keeper(function, at, _classes(exc_type, bases)) if exc_type else None


def keeper_of_call(function: Function, call: ast.expr, exc_type: str, bases: Sequence[str]) -> Keeper | None:
    """Likewise of the function that calls what raises."""
    return _keeper(function, call, _classes(exc_type, bases))


def is_caught(function: Function, call: ast.expr, classes: frozenset[str]) -> bool:
    """Whether the caller handles the error and raises nothing for it."""
    return _keeper(function, call, classes) is not None


def _keeper(function: Function, call: ast.expr, classes: frozenset[str]) -> Keeper | None:
    """The innermost that catches; None where it raises something else, or may let it out by another way."""
    for node in (item for item in _holding(function) if _is_within(call, item.body)):
        found = _catching(node, classes)
        if isinstance(found, ast.ExceptHandler):
            if may_escape(function, found) or not only_passes_on(found):
                return None
            if any(isinstance(item, ast.Raise) for item in own_nodes(found)):
                continue
        if found:
            return found
    return None


@lru_cache(128)
def _holding(function: Function) -> list[_Holding]:
    """The blocks of a function that may catch something, the last first."""
    blocks = [item for item in own_nodes(function) if isinstance(item, _HOLDING)]
    return sorted(blocks, key=lambda item: item.lineno, reverse=True)


def _catching(node: _Holding, classes: frozenset[str]) -> Keeper | None:
    if isinstance(node, ast.Try | ast.TryStar):
        return next((item for item in node.handlers if _catches(item.type, classes)), None)
    made = [item.context_expr for item in node.items]
    suppressing = [item for item in made if isinstance(item, ast.Call) and name_of(item.func) == "suppress"]
    is_caught = any(_catches(argument, classes) for item in suppressing for argument in item.args)
    return node if is_caught else None


def header(keeper: Keeper) -> str:
    """As it is written, without the name that a handler gives to what it caught."""
    if isinstance(keeper, ast.ExceptHandler):
        return f"except {written(keeper.type)}" if keeper.type else "except"
    return f"with {', '.join(written(item.context_expr) for item in keeper.items)}"


def returned(keeper: Keeper) -> str:
    """What a handler returns where that is its last word and it has no other, as source; "" if it is long."""
    if not isinstance(keeper, ast.ExceptHandler):
        return ""
    returns = [item for item in own_nodes(keeper) if isinstance(item, ast.Return)]
    if len(returns) != 1 or returns[0] is not keeper.body[-1]:
        return ""
    text = written(returns[0].value) if returns[0].value else "None"
    return text if len(text) <= _LONGEST_RETURNED else ""


def _catches(node: ast.expr | None, classes: frozenset[str]) -> bool:
    items = node.elts if isinstance(node, ast.Tuple) else [node]
    return node is None or any(name_of(item) in classes for item in items)


def is_ruled_out(function: Function, call: ast.Call, error: Raised) -> bool:
    """Whether what the call hands over, or what the caller tested before, leaves one of the conditions false."""
    if error.function is None or not error.atoms:
        return False
    given = _given(error, call)
    known = _known(function, call)
    return any(_is_false(atom, given, known) for atom in error.atoms)


def raised_by_call(function: Function, owner: str, call: ast.Call, error: Raised) -> Raised:
    """The error as who calls `function` meets it, which raises it by `call`: with what was tested on the way to that,
    and what is tested of its own parameters, where it hands those on."""
    given = _given(error, call) if error.function else {}
    handed = [there for atom in error.atoms if (there := _there(atom, given)) and _is_about(there, given)]
    found = raised("", (), function, owner, [*_known(function, call), *handed])
    return Raised(error.classes, function, found.is_bound, found.atoms)


def _is_about(there: Atom, given: dict[str, ast.expr]) -> bool:
    """Whether a condition in the caller's names is about what it hands over."""
    return bool(_names(there.node) & {name for item in given.values() for name in _names(item) - _OWN})


def _known(function: Function, call: ast.Call) -> list[Atom]:
    """What holds where the call stands, of what the function has not set anew."""
    scope = scope_of(function)
    known = [
        atom
        for atom, line in _tested(function, call)
        if not any(scope.bound(name) for name in _names(atom.node)) and _is_still_so(atom, function, call, line)
    ]
    return [atom for atom in known if not scope.stored.intersection(_attributes(atom.node))]


def _is_still_so(atom: Atom, function: Function, call: ast.Call, line: int) -> bool:
    """Whether what was tested on a line of the object itself is so of the one that the call is of, when it is called.

    Any method of the object that is called in between may have changed it.
    """
    if not _OWN.intersection(_names(atom.node)):
        return True
    if not isinstance(call.func, ast.Attribute) or written(call.func.value) not in (*_OWN, "super()"):
        return False
    rounds = [item.end_lineno or 0 for item in own_nodes(function) if isinstance(item, _LOOPS) and item.lineno > line]
    # A loop that begins in between runs to its end before it comes to the call again.
    last = max((end for end in rounds if end >= call.lineno), default=call.end_lineno or 0)
    calls = (item for item in own_nodes(function) if isinstance(item, ast.Call) and line < item.lineno <= last)
    return not any(may_change_own(item) for item in calls if item is not call)


def may_change_own(call: ast.Call) -> bool:
    """Whether a method of the object is called, or of a part of it, or it is handed over."""
    handed = (item for item in (*call.args, *(keyword.value for keyword in call.keywords)))
    is_handed = any(isinstance(item, ast.Name) and item.id in _OWN for item in handed)
    return is_handed or written(call.func).startswith(("self.", "cls.", "super()."))


def handed_over(call: ast.Call, error: Raised) -> tuple[tuple[str, str], ...]:
    """The names and attributes that a call hands over, as written, by the parameters of the function that raises."""
    given = _given(error, call) if error.function else {}
    return tuple((name, written(item)) for name, item in given.items() if isinstance(item, ast.Name | ast.Attribute))


def is_through_class(call: ast.Call) -> bool:
    """Whether a method is taken from a class, as in `A.check(self, x)`: the object is among the arguments."""
    match call:
        case ast.Call(func=ast.Attribute(value=ast.Name() | ast.Attribute() as owner), args=[ast.Name(id="self"), *_]):
            return name_of(owner).lstrip("_")[:1].isupper()
    return False


def _is_false(atom: Atom, given: dict[str, ast.expr], known: list[Atom]) -> bool:
    subject = written(atom.subject)
    value = given.get(subject)
    if value is not None and holds(atom, value) is False:
        return True
    there = _there(atom, given)
    return there is not None and any(exclude(there, item) for item in known)


def _there(atom: Atom, given: dict[str, ast.expr]) -> Atom | None:
    """The condition in the caller's names; None if it is about something that the caller does not hand over so.

    What is no parameter is the module's own, and a class is called alike where it is imported.
    """
    names = _names(atom.node) - {"self", *dir(builtins)}
    handed = {name for name in names if name in given or not name.lstrip("_")[:1].isupper()}
    if any(not isinstance(given.get(name), ast.Name) for name in handed):
        return None
    return Atom(_Renamed(given).visit(ast.parse(written(atom.node), mode="eval").body), atom.is_not)


class _Renamed(ast.NodeTransformer):
    def __init__(self, given: dict[str, ast.expr]) -> None:
        self._given = given

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._given.get(node.id, node)


def _given(error: Raised, call: ast.Call) -> dict[str, ast.expr]:
    """The arguments by the function's parameters, defaults where none is given; what is not known is left out."""
    arguments = error.function.args if error.function else ast.arguments([], [], None, [], [], None, [])
    plain = [item.arg for item in (*arguments.posonlyargs, *arguments.args)]
    found: dict[str, ast.expr] = {}
    is_whole = not any(isinstance(item, ast.Starred) for item in call.args)
    is_whole = is_whole and all(item.arg for item in call.keywords)
    if is_whole:
        found.update(zip(plain[len(plain) - len(arguments.defaults) :], arguments.defaults, strict=True))
        pairs = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        found.update({item.arg: value for item, value in pairs if value is not None})
    names = plain[error.is_bound and not is_through_class(call) :]
    for name, value in zip(names, call.args, strict=False):
        if isinstance(value, ast.Starred):
            break
        found[name] = value
    return found | {item.arg: item.value for item in call.keywords if item.arg}


def _tested(function: Function, call: ast.Call) -> Iterator[tuple[Atom, int]]:
    """What holds where the call stands: the branches around it, and what would have left its blocks before.

    With the last line of where it was tested.
    """
    body: Sequence[ast.stmt] = function.body
    while around := next((item for item in body if _is_within(call, [item])), None):
        for item in body[: body.index(around)]:
            if isinstance(item, ast.If) and not item.orelse and isinstance(item.body[-1], _LEAVING):
                yield from _held(f"not ({written(item.test)})", item)
        if isinstance(around, ast.If) and _is_within(call, around.body):
            yield from _held(written(around.test), around)
        if isinstance(around, ast.If) and _is_within(call, around.orelse):
            yield from _held(f"not ({written(around.test)})", around)
        body = next((block for block in _blocks(around) if _is_within(call, block)), ())


def _held(test: str, branch: ast.If) -> Iterator[tuple[Atom, int]]:
    yield from ((atom, branch.test.end_lineno or branch.lineno) for atom in atoms(test))


def _blocks(item: ast.stmt) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        if isinstance(block := getattr(item, name, None), list):
            yield block
    yield from (handler.body for handler in getattr(item, "handlers", ()))
    yield from (case.body for case in getattr(item, "cases", ()))


def _is_within(node: ast.expr, block: Sequence[ast.stmt]) -> bool:
    return bool(block) and block[0].lineno <= node.lineno <= (block[-1].end_lineno or 0)


def _names(node: ast.expr) -> set[str]:
    return {item.id for item in walked(node) if isinstance(item, ast.Name)}


def _attributes(node: ast.expr) -> set[str]:
    return {written(item) for item in walked(node) if isinstance(item, ast.Attribute)}
