"""An expression in a function -> where its value comes from. Pure.

Only what is certain: a name that the function binds twice, or anew between the guard and the statement, comes from
nowhere in particular.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Final

from ingest.explain import constants, owned
from ingest.explain.expressions import is_private, is_telling, short, subjects
from ingest.explain.facts import Binding, Origin, is_operand
from ingest.explain.fields import choices, declared, literal, name_of
from ingest.explain.index import Index, Remembered
from ingest.explain.keys import taken
from ingest.explain.scope import MOST_BOUND, scope_of
from ingest.explain.source import Source
from ingest.explain.trees import Function, walked, written
from ingest.explain.types import class_of, plain
from ingest.explain.variables import is_configuration

_MOST_STEPS: Final = 4
_LOOPS: Final = (ast.For, ast.AsyncFor, ast.comprehension)


class Frame:
    """One function, and where what it works with comes from."""

    def __init__(
        self, function: Function, owner: str, source: Source, index: Index, *, is_nested: bool = False
    ) -> None:
        self.function, self.owner, self.source, self.index = function, owner, source, index
        self.scope = self._whole = scope_of(function)
        self.is_nested = is_nested
        self._place = (0, 0)
        self._known: Remembered[tuple[tuple[int, int], ast.expr, int], Binding | None] = {}

    def at(self, line: int, limit: int = 0) -> Frame:
        """The function as it is on a line; what stands on line `limit` and below, else below the line, runs later."""
        place = (line, limit or line + 1)
        seen = Frame.__new__(Frame)
        seen.__dict__ |= self.__dict__
        seen.scope, seen._place = self._whole.at(*place), place
        return seen

    def of(self, function: Function) -> Frame:
        """Another method of the same class."""
        return Frame(function, self.owner, self.source, self.index)

    def before(self, statement: ast.AST) -> Frame:
        line = getattr(statement, "lineno", 0)
        return self.at(line, line) if line else self

    def binding(self, node: ast.expr, steps: int = _MOST_STEPS) -> Binding | None:
        """Where the value of `node` comes from; None if that is not known, or nothing to speak of."""
        if steps == 0:
            return None
        return self.index.remembered(self._known, (self._place, node, steps), lambda: self._binding(node, steps))

    def _binding(self, node: ast.expr, steps: int) -> Binding | None:
        if isinstance(node, ast.Name):
            return self._name(node.id, steps)
        if isinstance(node, ast.Attribute):
            return self._attribute(node, steps)
        if isinstance(node, ast.Call | ast.Subscript):
            at = node if self.function.lineno < node.lineno else self.function  # a guard's text has no line
            found = taken(node, written(node), at, self.source, self.index)
            return None if found and self._is_items(found) else found
        return None

    def _is_items(self, binding: Binding) -> bool:
        """Whether it is what one item after the other has by a key, which is nothing that users set."""
        return any(isinstance(at, _LOOPS) for at, _ in self.scope.bound(binding.owner))

    def _name(self, name: str, steps: int) -> Binding | None:
        bound = self.scope.bound(name)
        if not bound and self.scope.parameter(name):
            return self.parameter(name)
        if not bound:
            if name in self.scope.variadic:
                return self._variadic(name)
            return None if self.scope.is_local(name) else self._constant(name)
        statement, value = bound[0]
        if len(bound) > 1 or self.scope.parameter(name):
            return self._rebound(name, steps)
        if isinstance(statement, ast.For | ast.AsyncFor):
            return self.made(name, "item", statement.iter, statement, steps)
        if value is None or not isinstance(statement, ast.Assign | ast.AnnAssign) or name in self.scope.changed:
            return None
        if found := taken(value, name, statement, self.source, self.index):
            return None if self._is_items(found) else found
        if isinstance(value, ast.Call):
            return self._call(name, value, statement, steps)
        if isinstance(value, ast.Attribute | ast.Name) and (inner := self.before(statement).binding(value, steps - 1)):
            return replace(inner, name=name, facts=(*inner.facts, *self.source.facts(statement, name)))
        return self.made(name, "computed", value, statement, steps)

    def _rebound(self, name: str, steps: int) -> Binding | None:
        """A name that is bound more than once: which value it has is not known, but maybe what all are made of."""
        bound = self.scope.bound(name)
        is_known = all(isinstance(at, ast.Assign | ast.AnnAssign) and value is not None for at, value in bound)
        if not is_known or name in self.scope.changed or len(bound) > MOST_BOUND:
            return None
        given = self.parameter(name)
        # What it is by default is by then something else.
        roots = {given.name: replace(given, default=None)} if given else {}
        for at, value in bound:
            others = self.before(at)._roots(value, steps - 1, but=name) if value is not None else ()
            if not others and not given and isinstance(value, ast.Constant):
                return None  # where it has this value, no option has made it so
            roots.update({root.name: root for root in others})
        only = bound[0][1] if len(bound) == 1 and self.scope.is_certain(name) else None
        facts = self.source.facts(bound[-1][0], name)
        expr = short(only) if only is not None else ""
        return Binding(name, "computed", "", "", facts, expr=expr, roots=tuple(roots.values())) if roots else None

    def parameter(self, name: str) -> Binding | None:
        """What callers give by this name."""
        found = self.scope.parameter(name)
        if found is None or name in ("self", "cls"):
            return None
        argument, default = found
        return Binding(
            name,
            "parameter",
            self.function.name,
            name,
            self.source.facts(argument, name),
            default=literal(default, self.source, self.index),
            annotation=written(argument.annotation) if argument.annotation else "",
            choices=choices(argument.annotation, self.source, self.index),
            place=self.place(argument),
        )

    def place(self, argument: ast.arg) -> int | None:
        """By which place callers give it, `self` not counted."""
        plain = [*self.function.args.posonlyargs, *self.function.args.args]
        is_static = any(name_of(item) == "staticmethod" for item in self.function.decorator_list)
        is_bound = bool(self.owner) and not is_static
        return plain.index(argument) - is_bound if argument in plain else None

    def _variadic(self, name: str) -> Binding | None:
        """`*args` and `**kwargs`, told by their stars."""
        arguments = self.function.args
        node, stars = (
            (arguments.vararg, "*") if arguments.vararg and arguments.vararg.arg == name else (arguments.kwarg, "**")
        )
        # What was taken out of it was given rightly: it is not all of it that is in a user's hands.
        origin: Origin = "computed" if name in self.scope.changed else "parameter"
        facts = self.source.facts(node, name) if node else ()
        return Binding(name, origin, self.function.name, name, facts, annotation=stars) if facts else None

    def _constant(self, name: str) -> Binding | None:
        # In an inner function the name may as well be the outer one's.
        return None if self.is_nested else constants.of_module(name, self.source, self.index)

    def _call(self, name: str, call: ast.Call, statement: ast.AST, steps: int) -> Binding | None:
        owner = written(call.func)
        facts = self.source.facts(statement, name_of(call.func))
        roots = self.before(statement)._roots(call, steps)
        if facts and is_telling(owner):
            return Binding(name, "call", owner, "", facts, expr=short(call), roots=roots)
        return self.made(name, "computed", call, statement, steps)

    def made(self, name: str, origin: Origin, value: ast.expr, statement: ast.AST, steps: int) -> Binding | None:
        """Of what options an item or a computed value is made; nothing if there are none, or it is long."""
        if origin == "computed" and (known := constants.constant(name, "", name, value, statement, self.source)):
            return known if known.choices else None
        expr, roots = short(value), self.before(statement)._roots(value, steps)
        if not expr or not roots:
            return self._call_within(name, expr, value, statement) if expr and origin == "computed" else None
        return Binding(name, origin, "", "", self.source.facts(statement, name), expr=expr, roots=roots)

    def _call_within(self, name: str, expr: str, value: ast.expr, statement: ast.AST) -> Binding | None:
        """Of what a single call gives, a part or something made of it."""
        calls = [node for node in walked(value) if isinstance(node, ast.Call)]
        owner = written(calls[0].func) if len(calls) == 1 else ""
        facts = self.source.facts(statement, name)
        return Binding(name, "call", owner, "", facts, expr=expr) if facts and owner and is_telling(owner) else None

    def _roots(self, value: ast.expr, steps: int, but: str = "") -> tuple[Binding, ...]:
        found: dict[str, Binding] = {}
        for node in subjects(value) if steps > 1 else ():
            if isinstance(node, ast.Name) and node.id == but:
                continue
            binding = self.binding(node, steps - 1)
            for root in (binding, *binding.roots) if binding else ():
                if root.is_option:
                    found.setdefault(root.name, root)
        return tuple(found.values())

    def _attribute(self, node: ast.Attribute, steps: int) -> Binding | None:
        name = written(node)
        if name in self.scope.stored:
            value = self.scope.kept(node.attr) if name == f"self.{node.attr}" else None
            return owned.kept(value, name, self, steps) if value is not None else None
        if isinstance(node.value, ast.Name) and node.value.id in ("self", "cls"):
            return owned.of_object(node.attr, name, self)
        owner = self.type_of(node.value)
        if found := declared(name, node.attr, owner, self.source, self.index) if owner else None:
            return found
        return self._of_object(node, name) if isinstance(node.value, ast.Name) else self._deeper(name)

    def _deeper(self, name: str) -> Binding | None:
        """An attribute of an attribute of a parameter, or of a configuration wherever that is."""
        root, _, path = name.partition(".")
        owner, _, key = name.rpartition(".")
        if "(" not in name and is_configuration(owner) and (facts := self.source.line_fact(self._line_of(name), name)):
            return Binding(name, "object", owner, key, facts)
        found = self.scope.parameter(root)
        if not found or self.scope.bound(root) or root in ("self", "cls") or "(" in name:
            return None
        return self._part(name, root, path) if path.replace(".", "").isidentifier() else None

    def _part(self, name: str, root: str, path: str) -> Binding | None:
        """What is reached by `path` of a parameter; the annotation is the parameter's."""
        found = self.scope.parameter(root)
        if not found or is_operand(self.function.name):
            return None
        argument, _ = found
        facts = self.source.facts(argument, root)
        annotation = written(argument.annotation) if argument.annotation else ""
        return Binding(name, "object", root, path, facts, annotation=annotation) if facts else None

    def _of_object(self, node: ast.Attribute, name: str) -> Binding | None:
        """An attribute of what the function is given, or of Django's settings."""
        root = name_of(node.value)
        if not self.scope.is_local(root):
            module = self.source.imported.get(root) if root == "settings" else None
            facts = self.source.line_fact(self._line_of(name), name)
            return Binding(name, "setting", "settings", node.attr, facts) if module == "django.conf" and facts else None
        bound, given = self.scope.bound(root), self.scope.parameter(root)
        # Nobody knows the function's own name for what the project keeps to itself.
        is_kept = any(isinstance(value, ast.Attribute) and is_private(value) for _, value in bound)
        if is_configuration(root) and bound and not is_kept and all(isinstance(at, ast.Assign) for at, _ in bound):
            facts = self.source.facts(bound[-1][0], root)
            return Binding(name, "object", root, node.attr, facts) if facts else None
        if not given and len(bound) == 1 and isinstance(bound[0][1], ast.Call):
            made = self._name(root, 1)
            return replace(made, name=name, key=node.attr) if made and made.origin == "call" else None
        return None if not given or bound else self._part(name, root, node.attr)

    def _line_of(self, name: str) -> int:
        first, last = self.function.lineno, self.function.end_lineno or 0
        return next((line for line in range(first, last + 1) if name in self.source.lines[line - 1]), 0)

    def type_of(self, node: ast.expr) -> str:
        """The name of the class that a variable is annotated with, or the function that gave it."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
            inner = owned.of_object(node.attr, "", self)
            return plain(inner.annotation) if inner else ""
        return class_of(node.id, self.scope, self.source, self.index) if isinstance(node, ast.Name) else ""
