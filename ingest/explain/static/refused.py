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
# What the name of a class says that is raised because of a value: a project's own, or a package's.
_TELLS: Final = re.compile(
    r"(?:(?<!File)(?<!Module)NotFound|No(?:Such|Reverse|Inspection)|NotRegistered|DoesNotExist|Unknown|Unmapped|"
    r"Invalid|Ambigu|Parse|Decode|Lookup|Syntax|Format)"
)
# What Python's own library reads a text with, in full: nothing but that text decides whether it fails.
_READERS: Final = frozenset(
    {"int", "float", "json.loads", "ast.literal_eval", "binascii.unhexlify", "base64.b64decode"}
)
_UNREAD: Final = _OF_VALUES - {"KeyError", "IndexError", "LookupError", "AttributeError"}
_LOOKUPS: Final = frozenset({"KeyError", "IndexError", "LookupError"})


def remedies(case: Case) -> list[Sentence]:
    attempt = case.evidence.attempt
    node = attempts.failed(attempt)
    if attempt is None or node is None or not _is_of_values(attempt, node):
        return []
    if isinstance(node, ast.Attribute) and attempt.handled == ("AttributeError",):
        return _lacking(case, attempt, node)
    if "AttributeError" in attempt.handled and _may_lack(case, node):
        return []
    options = attempts.options(case, attempt)
    if isinstance(node, ast.Subscript):
        looked_for = list(map(ast.unparse, subjects(node.slice)))
        options = [item for item in options if item.name in looked_for]
    names = attempts.names(case, options)
    if not names or (isinstance(node, ast.Subscript) and not _is_known(case, node.value)):
        return []
    caught = attempts.handled(attempt)
    text = "" if is_private(node) else _named(node, names, options) or _text(node, names, caught, attempt.handled)
    is_looked_up = _LOOKUPS.issuperset(attempt.handled) and _is_key_alone(case, node, options)
    if not text and (is_looked_up or _is_given_alone(case, node, options)):
        text = f"Check {names}: {code(node)} fails with it ({caught})."
    return [solution(text, attempts.facts(case, attempt))] if text else []


def _is_of_values(attempt: Attempt, node: ast.expr) -> bool:
    """Whether what is caught tells of a value, or what failed can fail of nothing else."""
    names = [name.rpartition(".")[2] for name in attempt.handled]
    if names and all(name in _OF_VALUES or _TELLS.search(name) for name in names):
        return True
    return isinstance(node, ast.Call) and ast.unparse(node.func) in _READERS and len(node.args) == 1


def _lacking(case: Case, attempt: Attempt, node: ast.Attribute) -> list[Sentence]:
    """What was given has not the attribute that is asked for."""
    name = ast.unparse(node.value)
    if name not in case.evidence.parameters or not is_called_by_users(case) or is_private(node):
        return []
    text = f"Give {case.where} as {code_span(name)} something that has an attribute {code_span(node.attr)}."
    return [solution(text, (attempt.fact, *attempt.facts))]


def _named(node: ast.expr, names: str, options: list[Binding]) -> str:
    """An attribute that is asked for by a name that options give."""
    if not isinstance(node, ast.Call) or ast.unparse(node.func) != "getattr" or len(node.args) != 2:
        return ""
    looked_for = set(map(ast.unparse, subjects(node.args[1])))
    is_told = bool(looked_for) and looked_for <= {option.name for option in options}
    name, of = code(node.args[1]), code(node.args[0])
    return f"Choose {names} so that {name} is the name of an attribute of {of}." if is_told else ""


def _may_lack(case: Case, node: ast.expr) -> bool:
    """Whether something that users do not give is asked for an attribute: a module that is missing may have none."""
    is_by_name = isinstance(node, ast.Call) and ast.unparse(node.func) == "getattr"  # which users may choose
    asked = [ast.unparse(item.value) for item in ast.walk(node) if isinstance(item, ast.Attribute)]
    return not is_by_name and any(name.partition(".")[0] not in case.evidence.parameters for name in asked)


def _text(node: ast.expr, names: str, caught: str, classes: tuple[str, ...]) -> str:
    """What the value has to be; "" if that is not known."""
    if isinstance(node, ast.Subscript) and _LOOKUPS.issuperset(classes):
        return f"Choose {names} so that {code(node)} exists: there was {_article(caught)} {caught}."
    is_reading = isinstance(node, ast.Call) and _READS.match(ast.unparse(node.func).rpartition(".")[2])
    is_certain = isinstance(node, ast.Call) and ast.unparse(node.func) in _READERS
    if is_reading and (is_certain or _UNREAD.issuperset(classes)):
        return f"Choose {names} so that {code(node)} can read what it is given: there was {_article(caught)} {caught}."
    return ""


def _article(caught: str) -> str:
    return "an" if caught.lstrip("`")[:1] in "AEIOU" else "a"


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
