"""A file could not be opened, or a module not be imported by its name: what was asked for.

Only of the one statement of a `try` block, and of classes that tell of such a thing.
"""

from __future__ import annotations

import ast
from typing import Final

from ingest.explain.conditions import code
from ingest.explain.static import attempts
from ingest.explain.static.sentences import Case, Sentence, solution

_OF_FILES: Final = frozenset(
    {"OSError", "IOError", "EnvironmentError", "FileNotFoundError", "IsADirectoryError", "NotADirectoryError"}
)
_OF_IMPORTS: Final = frozenset({"ImportError", "ModuleNotFoundError"})
_OPENS: Final = ("open", "io.open", "codecs.open", "gzip.open", "os.open", "os.listdir", "os.scandir", "os.stat")
_READS: Final = frozenset({"open", "read_text", "read_bytes", "iterdir", "stat"})
_IMPORTS: Final = ("import_module", "importlib.import_module", "__import__", "import_string", "import_from_string")


def remedies(case: Case) -> list[Sentence]:
    attempt = case.evidence.attempt
    node = attempts.failed(attempt)
    if attempt is None or not isinstance(node, ast.Call):
        return []
    names = attempts.names(case, attempts.options(case, attempt))
    check, failed = f"Check {names}: " if names else "", f"{code(node)} failed ({attempts.handled(attempt)})"
    if attempts.is_handled(attempt, _OF_FILES) and (path := _path(node)) is not None:
        text = f"{check}{code(path)} has to be there and open to the user that runs the program; {failed}."
    elif attempts.is_handled(attempt, _OF_IMPORTS) and ast.unparse(node.func) in _IMPORTS and node.args:
        text = f"{check}{code(node.args[0])} has to name what can be imported; {failed}."
    else:
        return []
    return [solution(text[0].upper() + text[1:], attempts.facts(case, attempt))]


def _path(node: ast.Call) -> ast.expr | None:
    if ast.unparse(node.func) in _OPENS and node.args:
        return node.args[0]
    method = node.func if isinstance(node.func, ast.Attribute) and node.func.attr in _READS else None
    return method.value if method and not isinstance(method.value, ast.Call) else None
