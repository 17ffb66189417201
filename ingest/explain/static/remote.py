"""A server did not answer, or with an error: which call asked it, and what that was given."""

from __future__ import annotations

import ast
from typing import Final

from ingest.explain.conditions import code, worded
from ingest.explain.facts import Attempt
from ingest.explain.static import attempts
from ingest.explain.static.sentences import Case, Sentence, Tested, solution
from kb.display.explanation import code_span

# What Python itself asks servers with. A class of the same name from anywhere else may tell of a queue, a lock or a
# process, and one that clients share is raised by their local calls as well.
_CLIENTS: Final = frozenset({"urllib", "http", "socket"})
_SLOW: Final = frozenset({"timeout"})
_UNREACHED: Final = frozenset({"ConnectionRefusedError", "gaierror"})
_BROKEN: Final = frozenset({"ConnectionError", "ConnectionResetError", "RemoteDisconnected"})
_REFUSED: Final = frozenset({"HTTPError"})
_FAILED: Final = frozenset({"URLError"})
_ANY: Final = _FAILED | _SLOW | _UNREACHED | _BROKEN | _REFUSED
_BUILTIN: Final = frozenset(
    {"builtins.ConnectionRefusedError", "builtins.ConnectionError", "builtins.ConnectionResetError"}
)
_WORDS: Final = (
    (_SLOW, "it did not answer in time"), (_UNREACHED, "it could not be reached"),
    (_BROKEN, "the connection to it failed"), (_REFUSED, "it answered with an error"), (_ANY, "the request failed"),
)  # fmt: skip
_STATUSES: Final = range(100, 600)  # of HTTP


def remedies(case: Case) -> list[Sentence]:
    """Of a call that failed because of what is at the other end."""
    attempt = case.evidence.attempt
    node = attempts.failed(attempt)
    if attempt is None or not isinstance(node, ast.Call | ast.Await):
        return []
    caught = _caught(case, attempt)
    what = next((words for classes, words in _WORDS if caught <= classes), "")
    if not caught or not what:
        return []
    names = attempts.names(case, attempts.options(case, attempt))
    check = f", and {names}" if names else ""
    text = f"Check the other end of {code(node)}{check}: {what} ({attempts.handled(attempt)})."
    return [solution(text, attempts.facts(case, attempt))]


def _caught(case: Case, attempt: Attempt) -> set[str]:
    """What the caught classes are called at home; nothing unless all are known to tell of a connection."""
    known = [case.evidence.origin(name) for name in attempt.handled]
    is_known = all(name.partition(".")[0] in _CLIENTS or name in _BUILTIN for name in known)
    return {name.rpartition(".")[2] for name in known} if is_known else set()


def remedy(tested: Tested) -> Sentence | None:
    """Of an answer whose status is tested."""
    binding, subject = tested.binding, tested.atom.subject
    if not isinstance(subject, ast.Attribute) or not _is_status(subject.attr, tested.atom.right):
        return None
    if binding is None or binding.origin != "call" or binding.name != tested.subject:
        return None
    call = code_span(binding.expr or f"{binding.owner}(…)")
    text = f"Look at what {call} was answered: {worded(tested.atom)}."
    return solution(text, tested.facts)


def _is_status(name: str, right: ast.expr | None) -> bool:
    """Whether an attribute is HTTP's status, by its name alone or by the number that it is compared with."""
    number = right.value if isinstance(right, ast.Constant) else None
    return name == "status_code" or (name == "status" and type(number) is int and number in _STATUSES)
