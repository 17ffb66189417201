"""A file could not be opened, or a module not be imported by its name: what was asked for.

Only of the one statement of a `try` block, and of classes that tell of such a thing.
"""

from __future__ import annotations

import ast
import re
from typing import Final

from ingest.explain.conditions import code
from ingest.explain.facts import Attempt
from ingest.explain.static import attempts, packages
from ingest.explain.static.sentences import Case, Sentence, solution
from kb.display.explanation import code_span

_OF_FILES: Final = frozenset(
    {"OSError", "IOError", "EnvironmentError", "FileNotFoundError", "IsADirectoryError", "NotADirectoryError"}
)
_OF_IMPORTS: Final = frozenset({"ImportError", "ModuleNotFoundError"})
_OPENS: Final = ("open", "io.open", "codecs.open", "gzip.open", "bz2.open", "lzma.open")
_LOOKS: Final = ("os.listdir", "os.scandir", "os.stat")
_READS: Final = frozenset({"open", "read_text", "read_bytes", "iterdir", "stat"})
_PATH: Final = re.compile(r"\b(?:Posix|Windows)?Path\b")
_PATHS_NAME: Final = re.compile(r"(?:^|[._])(?:path|dir|directory|folder)$", re.IGNORECASE)
_IMPORTS: Final = ("import_module", "importlib.import_module", "__import__", "import_string", "import_from_string")


def remedies(case: Case) -> list[Sentence]:
    attempt = case.evidence.attempt
    node = attempts.failed(attempt)
    # A bare `except` names no class that would tell what went wrong.
    if attempt is None or not attempt.handled or not isinstance(node, ast.Call):
        return []
    names = attempts.names(case, attempts.options(case, attempt))
    check, failed = f"Check {names}: " if names else "", f"{code(node)} failed ({attempts.handled(attempt)})"
    if attempts.is_handled(attempt, _OF_FILES) and (wanted := _wanted(case, node)):
        text = f"{check}{wanted}; {failed}."
    elif attempts.is_handled(attempt, _OF_IMPORTS) and ast.unparse(node.func) in _IMPORTS and node.args:
        if isinstance(node.args[0], ast.Constant):
            return _installed(case, attempt, node.args[0])
        text = f"{check}{code(node.args[0])} has to name what can be imported; {failed}."
    else:
        return []
    return [solution(text[0].upper() + text[1:], attempts.facts(case, attempt))]


def _installed(case: Case, attempt: Attempt, name: ast.Constant) -> list[Sentence]:
    """Of a module whose name is written out nobody can choose another."""
    if packages.told(case) or not isinstance(name.value, str):
        return []
    return [solution(f"Install what provides the module {code_span(name.value)}.", attempts.facts(case, attempt))]


def _wanted(case: Case, node: ast.Call) -> str:
    """What has to be there, and open in which way; "" if that is not known."""
    found = _path(case, node)
    if found is None:
        return ""
    path, mode = found
    if mode is None or "x" in mode:  # that it is there already is an error as well
        return ""
    if "w" in mode or "a" in mode:
        return f"the folder of {code(path)} has to be there, and the user that runs the program may write {code(path)}"
    return f"{code(path)} has to be there and open to the user that runs the program"


def _path(case: Case, node: ast.Call) -> tuple[ast.expr, str | None] | None:
    """What is opened or looked at, and in which mode, None if that is not known."""
    called = ast.unparse(node.func)
    if called in _LOOKS and node.args:
        return node.args[0], "r"
    if called in _OPENS and node.args:
        return node.args[0], _mode(node, 1)
    if not isinstance(node.func, ast.Attribute) or node.func.attr not in _READS:
        return None
    of = node.func.value
    if isinstance(of, ast.Call):
        of = of.args[0] if _PATH.search(ast.unparse(of.func)) and len(of.args) == 1 else of
    elif not _is_path(case, of):
        return None
    mode = _mode(node, 0) if node.func.attr == "open" else "r"
    return None if isinstance(of, ast.Call) else (of, mode)


def _mode(node: ast.Call, place: int) -> str | None:
    named = next((item.value for item in node.keywords if item.arg == "mode"), None)
    given = named or (node.args[place] if len(node.args) > place else ast.Constant("r"))
    is_known = isinstance(given, ast.Constant) and isinstance(given.value, str)
    return str(given.value) if is_known and isinstance(given, ast.Constant) else None


def _is_path(case: Case, node: ast.expr) -> bool:
    """Whether an object is one of pathlib's, by its annotation or its name: others are opened as well."""
    name = ast.unparse(node)
    attempt = case.evidence.attempt
    found = next((item for item in attempt.given if item.name == name), None) if attempt else None
    if found and found.annotation:
        return _PATH.search(found.annotation) is not None
    return _PATHS_NAME.search(name) is not None
