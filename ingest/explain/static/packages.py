"""A package is missing: one that the message tells to install, or whose import was tried and failed."""

from __future__ import annotations

import re
import sys

from ingest.explain.conditions import listed
from ingest.explain.static.sentences import Case, Sentence, solution
from kb.display.explanation import code_span

_PACKAGE = r"[\w.\-]+(?:\[[\w.,\- ]+\])?(?:[<>=!~]=?[\w.]+)?"
INSTALL = re.compile(rf"\b(?:uv pip|pip3?|conda) install((?: +(?:-{{1,2}}[\w-]+|{_PACKAGE}))+)")
# What upstream says to install in words: by a noun behind it, or because nothing else follows.
_NAMED = re.compile(
    r"(?<!not )(?<!cannot )(?<!can't )(?<!n't )(?<!failed to )(?<!unable to )\binstall (?:the )?"
    r"(?P<quote>[`'\"]?)(?P<name>[A-Za-z][\w.\-]*\w)(?P=quote)"
    r"(?= (?:python )?(?:library|package|module|distribution)\b|[.!]?$|[.!,;:] | (?:to|for|in order|first|before)\b)"
)
_NO_NAMES = frozenset(
    {
        "additional", "again", "all", "an", "any", "appropriate", "another", "both", "correct", "each", "either",
        "everything", "external", "extra", "following", "it", "latest", "missing", "necessary", "newer", "older", "one",
        "optional", "other", "properly", "python", "required", "same", "some", "something", "that", "them", "these",
        "this", "those",
    }
)  # fmt: skip
_IMPORT_ERRORS = frozenset({"ImportError", "ModuleNotFoundError"})


def meaning(case: Case) -> list[Sentence]:
    attempt = case.evidence.attempt
    if not attempt or not attempt.imports or not _IMPORT_ERRORS.intersection(attempt.handled):
        return []
    modules = listed([code_span(name) for name in attempt.imports], "and")
    return [Sentence("meaning", f"It needs {modules}, and the import failed.", (attempt.fact,))]


def remedies(case: Case) -> list[Sentence]:
    return told(case) or _tried(case)


def told(case: Case) -> list[Sentence]:
    """What the message says to install: a command, else a name."""
    message = case.evidence.message
    found = INSTALL.search(message)
    packages = [word for word in found[1].split() if not word.startswith("-")] if found else []
    if found and packages and packages[0] not in ("or", "and"):
        return [solution(f"Run {code_span(found[0].rstrip('.,'))}.", case.evidence.said(packages[0]))]
    names = [item["name"] for item in _NAMED.finditer(message) if item["name"].lower() not in _NO_NAMES]
    return [solution(f"Install {code_span(names[0])}.", case.evidence.said(names[0]))] if names else []


def _tried(case: Case) -> list[Sentence]:
    """What could not be imported."""
    attempt = case.evidence.attempt
    if not attempt or not attempt.imports or not _IMPORT_ERRORS.intersection(attempt.handled):
        return []
    modules = listed([code_span(name) for name in attempt.imports], "and")
    if all(name.partition(".")[0] in sys.stdlib_module_names for name in attempt.imports):
        text = f"Run it with a Python that has {modules}: of its standard library, and not part of every build."
    else:
        text = f"Install what provides the module{'s' * (len(attempt.imports) > 1)} {modules}."
    return [solution(text, (attempt.fact,))]
