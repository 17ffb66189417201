"""A server did not answer, or with an error: which call asked it, and what that was given."""

from __future__ import annotations

import ast
import re
from typing import Final

from ingest.explain.conditions import code, worded
from ingest.explain.static import attempts
from ingest.explain.static.sentences import Case, Sentence, Tested, solution
from kb.display.explanation import code_span

_STATUS: Final = re.compile(r"(?:status|status_code|ok|is_success|is_error|reason)$")
_UNREACHED: Final = frozenset(
    {
        "ConnectionError", "ConnectionRefusedError", "ConnectionResetError", "ConnectError", "ConnectTimeout",
        "gaierror", "NewConnectionError", "ClientConnectorError",
    }
)  # fmt: skip
_SLOW: Final = frozenset({"Timeout", "TimeoutError", "ReadTimeout", "ConnectTimeout", "TimeoutException"})
_REFUSED: Final = frozenset({"HTTPError", "HTTPStatusError", "ClientResponseError"})
_ANY: Final = (
    frozenset({"RequestException", "URLError", "HTTPException", "RequestError"}) | _UNREACHED | _SLOW | _REFUSED
)


def remedies(case: Case) -> list[Sentence]:
    """Of a call that failed because of what is at the other end."""
    attempt = case.evidence.attempt
    node = attempts.failed(attempt)
    if attempt is None or not isinstance(node, ast.Call | ast.Await) or not attempts.is_handled(attempt, _ANY):
        return []
    names = attempts.names(case, attempt)
    what = next(
        (words for classes, words in _WORDS if attempts.is_handled(attempt, classes)), "failed to get an answer"
    )
    check = f", and {names}" if names else ""
    text = f"Check the other end of {code(node)}{check}: it {what} ({attempts.handled(attempt)})."
    return [solution(text, attempts.facts(case, attempt))]


_WORDS: Final = (
    (_SLOW, "did not answer in time"), (_UNREACHED, "could not be reached"), (_REFUSED, "answered with an error"),
)  # fmt: skip


def remedy(tested: Tested) -> Sentence | None:
    """Of an answer whose status is tested."""
    binding, subject = tested.binding, tested.atom.subject
    if not isinstance(subject, ast.Attribute) or not _STATUS.match(subject.attr):
        return None
    if binding is None or binding.origin != "call" or binding.name != tested.subject:
        return None
    call = code_span(binding.expr or f"{binding.owner}(…)")
    text = f"Look at what {call} was answered: {worded(tested.atom)}."
    return solution(text, tested.facts)
