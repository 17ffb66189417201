"""Which of the conditions that decide to advise on: what the message speaks of, and a value before doing without it.

What somebody has asked for is not to be taken back only because that would keep the code from raising. Pure.
"""

from __future__ import annotations

import ast
import re
from typing import Final

from ingest.explain.conditions import Atom, atoms, is_call_of, listed_values
from ingest.explain.expressions import subjects
from ingest.explain.static.loops import ended
from ingest.explain.static.options import allowed, is_flag
from ingest.explain.static.sentences import Case, Tested
from ingest.explain.static.states import is_missing
from ingest.explain.trees import expression, walked, written
from ingest.explain.whole import is_whole_in

_HOLE: Final = re.compile(r"\{[^{}]*\}")
_SWITCH: Final = re.compile(r"(?:use|enable|allow|with|is|do)_(?=[a-z])")
_MUST: Final = re.compile(r"\b(?:must|should|has to|have to|needs? to|requires?|required)\b(?! not\b)")
_SHORT: Final = 4
_READ: Final = 2000  # characters of a message that are looked through for what else has to be so


def is_meant(case: Case, tested: Tested) -> bool:
    """Whether the message names the option, or the value that it has."""
    message = _HOLE.sub(" ", case.evidence.message).lower()
    right = tested.atom.right
    nodes = right.elts if isinstance(right, ast.Tuple | ast.List | ast.Set) else [right]
    values = [str(node.value) for node in nodes if isinstance(node, ast.Constant) and node.value is not None]
    names = [tested.binding.key] if tested.binding else []
    # `use_fast_lane` may be called the fast lane.
    words = [word for name in names if (word := _SWITCH.sub("", name).replace("_", " ")) != name and len(word) > _SHORT]
    # Each of `parts` is a part.
    is_given = tested.binding is not None and tested.binding.origin == "parameter"
    words += [name.removesuffix("s") for name in names if is_given and len(name) > _SHORT]
    named = {name.lower() for name in (*names, *values, *words) if len(name) > 1}
    return any(is_whole_in(name, message) for name in named)


def is_named(case: Case, tested: Tested) -> bool:
    """Whether the message writes the option as code, not as a word that may mean anything."""
    key = re.escape(tested.binding.key) if tested.binding and tested.binding.key else ""
    is_word = bool(key) and "_" not in key
    pattern = rf"[`'\"]{key}[`'\"=]|\b{key}=|-{key}\b" if is_word else rf"\b{key}\b"
    return bool(key) and re.search(pattern, case.evidence.message) is not None


def selects(case: Case, tested: Tested) -> bool:
    """Whether it only led to the nearest condition: it says what the option is of which that one tells what is wrong,
    or chose it for what the message does not name."""
    near = [other for other in case.tested if other.condition is case.tested[-1].condition]
    binding, atom = tested.binding, tested.atom
    if binding is None or tested in near or is_given(atom):
        return False
    is_open = is_chosen(atom) and not is_flag(binding) and not allowed(binding, _values(atom))
    if is_open and not _is_called_so(binding.key, _HOLE.sub(" ", case.evidence.message).lower()):
        return True
    return _says_what_it_is(atom) and any(_is_of(case, other.atom, binding.name) for other in near)


def _is_called_so(key: str, message: str) -> bool:
    """Whether the message has the option's name, or a word of it."""
    words = (word for word in key.lower().split("_") if len(word) >= _SHORT)
    return any(is_whole_in(name, message) for name in (key.lower(), *words))


def _says_what_it_is(atom: Atom) -> bool:
    """Whether it tells what holds of the option, not what it is not: something else than that would do."""
    if isinstance(atom.node, ast.Compare):
        return atom.operator not in (ast.NotEq, ast.IsNot, ast.NotIn)
    return isinstance(atom.node, ast.Call) and not atom.is_not


def _is_of(case: Case, atom: Atom, name: str) -> bool:
    """Whether a condition is about an option, or about what is made of it."""
    made = [case.evidence.binding(written(node)) for node in subjects(atom.node)]
    return _mentions(atom, name) or any(root.name == name for item in made if item for root in item.roots)


def is_given(atom: Atom) -> bool:
    """Whether it says only that something was given: it is not `None`, or truthy."""
    if isinstance(atom.right, ast.Constant) and atom.right.value is None:
        return atom.operator in (ast.IsNot, ast.NotEq)
    return atom.subject is atom.node and isinstance(atom.node, ast.Name | ast.Attribute) and not atom.is_not


def is_chosen(atom: Atom) -> bool:
    """Whether it says that the option has a value that somebody chose on purpose: a word, a member or `True`."""
    if atom.operator not in (ast.Eq, ast.Is, ast.In) or atom.right is None:
        return False
    nodes = atom.right.elts if isinstance(atom.right, ast.Tuple | ast.List | ast.Set) else [atom.right]
    return any(
        isinstance(node, ast.Attribute) or (isinstance(node, ast.Constant) and (node.value is True or _is_word(node)))
        for node in nodes
    )


def _is_word(node: ast.Constant) -> bool:
    return isinstance(node.value, str) and bool(node.value)


def takes_back(tested: Tested) -> bool:
    """Whether the condition ends to hold by doing without what was asked for."""
    atom = tested.atom
    is_kind = isinstance(atom.node, ast.Call) and is_call_of(atom.node, "isinstance", 2) and not atom.is_not
    return is_given(atom) or is_chosen(atom) or is_kind


def _asks_for_more(case: Case, tested: Tested) -> bool:
    """Whether the message says what else has to be so if the option is given: that is what to do."""
    key = re.escape(tested.binding.key) if tested.binding and tested.binding.key else ""
    message = " ".join(case.evidence.message[:_READ].split())
    given = rf"\b(?:if|when|whenever) [^.,{{}}]{{0,40}}\b{key}\b[^.,{{}}]{{0,40}}"
    ahead, behind = rf"{given}, .*?{_MUST.pattern}", rf"{_MUST.pattern}[^.]*? {given}"
    return bool(key) and re.search(f"{ahead}|{behind}", message, re.IGNORECASE) is not None


def is_to_go(case: Case, tested: Tested) -> bool:
    """Whether to advise to do without what the condition says was asked for."""
    if is_given(tested.atom) and _asks_for_more(case, tested):
        return False
    if _is_looked_at(case, tested) or (is_given(tested.atom) and (case.evidence.attempt or ended(case.evidence))):
        return False
    # What somebody wanted is not refused for its own sake, and nothing says that another value does the same.
    if is_chosen(tested.atom) and not allowed(tested.binding, _values(tested.atom)) and not is_meant(case, tested):
        return False
    beside = [other for other in case.tested if other.condition is tested.condition and other is not tested]
    if not beside or is_meant(case, tested):
        return is_given(tested.atom) is False or not is_needed(case, tested)
    # Nothing says which of them is at fault, unless each is something that was asked for.
    is_either = all(takes_back(other) for other in beside) and not any(is_meant(case, other) for other in beside)
    return is_either and not is_needed(case, tested)


def _values(atom: Atom) -> tuple[str, ...]:
    """What the option is compared with, as source text."""
    right = atom.right
    return listed_values(right) or ((ast.unparse(right),) if right is not None else ())


def is_beside_the_point(case: Case, tested: Tested) -> bool:
    """Whether the message speaks of another part of the same condition, and this one tells of nothing that lacks."""
    others = [other for other in case.tested if other.condition is tested.condition and other is not tested]
    if is_meant(case, tested):
        return False
    # Where the message names options, what lacks is not at fault unless it is one of those.
    if others and _is_unspoken(case, tested):
        return True
    if any(_names_an_option(case, other) for other in others):
        return True
    return any(is_meant(case, other) for other in others) and is_missing(tested) is not True


def _names_an_option(case: Case, tested: Tested) -> bool:
    """Whether the message names one of several options that a condition compares."""
    message = _HOLE.sub(" ", case.evidence.message)
    found = [case.evidence.binding(written(node)) for node in subjects(tested.atom.node)]
    keys = {item.key for item in found if item and item.is_option and len(item.key) >= _SHORT}
    return len(keys) > 1 and any(is_whole_in(key, message) for key in keys)


def _is_unspoken(case: Case, tested: Tested) -> bool:
    """Whether the message names options, and none that the condition is about."""
    binding = tested.binding
    keys = {item.key for item in (binding, *binding.roots)} if binding else set()
    return bool(keys and case.evidence.spoken) and not any(other.key in keys for other in case.evidence.spoken)


def _is_looked_at(case: Case, tested: Tested) -> bool:
    """Whether something else is tested of the same option as well, so that what matters is its value."""
    name = tested.binding.name if tested.binding else tested.subject
    later = [other for other in case.tested if other is not tested and not is_given(other.atom)]
    if any(_mentions(other.atom, name) for other in later):
        return True
    near = case.tested[-1].condition
    about = [node for other in case.tested if other.condition is near for node in subjects(other.atom.node)]
    # A switch has no value that could be at fault.
    is_value = tested.binding is None or not is_flag(tested.binding)
    is_outer = is_given(tested.atom) and tested.condition is not near and is_value
    return is_outer and any(_may_be_made_of(case, node, name) for node in about)


def _may_be_made_of(case: Case, node: ast.expr, name: str) -> bool:
    """Whether a value is made of the option, or one of the function's own of which nothing is known."""
    binding = case.evidence.binding(written(node))
    if binding is not None:
        made = expression(binding.expr)
        parts = [written(item) for item in walked(made)] if made is not None else []
        return any(root.name == name for root in binding.roots) or name in parts
    head, *path = written(node).split(".")
    return head.partition("[")[0] in case.evidence.variables or (head == "self" and len(path) == 1)


def is_needed(case: Case, tested: Tested) -> bool:
    """Whether the code raises something else where the option is left out."""
    found = [item for item in case.evidence.conditions if item.is_passed or item.is_trap]
    parts = [(item, atom) for item in found if item is not tested.condition for atom in atoms(item.text)]
    return any(is_given(atom) and ast.unparse(atom.subject) == tested.subject for _, atom in parts)


def _mentions(atom: Atom, name: str) -> bool:
    texts = {text for node in subjects(atom.node) for text in (ast.unparse(node), ast.unparse(node).partition(".")[0])}
    called = [item.func for item in ast.walk(atom.node) if isinstance(item, ast.Call)]
    return name in texts or any(ast.unparse(node).startswith(f"{name}.") for node in called)
