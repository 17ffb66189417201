"""A function's docstring -> its first paragraph on one line."""

from __future__ import annotations

from ingest.extract.python.file import PythonFile
from ingest.extract.python.literals import unescaped
from ingest.extract.python.scopes import Scope

# Characters kept of a docstring's first paragraph.
MAX_DOC = 400


def first_paragraph(scope: Scope, file: PythonFile) -> str:
    """The first paragraph of the docstring of a function, "" without one; computed once for each function."""
    found = file.docs.get(scope.start)
    if found is None:
        found = file.docs[scope.start] = _read(scope, file)
    return found


def _read(scope: Scope, file: PythonFile) -> str:
    body = scope.node.child_by_field_name("body")
    first = next(iter(file.children(body)[1]), None) if body else None
    string = next(iter(first.named_children), None) if first and first.type == "expression_statement" else None
    if string is None or string.type != "string":
        return ""
    source = file.source[string.start_byte : min(string.end_byte, string.start_byte + 4 * MAX_DOC)]
    text = source.decode("utf-8", "replace")
    prefix = text[: len(text) - len(text.lstrip("rRuUbBfF"))].lower()
    text = text[len(prefix) :]
    quote = text[:3] if text[:3] in ('"""', "'''") else text[:1]
    text = unescaped(text[len(quote) :].split(quote, 1)[0], prefix)
    paragraph = " ".join(text.strip().split("\n\n", 1)[0].split())
    return paragraph if len(paragraph) <= MAX_DOC else paragraph[: MAX_DOC - 1] + "…"
