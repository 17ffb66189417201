"""The deciding conditions as code: what triggers the error, and what to put in front of the call. Pure.

Guards hold whenever the statement runs, so code that makes sure one of them does not is enough.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence
from operator import itemgetter

from ingest.explain.conditions import Atom, atoms, opposite
from ingest.explain.facts import Condition
from ingest.explain.static import arms
from ingest.explain.static.example import caller, sufficient
from ingest.explain.static.loops import ended
from ingest.explain.static.sentences import Case, Tested
from ingest.explain.static.when import leading, nearest
from ingest.explain.trees import Unreadable, parsed, walked
from ingest.explain.whole import is_whole_in
from kb.guards import is_condition

_LONGEST = 480
_LOOPS = ("for ", "while ", "async for ")
_UNSETTLED = "# if it gets that far"
_REVERSED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip


def trigger_code(case: Case) -> str:
    """The deciding conditions and the loops around them, one below the other, and the statement.

    "" where a handler, a pattern or the end of a loop decides as well: code without it would say that the conditions
    are enough; and where the statement itself chooses what it raises. Where other code may decide too, it says so.
    """
    evidence = case.evidence
    conditions = leading(evidence)
    if not conditions or not evidence.exc_type or evidence.kind != "error" or ended(evidence) or arms.told(evidence):
        return ""
    around = [condition for condition in evidence.conditions if not is_condition(condition.text)]
    if any(not condition.text.startswith(_LOOPS) for condition in around):
        return ""
    return _nested(case, conditions, around) or _nested(case, nearest(evidence), around, is_whole=False)


def _nested(case: Case, conditions: Sequence[Condition], around: Sequence[Condition], *, is_whole: bool = True) -> str:
    heads: list[tuple[float, str]] = [*_set_before(case, conditions), *_set_behind(conditions)]
    heads += [(condition.fact.line, f"if {_tidy(condition.text)}:") for condition in conditions]
    heads += [(condition.fact.line, f"{condition.text.removesuffix(':')}:") for condition in around]
    code: list[str] = []
    margin = ""
    for _, head in sorted(heads, key=itemgetter(0)):
        code.append(f"{margin}{head}")
        margin += "    " * head.endswith(":")
    code.append(f"{margin}raise {case.evidence.exc_type}(...)")
    return _checked("\n".join(code if case.evidence.is_settled and is_whole else (_UNSETTLED, *code)))


def _set_before(case: Case, conditions: Sequence[Condition]) -> list[tuple[int, str]]:
    """What gives names their values, where that is certain; else that a parameter may be no longer what was given."""
    text = " ".join(condition.text for condition in conditions)
    found = []
    for item in case.evidence.held:
        if not is_whole_in(item.name, text, before="."):
            continue
        if item.at and len(item.values) == 1:
            found.append((item.at, f"{item.name} = {item.values[0]}"))
        elif item.is_given or item.looped:
            found.append((item.tested, f"# {item.name} may have been set anew"))
    return found


def _set_behind(conditions: Sequence[Condition]) -> list[tuple[float, str]]:
    """That what a condition is about is no longer so below it."""
    anew = [(condition.fact.line, condition.before) for condition in conditions if condition.before]
    return [(line + 0.5, f"# {', '.join(names)} {'is' if len(names) == 1 else 'are'} set anew") for line, names in anew]


def guard_code(case: Case) -> str:
    """An assertion that the last condition does not hold, below all others, and in front of which call it stands.

    "" unless a caller knows every name in it, under that name, and nothing but it decides: what is asserted where
    something else may keep the statement from running would refuse calls that are good.
    """
    tested = sufficient(case)
    call = _call(case, tested) if tested and all(_is_known(item) for item in tested) else None
    if call is None:
        return ""
    near = [item for item in tested if item.condition == tested[-1].condition]
    outer = [item for item in tested if item.condition != tested[-1].condition]
    lines = [f"# in front of {call}"] if call else []
    lines += [f"if {' and '.join(_code(t.atom, t) for t in outer)}:"] if outer else []
    margin = "    " if outer else ""
    lines.append(f"{margin}assert {' or '.join(_code(opposite(t.atom), t) for t in near)}")
    return _checked("\n".join(lines))


def _tidy(text: str) -> str:
    """A guard that was found false without its `not (…)`, where that is one comparison or needs no brackets."""
    parts = atoms(text)
    if len(parts) != 1 or not parts[0].is_not:
        return text
    is_short = parts[0].operator is not None or isinstance(parts[0].node, ast.Name | ast.Attribute | ast.Call)
    return _plain(parts[0]) if is_short else text


def _is_known(tested: Tested) -> bool:
    """Whether the subject is what a caller gives, and all that it is compared with is written out, or Python's own."""
    binding = tested.binding
    if binding is None or binding.name != tested.subject or binding.name.startswith(("self.", "cls.")):
        return False
    is_plain = tested.atom.right is None or isinstance(tested.atom.right, ast.Constant | ast.Tuple | ast.List | ast.Set)
    others = _names(tested.atom.node) - _names(tested.atom.subject)
    if not all(hasattr(builtins, name) for name in others):
        return False
    return is_plain and binding.origin in ("parameter", "key", "environment", "field", "object")


def _names(node: ast.expr) -> set[str]:
    return {item.id for item in walked(node) if isinstance(item, ast.Name)}


def _call(case: Case, tested: Sequence[Tested]) -> str | None:
    """What the code stands in front of, as a comment shows it; "" if that does not matter, None if it is not known."""
    bindings = [item.binding for item in tested if item.binding and item.binding.origin != "environment"]
    if not bindings:
        return ""
    # What leads to a function that users do not call has conditions of its own; a `**` alone hands on all there is.
    to = {item.given_to[0] if item.given_to and item.origin == "key" else "" for item in bindings}
    called = to.pop() or (caller(case) if case.evidence.is_public else "")
    roots = dict.fromkeys(item.owner if item.origin == "key" else item.name.partition(".")[0] for item in bindings)
    known = {name.lstrip("*"): name for name in case.evidence.parameters}
    if to or not called or not all(root in known for root in roots):
        return None
    given = [known[root] if known[root].startswith("*") else f"{root}={root}" for root in roots]
    return f"{called}(..., {', '.join(given)})"


def _code(atom: Atom, tested: Tested) -> str:
    """As Python, with a key read out of its dict as the code does."""
    text = _plain(atom)
    binding = tested.binding
    if binding is None or binding.origin not in ("key", "environment") or binding.name != tested.subject:
        return text
    default = f", {binding.default}" if binding.default is not None else ""
    read = f'{binding.owner}.get("{binding.key}"{default})'
    return text if text.count(binding.name) != 1 else text.replace(binding.name, read)


def _plain(atom: Atom) -> str:
    node = atom.node
    if atom.is_not and isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _REVERSED:
        turned = ast.Compare(node.left, [_REVERSED[type(node.ops[0])]()], node.comparators)
        return ast.unparse(turned)
    text = ast.unparse(node)
    if not atom.is_not:
        return f"({text})" if isinstance(node, ast.BoolOp) else text
    return f"not {text}" if isinstance(node, ast.Name | ast.Attribute | ast.Call) else f"not ({text})"


def _checked(code: str) -> str:
    """The code, if it is short and parses."""
    if len(code) > _LONGEST:
        return ""
    try:
        parsed(code)
    except Unreadable:
        return ""
    return code
