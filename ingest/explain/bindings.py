"""An expression in a function -> where its value comes from. Pure.

Only what is certain: a name that the function binds twice, or anew between the guard and the statement, comes from
nowhere in particular.
"""

from __future__ import annotations

import ast
import builtins
from dataclasses import replace

from ingest.explain.facts import Binding, Origin
from ingest.explain.fields import choices, declared, literal, name_of, required
from ingest.explain.project import Classes
from ingest.explain.source import Function, Source, assignments, own_nodes

_MOST_STEPS = 4
_LONGEST_NAME = 60
_TAKES = ("get", "pop", "setdefault")
_ENVIRONMENTS = ("os.environ", "environ")
_GETENV = ("os.getenv", "getenv", "os.environ.get", "environ.get")

Bound = tuple[ast.AST, ast.expr | None]  # the statement, and the value if it is one


class Frame:
    """One function, and what its names are bound to."""

    def __init__(
        self, function: Function, owner: str, source: Source, classes: Classes, *, is_nested: bool = False
    ) -> None:
        self.function, self.owner, self.source, self.classes = function, owner, source, classes
        self.parameters = _parameters(function)
        self.is_nested = is_nested
        self.bound: dict[str, list[Bound]] = {}
        self.stored: set[str] = set()  # attributes that the function sets, as written
        self.attempts: list[ast.Try] = []
        for node in own_nodes(function):
            if isinstance(node, ast.Try):
                self.attempts.append(node)
            if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                self.stored.add(ast.unparse(node))
            for target, value in _bindings(node):
                self._bind(target, value, node)

    def _bind(self, target: ast.AST, value: ast.expr | None, node: ast.AST) -> None:
        if isinstance(target, ast.Name):
            self.bound.setdefault(target.id, []).append((node, value))
        elif isinstance(target, ast.Tuple | ast.List):
            for index, item in enumerate(target.elts):
                # An item of what the value gives: known by its place, if at all.
                part = ast.Subscript(value=value, slice=ast.Constant(index)) if value is not None else None
                self._bind(item, part, node)
        elif isinstance(target, ast.Starred):
            self._bind(target.value, None, node)

    def binding(self, node: ast.expr, steps: int = _MOST_STEPS) -> Binding | None:
        """Where the value of `node` comes from; None if that is not known, or nothing to speak of."""
        if steps == 0:
            return None
        if isinstance(node, ast.Name):
            return self._name(node.id, steps)
        if isinstance(node, ast.Attribute):
            return self._attribute(node)
        if isinstance(node, ast.Call | ast.Subscript):
            return self._taken(node, ast.unparse(node), node)
        return None

    def _name(self, name: str, steps: int) -> Binding | None:
        bound = self.bound.get(name, [])
        if name in self.parameters:
            return None if bound else self._parameter(name)
        if not bound:
            return self._constant(name)
        statement, value = bound[0]
        if len(bound) > 1 or value is None or not isinstance(statement, ast.Assign | ast.AnnAssign):
            return None
        if found := self._taken(value, name, statement):
            return found
        if isinstance(value, ast.Call):
            return self._call(name, value, statement)
        if isinstance(value, ast.Attribute) and (inner := self.binding(value, steps - 1)):
            return replace(inner, name=name, facts=(*inner.facts, *self.source.facts(statement, name)))
        return None

    def _parameter(self, name: str) -> Binding | None:
        if name in ("self", "cls"):
            return None
        argument, default = self.parameters[name]
        return Binding(
            name,
            "parameter",
            self.function.name,
            name,
            self.source.facts(argument, name),
            default=literal(default, self.source, self.classes),
            annotation=ast.unparse(argument.annotation) if argument.annotation else "",
            choices=choices(argument.annotation, self.source, self.classes),
        )

    def _constant(self, name: str) -> Binding | None:
        # In an inner function the name may as well be the outer one's.
        value = None if self.is_nested else self.source.constants.get(name)
        facts = self.source.facts(value, name) if value else ()
        if not isinstance(value, ast.Constant) or not facts:
            return None
        return Binding(name, "constant", "", name, facts, ast.unparse(value))

    def _call(self, name: str, call: ast.Call, statement: ast.AST) -> Binding | None:
        owner = ast.unparse(call.func)
        facts = self.source.facts(statement, name_of(call.func))
        return Binding(name, "call", owner, "", facts) if facts and is_telling(owner) else None

    def _taken(self, value: ast.expr, name: str, statement: ast.AST) -> Binding | None:
        """`d.pop("key", 1)`, `d["key"]`, `os.environ.get("KEY")`, `getattr(x, "key", None)`."""
        if isinstance(value, ast.Subscript):
            return self._key(value.value, value.slice, None, name, statement)
        if not isinstance(value, ast.Call) or value.keywords or not 1 <= len(value.args) <= 3:
            return None
        called = ast.unparse(value.func)
        if called in _GETENV:
            return self._key(ast.Name("os.environ"), value.args[0], (*value.args, None)[1], name, statement)
        if isinstance(value.func, ast.Attribute) and value.func.attr in _TAKES and len(value.args) < 3:
            absent = value.args[1] if len(value.args) == 2 else None
            if absent is None and value.func.attr == "get":
                absent = ast.Constant(None)
            return self._key(value.func.value, value.args[0], absent, name, statement)
        return None

    def _key(
        self, owner: ast.expr, key: ast.expr, default: ast.expr | None, name: str, statement: ast.AST
    ) -> Binding | None:
        if not isinstance(key, ast.Constant) or not isinstance(key.value, str) or not key.value:
            return None
        if not isinstance(owner, ast.Name | ast.Attribute):
            return None
        of = owner.id if isinstance(owner, ast.Name) else ast.unparse(owner)
        origin: Origin = "environment" if of in (*_ENVIRONMENTS, "os.environ") else "key"
        facts = self.source.facts(statement, key.value)
        value = literal(default, self.source, self.classes)
        return Binding(name, origin, of, key.value, facts, default=value) if facts else None

    def _attribute(self, node: ast.Attribute) -> Binding | None:
        name = ast.unparse(node)
        if name in self.stored:
            return None
        if isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"):
            return self._own(node.attr, name)
        owner = self.type_of(node.value)
        return declared(name, node.attr, owner, self.source, self.classes) if owner else None

    def _own(self, attribute: str, name: str) -> Binding | None:
        """`self.x`: a field of the class, or what its constructor alone is given for it."""
        if not self.owner:
            return None
        if found := declared(name, attribute, self.owner, self.source, self.classes):
            return found
        node = self.source.classes.get(self.owner)
        if node is None or self.source.stored_in(node)[attribute] != 1:
            return None
        for function, owner in self.source.functions:
            if owner == self.owner and function.name == "__init__":
                return self._given(function, attribute, name)
        return None

    def _given(self, function: Function, attribute: str, name: str) -> Binding | None:
        for item in function.body:
            for target, value in assignments(item):
                if _stores(target, attribute) and isinstance(value, ast.Name):
                    inner = Frame(function, self.owner, self.source, self.classes)._name(value.id, 1)
                    if inner and inner.origin == "parameter":
                        facts = (*inner.facts, *self.source.facts(item, attribute))
                        return replace(inner, name=name, origin="attribute", owner=self.owner, facts=facts)
        return None

    def type_of(self, node: ast.expr) -> str:
        """The name of the class that a variable is annotated with, or the function that gave it."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
            inner = self._own(node.attr, "")
            return _plain(inner.annotation) if inner else ""
        if not isinstance(node, ast.Name):
            return ""
        types = {self._type(*bound) for bound in self.bound.get(node.id, [])}
        if node.id in self.parameters:
            types.add(name_of(required(_unquoted(self.parameters[node.id][0].annotation))))
        return types.pop() if len(types) == 1 else ""

    def _type(self, statement: ast.AST, value: ast.expr | None) -> str:
        """The class of what a statement binds a name to."""
        if isinstance(statement, ast.AnnAssign):
            return name_of(required(statement.annotation))
        if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Constant):
            return self._returned(value.value, value.slice.value)
        return self._returned(value, None)

    def _returned(self, call: ast.expr | None, index: object) -> str:
        """The class of what a call gives: of a constructor, or by the function's annotation."""
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
            return ""
        if index is None and self.classes.find(call.func.id, self.source):
            return call.func.id
        made = [
            item.returns for item in self.source.tree.body if isinstance(item, Function) and item.name == call.func.id
        ]
        annotation = made[0] if len(made) == 1 else None
        if isinstance(annotation, ast.Name):
            annotation = self.source.constants.get(annotation.id, annotation)
        if index is None:
            return name_of(required(annotation))
        if not isinstance(annotation, ast.Subscript) or name_of(annotation.value).lower() != "tuple":
            return ""
        items = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else []
        return name_of(items[index]) if isinstance(index, int) and index < len(items) else ""


def is_telling(called: str) -> bool:
    """Whether the name of what is called says where to look: it is the project's or a package's own."""
    return len(called) <= _LONGEST_NAME and not hasattr(builtins, called) and not called.startswith(("str.", "dict."))


def _plain(annotation: str) -> str:
    return annotation.split("|")[0].strip().rpartition(".")[2] if annotation else ""


def _unquoted(node: ast.expr | None) -> ast.expr | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        name = node.value.strip()
        return ast.Name(name) if name.isidentifier() else None
    return node


def _parameters(function: Function) -> dict[str, tuple[ast.arg, ast.expr | None]]:
    arguments = function.args
    plain = [*arguments.posonlyargs, *arguments.args]
    missing: list[ast.expr | None] = [None] * (len(plain) - len(arguments.defaults))
    pairs = [*zip(plain, [*missing, *arguments.defaults], strict=True)]
    pairs += zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return {argument.arg: (argument, default) for argument, default in pairs}


def _bindings(node: ast.AST) -> list[tuple[ast.AST, ast.expr | None]]:
    """What a node binds: targets and values."""
    if isinstance(node, ast.stmt) and (pairs := list(assignments(node))):
        return list(pairs)
    match node:
        case ast.For() | ast.AsyncFor() | ast.comprehension() | ast.AnnAssign():
            return [(node.target, None)]
        case ast.NamedExpr():
            return [(node.target, node.value)]
        case ast.withitem(optional_vars=ast.expr() as target):
            return [(target, None)]
        case (
            ast.ExceptHandler(name=str() as name) | ast.MatchAs(name=str() as name) | ast.MatchStar(name=str() as name)
        ):
            return [(ast.Name(name), None)]
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return [(ast.Name(node.name), None)]
        case ast.Import() | ast.ImportFrom():
            return [(ast.Name((alias.asname or alias.name).partition(".")[0]), None) for alias in node.names]
        case ast.Global() | ast.Nonlocal():
            return [(ast.Name(name), None) for name in node.names]
        case ast.Delete():
            return [(target, None) for target in node.targets]
    return []


def _stores(node: ast.AST, attribute: str) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr == attribute
        and isinstance(node.ctx, ast.Store)
        and name_of(node.value) in ("self", "cls")
    )
