"""A function -> how templates write the tag that it reads, where a decorator registers it for one. Pure."""

from __future__ import annotations

import ast
import re
from typing import Final

from ingest.explain.facts import Fact
from ingest.explain.source import Source
from ingest.explain.trees import Function

_TAG: Final = "tag"
_READS: Final = 2  # it is given the parser, and what stands in the template
_LONGEST: Final = 100


def tag(function: Function, source: Source) -> tuple[str, Fact] | None:
    """As its documentation writes it first with what it is given, and that line."""
    name = _registered(function)
    if not name:
        return None
    pattern = re.compile(rf"\{{% *{re.escape(name)} +[^{{}}% ][^{{}}%]*%\}}")
    for line in _documentation(function):
        text = source.lines[line - 1] if line <= len(source.lines) else ""
        shown = next((item[0] for item in pattern.finditer(text) if len(item[0]) <= _LONGEST), "")
        if shown:
            return shown, Fact(source.path, line, shown)
    return None


def _registered(function: Function) -> str:
    """The tag's name, as in `@register.tag("name")` or `@register.tag`; "" if there is none."""
    arguments = function.args
    is_reading = len(arguments.args) == _READS and not (arguments.vararg or arguments.kwarg or arguments.kwonlyargs)
    for item in function.decorator_list if is_reading else ():
        called = item.func if isinstance(item, ast.Call) else item
        if not isinstance(called, ast.Attribute) or called.attr != _TAG:
            continue
        if not isinstance(item, ast.Call):
            return function.name
        given = item.args[0] if len(item.args) == 1 and not item.keywords else None
        is_name = isinstance(given, ast.Constant) and isinstance(given.value, str)
        return str(given.value) if is_name and isinstance(given, ast.Constant) else ""
    return ""


def _documentation(function: Function) -> range:
    """The lines of the docstring."""
    first = function.body[0]
    value = first.value if isinstance(first, ast.Expr) else None
    is_text = isinstance(value, ast.Constant) and isinstance(value.value, str)
    return range(first.lineno, (first.end_lineno or first.lineno) + 1) if is_text else range(0)
