"""What the function was given is refused by what it is handed to: not found, not to be parsed, no such thing."""

from __future__ import annotations

import ast
import re
from typing import Final

from ingest.explain.conditions import code
from ingest.explain.static import attempts
from ingest.explain.static.sentences import Case, Sentence, solution
from kb.display.explanation import code_span

# Errors that tell of a value, rather than of what happens at the time.
_OF_VALUES: Final = frozenset(
    {
        "ValueError", "TypeError", "KeyError", "IndexError", "LookupError", "AttributeError", "UnicodeError",
        "UnicodeDecodeError", "UnicodeEncodeError", "SyntaxError", "OverflowError", "JSONDecodeError",
        "InvalidOperation", "ArithmeticError",
    }
)  # fmt: skip
# What reads a text, by the name of the function.
_READS: Final = re.compile(
    r"(?:int|float|complex|Decimal|Fraction|UUID|loads|literal_eval|strptime|fromisoformat|parse\w*|ip_address|"
    r"ip_network|b64decode|unhexlify|fromhex|safe_load|unpack)$"
)
_UNREAD: Final = _OF_VALUES - {"KeyError", "IndexError", "LookupError", "AttributeError"}
_LOOKUPS: Final = frozenset({"KeyError", "IndexError", "LookupError"})


def remedies(case: Case) -> list[Sentence]:
    attempt = case.evidence.attempt
    node = attempts.failed(attempt)
    if attempt is None or node is None or not attempts.is_handled(attempt, _OF_VALUES):
        return []
    names = attempts.names(case, attempt)
    if not names:
        return []
    return [solution(_text(node, names, attempts.handled(attempt), attempt.handled), attempts.facts(case, attempt))]


def _text(node: ast.expr, names: str, caught: str, classes: tuple[str, ...]) -> str:
    if isinstance(node, ast.Subscript) and _LOOKUPS.issuperset(classes):
        return f"Choose {names} so that {code(node)} exists: there was a {caught}."
    if isinstance(node, ast.Attribute) and classes == ("AttributeError",):
        return f"Choose {names} so that {code(node.value)} has an attribute {code_span(node.attr)}."
    is_reading = isinstance(node, ast.Call) and _READS.match(ast.unparse(node.func).rpartition(".")[2])
    if is_reading and _UNREAD.issuperset(classes):
        return f"Choose {names} so that {code(node)} can read what it is given: there was a {caught}."
    return f"Choose {names} so that {code(node)} raises no {caught}."
