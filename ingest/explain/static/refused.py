"""What the function was given is refused by what it is handed to: not found, not to be parsed, no such thing."""

from __future__ import annotations

import ast
import re
from typing import Final

from ingest.explain.conditions import code
from ingest.explain.expressions import is_private, subjects
from ingest.explain.facts import Attempt, Binding
from ingest.explain.static import attempts
from ingest.explain.static.options import is_called_by_users
from ingest.explain.static.sentences import Case, Sentence, solution
from ingest.explain.trees import written
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
    if isinstance(node, ast.Attribute) and attempt.handled == ("AttributeError",):
        return _lacking(case, attempt, node)
    options = attempts.options(case, attempt)
    if isinstance(node, ast.Subscript):
        looked_for = list(map(ast.unparse, subjects(node.slice)))
        options = [item for item in options if item.name in looked_for]
    names = attempts.names(case, options)
    if not names or (isinstance(node, ast.Subscript) and not _is_known(case, node.value)):
        return []
    text = "" if is_private(node) else _text(node, names, attempts.handled(attempt), attempt.handled)
    is_looked_up = _LOOKUPS.issuperset(attempt.handled) and _is_key_alone(case, node, options)
    if not text and (is_looked_up or _is_given_alone(case, node, options)):
        text = f"Check {names}: {code(node)} fails with it ({attempts.handled(attempt)})."
    return [solution(text, attempts.facts(case, attempt))] if text else []


def _lacking(case: Case, attempt: Attempt, node: ast.Attribute) -> list[Sentence]:
    """What was given has not the attribute that is asked for."""
    name = ast.unparse(node.value)
    if name not in case.evidence.parameters or not is_called_by_users(case) or is_private(node):
        return []
    text = f"Give {case.where} as {code_span(name)} something that has an attribute {code_span(node.attr)}."
    return [solution(text, (attempt.fact, *attempt.facts))]


def _text(node: ast.expr, names: str, caught: str, classes: tuple[str, ...]) -> str:
    """What the value has to be; "" if that is not known."""
    if isinstance(node, ast.Subscript) and _LOOKUPS.issuperset(classes):
        return f"Choose {names} so that {code(node)} exists: there was a {caught}."
    is_reading = isinstance(node, ast.Call) and _READS.match(ast.unparse(node.func).rpartition(".")[2])
    if is_reading and _UNREAD.issuperset(classes):
        return f"Choose {names} so that {code(node)} can read what it is given: there was a {caught}."
    return ""


def _is_given_alone(case: Case, node: ast.expr, options: list[Binding]) -> bool:
    """Whether a call works with nothing but options, so that these are what it fails with."""
    call = node.value if isinstance(node, ast.Await) else node
    if not isinstance(call, ast.Call):
        return False
    parts = [*call.args, *(item.value for item in call.keywords)]
    if any(_own(case, part) for part in parts) or not isinstance(call.func, ast.Attribute):
        return _are_all(case, options, parts)
    # What something does with what is written out depends on that thing alone.
    of = call.func.value
    return _is_given_alone(case, of, options) if isinstance(of, ast.Call) else _are_all(case, options, [of])


def _is_key_alone(case: Case, node: ast.expr, options: list[Binding]) -> bool:
    """Whether what is looked up anywhere in it is looked up by options."""
    return _are_all(case, options, [item.slice for item in ast.walk(node) if isinstance(item, ast.Subscript)])


def _are_all(case: Case, options: list[Binding], parts: list[ast.expr]) -> bool:
    """Whether what the expressions are about are options, and is anything."""
    names = {option.name for option in options}
    found = [name for part in parts for name in _own(case, part)]
    return bool(found) and names.issuperset(found)


def _own(case: Case, node: ast.expr) -> list[str]:
    """What an expression is about that is not the same for each call of the function."""
    evidence = case.evidence
    own = {*evidence.variables, *evidence.parameters, "self", "cls"}
    options = {option.name for option in evidence.attempt.given} if evidence.attempt else set()
    names = list(map(written, subjects(node)))
    return [name for name in names if name in options or re.split(r"\W", name)[0] in own]


def _is_known(case: Case, container: ast.expr) -> bool:
    """Whether users know what is looked into: they give it, or it lies open; not what the function has made."""
    if isinstance(container, ast.Name):
        return container.id in case.evidence.parameters or container.id.isupper()
    return isinstance(container, ast.Attribute)
