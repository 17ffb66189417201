"""A class and the name of one of its fields -> what the class body declares of it. Pure."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Final

from ingest.explain.facts import Binding, Choices, Setter
from ingest.explain.index import Index
from ingest.explain.records import MOST_BASES, is_record
from ingest.explain.source import Source
from ingest.explain.states import setters

_ENUMS: Final = frozenset({"Enum", "StrEnum", "IntEnum", "TextChoices", "IntegerChoices"})
_AFTERWARDS: Final = ("__post_init__", "__attrs_post_init__", "model_post_init")


def declared(name: str, attribute: str, owner: str, asker: Source, index: Index) -> Binding | None:
    """The field `attribute` of class `owner`, or of a base of it that the Pin holds; `name` as the guard writes it."""
    left: list[tuple[str, Source]] = [(owner, asker)]
    seen: set[str] = set()
    while left and len(seen) < MOST_BASES:
        wanted, source = left.pop(0)
        found = index.find(wanted, source)
        if found is None or wanted in seen:
            continue
        seen.add(wanted)
        home, node = found
        for statement in node.body:
            if isinstance(statement, ast.AnnAssign) and name_of(statement.target) == attribute:
                field = _field(name, statement, owner, home, index)
                is_field = is_record(node, home, index) and _is_kept(home, node.name, attribute)
                return field if is_field else replace(field, origin="declared", owner=node.name)
        left.extend((name_of(base), home) for base in node.bases)
    return None


def _is_kept(home: Source, owner: str, attribute: str) -> bool:
    """Whether no code of the class sets it, unless to make something of what it was given as soon as it is."""
    made = setters(home, owner, attribute, but="")
    is_own = all(item.method in _AFTERWARDS and _is_of_itself(item, attribute, home) for item in made)
    return is_own and home.sets(owner, attribute) == len(made)


def _is_of_itself(made: Setter, attribute: str, home: Source) -> bool:
    """Whether it is made of what was given, or only where nothing was."""
    before = home.lines[made.fact.line - 2].strip() if made.fact.line > 1 else ""
    return f"self.{attribute}" in made.value or before == f"if self.{attribute} is None:"


def choices(annotation: ast.expr | None, source: Source, index: Index) -> Choices | None:
    """The values that an annotation allows: a Literal, or the members of an Enum of the Pin; either may be optional."""
    annotation = required(annotation)
    if isinstance(annotation, ast.Subscript) and name_of(annotation.value) == "Literal":
        items = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else [annotation.slice]
        values = tuple(ast.unparse(item) for item in items if isinstance(item, ast.Constant))
        return Choices(values, source.facts(annotation, "Literal")) if len(values) == len(items) else None
    found = index.find(name_of(annotation), source) if isinstance(annotation, ast.Name) else None
    if found is None or not any(name_of(base) in _ENUMS for base in found[1].bases):
        return None
    home, node = found
    members = [item for item in node.body if isinstance(item, ast.Assign)]
    if not all(isinstance(item.value, ast.Constant) for item in members):
        return None
    # Of a plain Enum only the members themselves are meant, not their values.
    is_text = any(name_of(base) in ("str", "StrEnum", "TextChoices") for base in node.bases)
    values = tuple(
        ast.unparse(item.value) if is_text else f"{node.name}.{ast.unparse(item.targets[0])}" for item in members
    )
    facts = tuple(fact for item in members for fact in home.facts(item, ast.unparse(item.targets[0])))
    return Choices(values, facts) if values else None


def literal(node: ast.expr | None, source: Source, index: Index) -> str | None:
    """A default as text: a literal, or the value of an Enum's member."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        value = member(node, source, index)
        return ast.unparse(value if value is not None else node)
    if node is None or not isinstance(node, ast.Constant | ast.UnaryOp | ast.Tuple | ast.List | ast.Name | ast.Dict):
        return None
    if isinstance(node, ast.Constant) and node.value is ...:  # how pydantic and stubs write that there is none
        return None
    text = ast.unparse(node)
    return text if len(text) <= 80 else None


def member(node: ast.Attribute, source: Source, index: Index) -> ast.Constant | None:
    """The value of `Enum.MEMBER`, when the Enum is the Pin's."""
    found = index.find(name_of(node.value), source)
    for item in found[1].body if found else ():
        if (
            isinstance(item, ast.Assign)
            and name_of(item.targets[0]) == node.attr
            and isinstance(item.value, ast.Constant)
        ):
            return item.value
    return None


def _field(name: str, node: ast.AnnAssign, owner: str, home: Source, index: Index) -> Binding:
    value, help_text, is_given = node.value, "", not name_of(node.target).startswith("_")
    if ast.unparse(node.annotation).partition("[")[0].endswith("ClassVar"):
        is_given = False
    if isinstance(value, ast.Call) and name_of(value.func) in ("field", "Field", "attrib", "ib"):
        call, value = value, None
        for keyword in call.keywords:
            if keyword.arg == "init" and isinstance(keyword.value, ast.Constant):
                is_given = bool(keyword.value.value)
            if keyword.arg == "default":
                value = keyword.value
            if keyword.arg in ("metadata", "description", "help"):
                help_text = _help(keyword.value)
        if call.args and value is None and name_of(call.func) == "Field":
            value = call.args[0]
    key = name_of(node.target)
    return Binding(
        name,
        "field" if is_given else "declared",
        owner,
        key,
        home.facts(node, key),
        default=literal(value, home, index),
        annotation=ast.unparse(node.annotation),
        choices=choices(node.annotation, home, index),
        help=help_text,
    )


def _help(node: ast.expr) -> str:
    if isinstance(node, ast.Dict):
        pairs = zip(node.keys, node.values, strict=True)
        node = next((value for key, value in pairs if isinstance(key, ast.Constant) and key.value == "help"), node)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def required(node: ast.expr | None) -> ast.expr | None:
    """`X` of `X | None` and `Optional[X]`; a quoted annotation is read."""
    if isinstance(node, ast.BinOp) and isinstance(node.right, ast.Constant) and node.right.value is None:
        return required(node.left)
    if isinstance(node, ast.Subscript) and name_of(node.value) == "Optional":
        return required(node.slice)
    return node


def name_of(node: ast.expr | None) -> str:
    """The last part of a dotted name; "" for anything else."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def is_set(node: ast.AST, attribute: str) -> bool:
    """Whether it is the target that sets the attribute of `self` or `cls`."""
    return (
        isinstance(node, ast.Attribute)
        and node.attr == attribute
        and isinstance(node.ctx, ast.Store)
        and name_of(node.value) in ("self", "cls")
    )
