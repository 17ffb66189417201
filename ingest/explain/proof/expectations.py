"""A test file -> what it expects to be raised, with the lines that do. Pure."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ingest.explain.fields import name_of
from ingest.explain.outline import qualname
from ingest.explain.proof.wanted import ANYTHING, Pieces, wanted
from ingest.explain.source import Source
from ingest.explain.trees import Unreadable, assignments, parsed, walked
from ingest.wording import storable

_EXPECTS: Final = re.compile(r"(?P<name>[rR]aises)\w*\(\s*(?P<types>[\w.]+|\([^()]*\))")
_BLOCK: Final = re.compile(r"[ \t]*(?:async )?with\b")
_TEXT_ARGUMENTS: Final = ("match", "expected_message", "expected_regex")
_BY_TEXT: Final = re.compile(r"regex|message|match|_msg|Msg", re.IGNORECASE)
_LITERAL: Final = re.compile(r"Message")
MOST_LINES: Final = 14
_MOST_STATEMENT: Final = 12
_LONGEST_LINE: Final = 400
_LONGEST_TEXT: Final = 4_000


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a test expects: classes by name, the text or ANYTHING, and the functions that it calls for it."""

    path: str
    line: int
    test: str
    types: tuple[str, ...]
    text: Pieces
    calls: tuple[str, ...]
    code: str
    quote: str


def expectations(source: Source) -> Iterator[Expectation]:
    """In the file's order."""
    for match in _EXPECTS.finditer(source.text):
        line = source.outline.line_of(match.start("name"))
        text = source.lines[line - 1]
        if len(text) < _LONGEST_LINE:
            found = _expectation(source, line, is_block=bool(_BLOCK.match(text)))
            if found:
                yield found


def _expectation(source: Source, line: int, *, is_block: bool) -> Expectation | None:
    margin = len(source.lines[line - 1]) - len(source.lines[line - 1].lstrip())
    last = source.outline.block_end(line, margin) if is_block else _statement_end(source, line)
    lines = source.lines[line - 1 : last]
    while lines and not lines[-1].strip():
        lines.pop()
    code = textwrap.dedent("\n".join(lines))
    if not 0 < len(lines) <= MOST_LINES or not (statement := _parsed(code)):
        return None
    call = _raises(statement)
    if call is None or not call.args:
        return None
    chain = source.outline.around(line)
    text, above = _text(source, call, line)
    kinds = call.args[0].elts if isinstance(call.args[0], ast.Tuple) else [call.args[0]]
    quote = source.lines[line - 1].strip()
    return Expectation(
        path=source.path,
        line=line,
        test=qualname(chain) if chain else "",
        types=tuple(name_of(item) for item in kinds),
        text=tuple(None if piece is None else storable(piece, _LONGEST_TEXT) for piece in text),
        calls=_calls(statement, call),
        code=f"{above}\n{code}" if above else code,
        quote=quote,
    )


def _statement_end(source: Source, line: int) -> int:
    for last in range(line, min(line + _MOST_STATEMENT, len(source.lines))):
        if _parsed(textwrap.dedent("\n".join(source.lines[line - 1 : last]))):
            return last
    return line - 1


def _parsed(code: str) -> ast.stmt | None:
    try:
        body = parsed(code).body
    except Unreadable:
        return None
    return body[0] if len(body) == 1 else None


def _raises(statement: ast.stmt) -> ast.Call | None:
    """The call that expects, of a `with` or a statement of its own."""
    if isinstance(statement, ast.With | ast.AsyncWith):
        calls = [item.context_expr for item in statement.items]
    else:
        calls = [statement.value] if isinstance(statement, ast.Expr | ast.Assign) else []
    found = (call for call in calls if isinstance(call, ast.Call) and "raises" in name_of(call.func).lower())
    return next(found, None)


def _text(source: Source, call: ast.Call, line: int) -> tuple[Pieces, str]:
    """The text that is expected, and the lines of the variable that holds it, if one does."""
    called = name_of(call.func)
    given = next((item.value for item in call.keywords if item.arg in _TEXT_ARGUMENTS), None)
    if given is None and _BY_TEXT.search(called) and len(call.args) > 1:
        given = call.args[1]
    above = _assigned(source, given.id, line) if isinstance(given, ast.Name) else None
    value = above[0] if above else None
    pieces = wanted(given, lambda _: value, is_regex=not _LITERAL.search(called)) if given is not None else ANYTHING
    return pieces, above[1] if above and pieces != ANYTHING else ""


def _assigned(source: Source, name: str, line: int) -> tuple[ast.expr, str] | None:
    """The value that the nearest line above gives to a variable, within the same function."""
    chain = source.outline.around(line)
    pattern = re.compile(rf"[ \t]+{re.escape(name)}[ \t]*=(?!=)")
    for above in range(line - 1, chain[-1].line if chain else line, -1):
        if pattern.match(source.lines[above - 1]):
            last = _statement_end(source, above)
            code = textwrap.dedent("\n".join(source.lines[above - 1 : last]))
            statement = _parsed(code)
            values = [value for _, value in assignments(statement)] if statement else []
            return (values[0], code) if values and values[0] is not None else None
    return None


def _calls(statement: ast.stmt, raises: ast.Call) -> tuple[str, ...]:
    """What is called where the error is expected, the first one that is written first."""
    if isinstance(statement, ast.With | ast.AsyncWith):
        nodes = [node for item in statement.body for node in walked(item)]
    else:
        nodes = [node for argument in raises.args[1:] for node in walked(argument)]
        nodes += [
            ast.Call(argument, [], []) for argument in raises.args[1:] if isinstance(argument, ast.Name | ast.Attribute)
        ]
    names = [name_of(node.func) for node in nodes if isinstance(node, ast.Call)]
    return tuple(dict.fromkeys(name for name in names if name))
