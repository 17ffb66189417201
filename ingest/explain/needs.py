"""A function of the Pin that a condition calls -> the module or the environment variable that it looks for. Pure."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from ingest.explain.facts import Need
from ingest.explain.fields import name_of
from ingest.explain.index import Index
from ingest.explain.source import Source
from ingest.explain.trees import Function, Unreadable, assignments, own_nodes, parsed

_LOOKS: Final = re.compile(r"find_spec|(?:is_|_)(?:package|module|library|lib)_?(?:available|installed|exists)")
_TRY: Final = re.compile(r"^try:", re.MULTILINE)
_IMPORT_ERROR: Final = re.compile(r"ImportError|ModuleNotFoundError|\bException\b|^$")
_GETENV: Final = ("os.getenv", "os.environ.get", "getenv", "environ.get")


def need(call: ast.Call, source: Source, index: Index) -> Need | None:
    """Nothing unless the function, its own or an imported one, looks for one thing alone."""
    if not isinstance(call.func, ast.Name):
        return None
    found = index.function(call.func.id, source)
    if found is None:
        return None
    home, function = found
    needs = list(_looked_for(function, call))
    if len({(kind, name) for kind, name, _ in needs}) != 1:
        return None
    kind, name, node = needs[0]
    facts = home.facts(node, name) or home.facts(node, name_of(node.func))
    return Need(ast.unparse(call), kind, name, facts) if facts else None  # type: ignore[arg-type]


def missing_import(name: str, source: Source) -> Need | None:
    """What module code tries to import where a name of it tells whether that went well."""
    for match in _TRY.finditer(source.text):
        first = source.outline.line_of(match.start())
        last = source.outline.block_end(first, 0)
        while last < len(source.lines) and source.lines[last].startswith(("except", "else", "finally")):
            last = source.outline.block_end(last + 1, 0)
        if not any(name in line for line in source.lines[first - 1 : last]):
            continue
        node = _try(source, first, last)
        if node and (found := _imported(node, name)):
            module, at, beside = found
            facts = source.facts(at, module.partition(".")[0])
            if not facts:
                return None
            return Need(name, "module", module, facts, beside=beside, is_error=_holds_error(node, name))
    return None


def _try(source: Source, first: int, last: int) -> ast.Try | None:
    try:
        body = parsed("\n" * (first - 1) + "\n".join(source.lines[first - 1 : last])).body
    except Unreadable:
        return None
    node = body[0] if body else None
    return node if isinstance(node, ast.Try) else None


def _holds_error(node: ast.Try, name: str) -> bool:
    """Whether a handler keeps what it caught under the name."""
    return any(
        isinstance(target, ast.Name) and target.id == name and isinstance(value, ast.Name) and value.id == handler.name
        for handler in node.handlers
        for inner in handler.body
        for target, value in assignments(inner)
    )


def _imported(node: ast.Try, name: str) -> tuple[str, ast.stmt, tuple[str, ...]] | None:
    """The module that the block imports, if failing to do so decides what `name` is; of several, that of its name.

    With all others that it imports: the first of them that fails keeps the rest from being tried.
    """
    imports = [item for item in node.body if isinstance(item, ast.Import | ast.ImportFrom)]
    handlers = [item for item in node.handlers if _IMPORT_ERROR.search(ast.unparse(item.type) if item.type else "")]
    modules = {module: item for item in imports for module in modules_of(item)}
    tops = {module.partition(".")[0] for module in modules}
    bound = {
        target.id
        for item in handlers
        for inner in item.body
        for target, _ in assignments(inner)
        if isinstance(target, ast.Name)
    }
    if name not in bound or (len(tops) != 1 and name not in modules):
        return None
    module = min(modules, key=len) if len(tops) == 1 else name
    own = [item for item in imports if isinstance(item, ast.ImportFrom) and item.level]
    beside = dict.fromkeys((*modules, *("." * item.level + (item.module or "") for item in own)))
    return module, modules[module], tuple(other for other in beside if other != module)


def modules_of(node: ast.Import | ast.ImportFrom) -> list[str]:
    """What it imports, as far as it is no relative import."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if node.module and not node.level else []


def _looked_for(function: Function, call: ast.Call) -> Iterator[tuple[str, str, ast.Call]]:
    given = _given(function, call)
    for node in own_nodes(function):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        argument = node.args[0]
        if isinstance(argument, ast.Name):
            argument = given.get(argument.id, argument)
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            if _LOOKS.search(name_of(node.func)):
                yield "module", argument.value, node
            elif ast.unparse(node.func) in _GETENV:
                yield "environment", argument.value, node


def _given(function: Function, call: ast.Call) -> dict[str, ast.expr]:
    """The arguments of the call by the function's parameters."""
    names = [item.arg for item in (*function.args.posonlyargs, *function.args.args)]
    by_place = dict(zip(names, call.args, strict=False))
    return by_place | {item.arg: item.value for item in call.keywords if item.arg}
