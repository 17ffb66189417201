"""A package is missing: one that the message tells to install, or whose import was tried and failed."""

from __future__ import annotations

import re
import sys

from ingest.explain.conditions import listed
from ingest.explain.static.sentences import Case, Sentence, solution
from kb.display.explanation import code_span

_PACKAGE = r"[\w.\-]+(?:\[[\w.,\- ]+\])?(?:[<>=!~]=?[\w.]+)?"
INSTALL = re.compile(rf"\b(?:uv pip|pip3?|conda) install((?: +(?:-{{1,2}}[\w-]+|{_PACKAGE}))+)")
_IMPORT_ERRORS = frozenset({"ImportError", "ModuleNotFoundError"})


def meaning(case: Case) -> list[Sentence]:
    attempt = case.evidence.attempt
    if not attempt or not attempt.imports or not _IMPORT_ERRORS.intersection(attempt.handled):
        return []
    modules = listed([code_span(name) for name in attempt.imports], "and")
    return [Sentence("meaning", f"It needs {modules}, and the import failed.", (attempt.fact,))]


def remedies(case: Case) -> list[Sentence]:
    found = INSTALL.search(case.evidence.message)
    if found and found[1].split():
        command = found[0].rstrip(".,")
        packages = [word for word in found[1].split() if not word.startswith("-")]
        if packages and packages[0] not in ("or", "and"):
            return [solution(f"Run {code_span(command)}.", case.evidence.said(packages[0]))]
    attempt = case.evidence.attempt
    if attempt and attempt.imports and _IMPORT_ERRORS.intersection(attempt.handled):
        modules = listed([code_span(name) for name in attempt.imports], "and")
        plural = "s" * (len(attempt.imports) > 1)
        if all(name.partition(".")[0] in sys.stdlib_module_names for name in attempt.imports):
            text = f"Run it with a Python that has {modules}: of its standard library, and not part of every build."
            return [solution(text, (attempt.fact,))]
        return [solution(f"Install what provides the module{plural} {modules}.", (attempt.fact,))]
    return []
