"""A function -> what its names are bound to, in one walk over it. Pure."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from functools import cached_property, lru_cache
from typing import Final

from ingest.explain.changes import CHANGING, changed
from ingest.explain.flow import Flow
from ingest.explain.trees import Function, assignments, own_nodes, walked, written

# Of a name that is bound more often, any binding may be in force: to look at all for every statement is superlinear.
MOST_BOUND: Final = 100
Bound = tuple[ast.AST, ast.expr | None]  # the statement, and the value if it is one

_ASSIGNED = (ast.Assign, ast.AnnAssign, ast.AugAssign)
_LOOPS = (ast.For, ast.AsyncFor, ast.comprehension)
_EXITS = (ast.Return, ast.Continue, ast.Break)
_BINDERS = frozenset({
    *_ASSIGNED, *_LOOPS, ast.NamedExpr, ast.withitem, ast.ExceptHandler, ast.MatchAs, ast.MatchStar, ast.FunctionDef,
    ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal, ast.Delete,
})  # fmt: skip

_TELLING = frozenset({*_BINDERS, *_EXITS, *CHANGING, ast.Attribute, ast.Try, ast.If})


class Scope:
    """The parameters of a function, what it binds, and its `if` and `try` statements.

    `changed` are the names of collections whose items it changes.
    """

    def __init__(self, function: Function) -> None:
        """As `scope_of`, which makes but one of a function."""
        self._flow = Flow(function)
        self._seen: dict[tuple[int, int], Scope] = {}
        self._place = (0, 0)  # the line it was asked for; all of the function if none was
        self._parameters = {argument.arg: (argument, default) for argument, default in parameters(function)}
        variadic = (("*", function.args.vararg), ("**", function.args.kwarg))
        self._starred = tuple((stars, item.arg) for stars, item in variadic if item)
        self.variadic = tuple(name for _, name in self._starred)
        self._bound: dict[str, list[Bound]] = {}
        self._in_force: dict[str, tuple[list[Bound], Bound | None]] = {}
        self.attempts: list[ast.Try] = []
        self.branches: list[ast.If] = []
        self._exits: list[ast.stmt] = []
        self._stores: list[ast.Attribute] = []
        self._kept: dict[str, list[ast.expr]] = {}
        self.changed: set[str] = set()
        for node in own_nodes(function):
            if type(node) in _TELLING:  # few of them do
                self._see(node)

    def _see(self, node: ast.AST) -> None:
        if isinstance(node, ast.Attribute):
            if not isinstance(node.ctx, ast.Load):
                self._stores.append(node)
            return
        if name := changed(node):
            self.changed.add(name)
        if type(node) in _BINDERS:
            self._see_bound(node)
        elif isinstance(node, _EXITS):
            self._exits.append(node)
        elif isinstance(node, ast.Try):
            self.attempts.append(node)
        elif isinstance(node, ast.If):
            self.branches.append(node)

    def _see_bound(self, node: ast.AST) -> None:
        for target, known in _bindings(node):
            value = None if _is_cast(known) else known
            # `x = cast(T, x)` leaves it as it is.
            if not (_is_cast(known) and _mentions(known, written(target))):
                self._bind(target, value, node)
            if isinstance(target, ast.Attribute) and value is not None:
                self._kept.setdefault(target.attr, []).append(value)

    def at(self, line: int, limit: int) -> Scope:
        """As it is on a line, when what stands on line `limit` and below runs later."""
        if (line, limit) not in self._seen:
            seen = self._seen[line, limit] = Scope.__new__(Scope)
            seen.__dict__ |= self.__dict__  # as `copy` does, which takes five times as long
            seen._in_force, seen._place = {}, (line, limit)
            seen._seen = {}  # a dict that holds itself would keep the tree until it is searched for such
        return self._seen[line, limit]

    def bound(self, name: str) -> list[Bound]:
        """What may have bound a name that is in force here; nothing for one that the function does not bind."""
        return self._reaching(name)[0]

    def is_certain(self, name: str) -> bool:
        """Whether a name is bound in any case where it is looked at."""
        return self._reaching(name)[1] is not None

    def parameter(self, name: str) -> tuple[ast.arg, ast.expr | None] | None:
        """The parameter of that name and its default; gone where another value has replaced it."""
        if name not in self._parameters:
            return None
        last = self._reaching(name)[1]
        return self._parameters[name] if last is None or _mentions(last[1], name) else None

    def given(self) -> tuple[str, ...]:
        """The parameters that have the caller's value here, those that take any number with their stars."""
        plain = [name for name in self._parameters if name not in ("self", "cls") and not self.bound(name)]
        return (*plain, *(f"{stars}{name}" for stars, name in self._starred if not self.bound(name)))

    def _reaching(self, name: str) -> tuple[list[Bound], Bound | None]:
        """The bindings of a name that may be in force, and the one that replaced all before it."""
        if name not in self._bound:
            return [], None
        if name not in self._in_force:
            self._in_force[name] = self._reached(self._bound[name])
        return self._in_force[name]

    def _reached(self, bound: list[Bound]) -> tuple[list[Bound], Bound | None]:
        line, limit = self._place
        if not line or len(bound) > MOST_BOUND:
            return bound, None
        found, last = self._flow.reaching([node for node, _ in bound], line, limit)
        return [bound[place] for place in found], None if last is None else bound[last]

    def is_trap(self, tested: int, line: int) -> bool:
        """Whether the code raises as well if the condition tested on line `tested` is not as it is on `line`."""
        found = self._branch(tested)
        if found is None or not _is_inside(found, line):
            return found is not None and _raises(found.body[-1])
        last = found.orelse[-1] if found.orelse else self._flow.following(found)
        return last is not None and _raises(last)

    def is_passed(self, tested: int, line: int) -> bool:
        """Whether that is so since the code has raised before it comes to `line`."""
        found = self._branch(tested)
        return found is not None and not _is_inside(found, line) and _raises(found.body[-1])

    def otherwise(self, tested: int, line: int) -> ast.Return | None:
        """The `return` that the function comes to where what is tested on line `tested` is not as it is on `line`."""
        found = self._branch(tested)
        if found is None:
            return None
        following = found.orelse[0] if found.orelse else self._flow.following(found)
        first = following if _is_inside(found, line) else found.body[0]
        return first if isinstance(first, ast.Return) else None

    def is_around(self, tested: int, line: int) -> bool:
        """Whether what is tested on line `tested` is the `if` of a block that `line` stands in."""
        found = self._branch(tested)
        return found is not None and found.body[0].lineno <= line <= (found.end_lineno or 0)

    def _branch(self, tested: int) -> ast.If | None:
        return next((item for item in self.branches if item.lineno <= tested <= (item.test.end_lineno or 0)), None)

    def loop_before(self, line: int, since: int) -> ast.stmt | None:
        """As Flow.loop_before."""
        return self._flow.loop_before(line, since)

    def is_settled(self, line: int, tested: Collection[int]) -> bool:
        """As Flow.is_settled, of all that leaves a block of the function other than by an error."""
        return self._flow.is_settled(line, self._exits, tested)

    def is_set_since(self, attribute: str, since: int) -> bool:
        """Whether an attribute, as written, may be set between line `since` and here."""
        line, limit = self._place
        stores = [node for node in self._stores if node.lineno > since] if attribute in self.stored else []
        stores = [node for node in stores if written(node) == attribute]
        return bool(stores) and bool(self._flow.reaching(stores, line, limit)[0])

    def kept(self, attribute: str) -> ast.expr | None:
        """What the function itself sets `self.attribute` to, if it does so once, as `self.x = …`."""
        values = self._kept.get(attribute, [])
        stores = [node for node in self._stores if node.attr == attribute]
        if not len(values) == len(stores) == 1:
            return None
        line, limit = self._place
        at = ast.copy_location(ast.Assign([], values[0]), values[0])
        return values[0] if not line or self._flow.reaching([at], line, limit)[1] is not None else None

    @cached_property
    def stored(self) -> set[str]:
        """The attributes that the function sets, as written."""
        return {written(node) for node in self._stores}

    @cached_property
    def variables(self) -> tuple[str, ...]:
        """The names that it binds, its parameters left out."""
        return tuple(sorted(self._bound.keys() - self._parameters.keys() - set(self.variadic)))

    def is_local(self, name: str) -> bool:
        return name in self._bound or name in self._parameters or name in self.variadic

    def _bind(self, target: ast.AST, value: ast.expr | None, node: ast.AST) -> None:
        if isinstance(target, ast.Name):
            self._bound.setdefault(target.id, []).append((node, value))
        elif isinstance(target, ast.Tuple | ast.List):
            for item, part in zip(target.elts, _parts(target.elts, value), strict=True):
                self._bind(item, part, node)
        elif isinstance(target, ast.Starred):
            self._bind(target.value, None, node)


def _parts(targets: list[ast.expr], value: ast.expr | None) -> list[ast.expr | None]:
    """What each of several targets gets: written out, or known by its place; behind a starred one, from the end."""
    if value is None:
        return [None] * len(targets)
    starred = next((at for at, item in enumerate(targets) if isinstance(item, ast.Starred)), len(targets))
    if isinstance(value, ast.Tuple | ast.List) and len(value.elts) == len(targets) == starred:
        return list(value.elts)
    places = [at if at < starred else at - len(targets) for at in range(len(targets))]
    # As Python parses `-1`, so that it is written like that.
    slices = [ast.Constant(at) if at >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-at)) for at in places]
    return [ast.Subscript(value=value, slice=item) for item in slices]


@lru_cache(64)
def scope_of(function: Function) -> Scope:
    """The scope of all of a function."""
    return Scope(function)


def _raises(last: ast.stmt) -> bool:
    """Whether a block that ends with the statement ends with an error, whichever way it takes."""
    while isinstance(last, ast.If) and last.orelse:
        if not _raises(last.body[-1]):
            return False
        last = last.orelse[-1]
    return isinstance(last, ast.Raise)


def _is_cast(node: ast.expr | None) -> bool:
    """Whether it is `cast(T, x)`: for type checkers it tells something, for readers nothing."""
    return isinstance(node, ast.Call) and len(node.args) == 2 and written(node.func).rpartition(".")[2] == "cast"


def _is_inside(branch: ast.If, line: int) -> bool:
    return branch.body[0].lineno <= line <= (branch.body[-1].end_lineno or 0)


def _mentions(value: ast.expr | None, name: str) -> bool:
    return value is not None and any(isinstance(node, ast.Name) and node.id == name for node in walked(value))


def parameters(function: Function) -> Iterator[tuple[ast.arg, ast.expr | None]]:
    """The parameters and their defaults, but for `*args` and `**kwargs`."""
    arguments = function.args
    plain = [*arguments.posonlyargs, *arguments.args]
    missing: list[ast.expr | None] = [None] * (len(plain) - len(arguments.defaults))
    yield from zip(plain, [*missing, *arguments.defaults], strict=True)
    yield from zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)


def _bindings(node: ast.AST) -> Iterator[tuple[ast.AST, ast.expr | None]]:  # noqa: C901 - one case for each node
    """What a node binds: targets and values."""
    match node:
        case ast.Assign() | ast.AugAssign():
            yield from assignments(node)
        case ast.AnnAssign():
            yield node.target, node.value
        case ast.For() | ast.AsyncFor() | ast.comprehension():
            yield node.target, None
        case ast.NamedExpr():
            yield node.target, node.value
        case ast.withitem(optional_vars=ast.expr() as target):
            yield target, None
        case (
            ast.ExceptHandler(name=str() as name) | ast.MatchAs(name=str() as name) | ast.MatchStar(name=str() as name)
        ):
            yield ast.Name(name), None
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield ast.Name(node.name), None
            # What an inner function binds of the outer one's names, it does whenever it is called.
            shared = (inner for inner in walked(node) if isinstance(inner, ast.Nonlocal))
            yield from ((ast.Name(name), None) for inner in shared for name in inner.names)
        case ast.Import() | ast.ImportFrom():
            yield from ((ast.Name((alias.asname or alias.name).partition(".")[0]), None) for alias in node.names)
        case ast.Global() | ast.Nonlocal():
            yield from ((ast.Name(name), None) for name in node.names)
        case ast.Delete():
            yield from ((target, None) for target in node.targets)
