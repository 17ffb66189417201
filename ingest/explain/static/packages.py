"""A package is missing: one that the message tells to install, or whose import was tried and failed."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Sequence

from ingest.explain.conditions import listed
from ingest.explain.facts import Attempt
from ingest.explain.static import requirements
from ingest.explain.static.commands import NO_NAMES, command
from ingest.explain.static.sentences import Case, Sentence, solution
from ingest.explain.trees import Unreadable, parsed
from kb.display.explanation import code_span

# What upstream says to install in words: by a noun behind it, or because nothing else follows.
_NAMED = re.compile(
    r"\b[Ii]nstall (?:(?:the|your|our|its|their|this|that) )?+"
    r"(?P<quote>[`'\"]?)(?P<name>[A-Za-z][\w.\-]*\w)(?P=quote)"
    r"(?= (?:python )?(?:library|package|module|distribution)\b|[.!]?$|[.!,;:] | (?:to|for|in order|first|before)\b)"
)
# The same said of the package, at a clause's beginning. Handlers and certificates are installed in other ways, so it is
# one in quotes, with such a noun behind it, or written as no word of English is.
_NOUN = r" (?:python )?(?:library|package|module|distribution)"
_WANTED = re.compile(
    rf"(?:^|[.:;,] |\b[Tt]he )(?:[`'\"](?P<quoted>[a-z][\w\-]*)[`'\"](?:{_NOUN})?|(?P<called>[a-z][\w\-]*){_NOUN}|"
    r"(?P<written>[a-z]\w*(?:-\w+)+|[a-z]+\d+))"
    r" (?:must|should|has to|needs to) be installed\b"
)
# What an ImportError or the like says that something needs.
_NEEDED = re.compile(
    r"(?P<called>[a-z][\w\-]*\w)(?: ?[<>=!~]=? ?(?:[\d.]+|\{\w+\}))?,? is required (?:for|to|by|in order)\b|"
    r".*?\brequires [`'\"]?(?P<wanted>[A-Za-z][\w\-]*\w)[`'\"]? to be installed\b|"
    r".*?\bDid you install (?P<asked>[a-z][\w\-]*\w)\?"
)
_CLAUSE = re.compile(r"[.!?,;:]\s|[(\n\[]|\s[-–—]+\s|\bplease\b", re.IGNORECASE)
_TOLD = re.compile(
    r"\s*(?:(?:or|and|so|then|first|either|also|just|simply|you|[`'\"]) *)*|"
    r".*\b(?:must|should|have to|has to|need to|needs to|you (?:can|may))(?: (?:first|also|either|then))?\s+",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"\b(?:not|no|never|without|instead of|cannot|failed|unable|neither|nor)\b|n['’]t\b", re.IGNORECASE
)
_BOUNDED = re.compile(r"[<>=!~]=?\d")
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
    if run := command(message):
        # What is to be installed under a bound may be asked for without it.
        bound = "" if _BOUNDED.search(run.text) else requirements.asked(message, run.packages)
        why = f": the message asks for {code_span(bound)}" if bound else ""
        return [solution(f"Run {code_span(run.text)}{why}.", case.evidence.said(run.packages[0]))]
    orders = [item for item in _NAMED.finditer(message) if _is_ordered(message[: item.start()])]
    names = [item["name"] for item in orders]
    names += [item["quoted"] or item["called"] or item["written"] for item in _WANTED.finditer(message)]
    if not names and (needed := _NEEDED.match(message)):
        is_import = case.evidence.exc_type in _IMPORT_ERRORS
        names = [needed["wanted"] or needed["asked"] or (needed["called"] if is_import else "")]
    names = [name for name in names if name and name.lower() not in NO_NAMES]
    return [_installed(case, names[0])] if names else []


def _installed(case: Case, name: str) -> Sentence:
    """With the version that the message asks for."""
    message = case.evidence.message
    bound = requirements.asked(message, [name])
    verb = "Install or upgrade to" if bound else "Install"
    return solution(f"{verb} {code_span(bound or name)}.", case.evidence.said(name))


def _is_ordered(before: str) -> bool:
    """Whether what follows is told to be done: it begins a clause, or stands behind a word that says so."""
    ends = [found.end() for found in _CLAUSE.finditer(before)]
    clause = before[ends[-1] :] if ends else before
    return _TOLD.fullmatch(clause) is not None and not _DENIED.search(clause)


def _tried(case: Case) -> list[Sentence]:
    """What could not be imported."""
    attempt = case.evidence.attempt
    if not attempt or not attempt.imports or not _IMPORT_ERRORS.intersection(attempt.handled):
        return []
    if are_of_python(attempt.imports):
        return [solution(another_python(attempt.imports), (attempt.fact,))]
    modules = listed([code_span(name) for name in attempt.imports], "and")
    what = f"what provides the module{'s' * (len(attempt.imports) > 1)} {modules}"
    if wanted := _names(attempt):
        # The module may be there and too old for that.
        names = listed([code_span(name) for name in wanted], "and")
        return [solution(f"Install or upgrade {what}: it has to have {names}.", (attempt.fact,))]
    message = case.evidence.message
    why = requirements.reason(message, attempt.imports)
    return [solution(f"{requirements.verb(message)} {what}{why}.", (attempt.fact,))]


def _names(attempt: Attempt) -> list[str]:
    """What the block's one statement takes from a module, if the handler is also for one that does not have it."""
    if "ImportError" not in attempt.handled or not attempt.only:
        return []
    try:
        node = parsed(attempt.only).body[0]
    except (Unreadable, IndexError):
        return []
    names = [item.name for item in node.names] if isinstance(node, ast.ImportFrom) else []
    return [] if "*" in names else names


def are_of_python(modules: Sequence[str]) -> bool:
    """Whether all are of the standard library, so that nothing can be installed that has them."""
    return all(name.partition(".")[0] in sys.stdlib_module_names for name in modules)


def another_python(modules: Sequence[str]) -> str:
    named = listed([code_span(name) for name in modules], "and")
    return f"Run it with a Python that has {named}: of its standard library, and not part of every build."
