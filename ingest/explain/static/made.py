"""The condition is about what is made of options, one of their items, or several of them: say what has to hold.

Only of options that users give, and only what they can make out: a value that the function computes of them, not one
that it looks up, and nothing that is the project's own affair.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import replace

from ingest.explain import idioms
from ingest.explain.conditions import Atom, listed, opposite, worded
from ingest.explain.expressions import is_computing, is_private, subjects
from ingest.explain.facts import Binding, Fact
from ingest.explain.holding import holds
from ingest.explain.static import bounds, comparisons, objects, presence
from ingest.explain.static.objects import is_given_whole, is_users
from ingest.explain.static.options import called, called_together, is_nothing, is_within_reach, kind
from ingest.explain.static.sentences import Case, Sentence, Tested, solution
from ingest.explain.static.states import is_missing
from ingest.explain.static.wished import wished
from ingest.explain.trees import expression, walked, written
from kb.display.explanation import code_span

_LOOKS_UP = frozenset({"get", "get_all", "getall", "getlist", "encode", "decode"})
_MOST_ROOTS = 4
_MOST_DECIDING = 3
_FALSY = ("None", "False", "0", "''", "b''", "()", "[]", "{}")


def remedy(case: Case, tested: Tested) -> Sentence | None:
    binding = tested.binding
    if is_private(tested.atom.node) or _is_presence(tested) or _stands_in(tested.atom) or _is_inner(tested.atom.node):
        return None
    if binding is not None and binding.origin == "item":
        return _item(case, tested, binding)
    if binding is not None and binding.name == tested.subject and binding.roots:
        return _value(case, tested, binding)
    return _several(case, tested)


def _is_presence(tested: Tested) -> bool:
    """Whether it says only that an option is given or is not, which is for `presence` to advise on."""
    right, binding = tested.atom.right, tested.binding
    is_none = isinstance(right, ast.Constant) and right.value is None
    return is_none and binding is not None and binding.is_option and binding.name == tested.subject


def _stands_in(atom: Atom) -> bool:
    """Whether it ends with what stands in for an option that is left out, which nobody writes."""
    return atom.operator in (ast.IsNot, ast.NotEq) and is_nothing(atom.right)


def _is_inner(node: ast.expr) -> bool:
    """Whether it holds a function of its own, whose code nobody can make out a value by."""
    return any(isinstance(item, ast.Lambda) for item in walked(node))


def _item(case: Case, tested: Tested, binding: Binding) -> Sentence | None:
    # Of what is counted the number is bound like the item, and nobody can choose that.
    if len(binding.roots) != 1 or binding.expr.startswith("enumerate("):
        return None
    root = binding.roots[0]
    if not is_within_reach(case, root):
        return None
    option, wanted = called(root, case.where), wished(tested.atom)
    text = f"Give {option} only items {code_span(binding.name)} for which {wanted}."
    if binding.expr != root.name:
        if not _is_plain(binding):
            return None
        comes = f"{code_span(binding.name)} comes from {code_span(binding.expr)}"
        text = f"Choose {option} so that {wanted}, where {comes}."
    return solution(text, (*tested.facts, *root.facts))


def _value(case: Case, tested: Tested, binding: Binding) -> Sentence | None:
    if several := _any_of(case, tested, binding):
        return several
    if (own := _standing_in(tested, binding)) and is_within_reach(case, own):
        given = replace(tested, binding=own)
        return comparisons.remedy(case, given) or presence.remedy(case, given)
    # What the value is compared with may be an option as well.
    right = case.evidence.binding(ast.unparse(tested.atom.right)) if tested.atom.right is not None else None
    roots = {item.name: item for item in (*binding.roots, right) if item and item.is_option}
    if not 0 < len(roots) <= _MOST_ROOTS or not all(is_users(case, root) for root in roots.values()):
        return None
    options, facts = called_together(roots.values(), case.where), _facts(tested, roots.values())
    if not _is_plain(binding):
        return _decided_by(case, tested, binding)
    wanted = wished(tested.atom, kind(binding))
    return solution(f"Choose {options} so that {wanted}, {_where([binding])}.", facts)


def _decided_by(case: Case, tested: Tested, binding: Binding) -> Sentence | None:
    """A value that other code makes of options: which of them decide is known, not what they have to be."""
    # What the value is compared with may be an option as well, and then is as likely at fault.
    right = case.evidence.binding(ast.unparse(tested.atom.right)) if tested.atom.right is not None else None
    roots = {root.name: root for root in (*binding.roots, *([right] if right and right.is_option else []))}
    are_users = all(is_users(case, root) for root in roots.values())
    if not are_users or not 0 < len(roots) <= _MOST_DECIDING or not _is_made_of_roots(case, binding):
        return None
    # What an object keeps may be asked for what it has come to be since.
    if binding.name.startswith("self.") and _asks(tested.atom.node, {binding.name}):
        return None
    text = f"{worded(tested.atom)}, and {code_span(binding.name)} is {code_span(binding.expr)}"
    options = called_together(roots.values(), case.where)
    return solution(f"Check {options}: {text}.", _facts(tested, roots.values()))


def _is_made_of_roots(case: Case, binding: Binding) -> bool:
    """Whether the options alone are seen to decide: no variable beside them, nothing that an object does or is told."""
    node = expression(binding.expr)
    roots = {root.name for root in binding.roots}
    if node is None or any(root not in binding.expr for root in roots):
        return False
    others = {name.id for item in subjects(node) if written(item) not in roots for name in _names(item)}
    is_awaited = any(isinstance(item, ast.Await | ast.YieldFrom | ast.Yield) for item in ast.walk(node))
    return not is_awaited and not others & set(case.evidence.variables) and not _asks(node, {"self", *roots})


def _names(node: ast.expr) -> list[ast.Name]:
    return [item for item in ast.walk(node) if isinstance(item, ast.Name)]


def _asks(node: ast.expr, objects: set[str]) -> bool:
    """Whether one of the objects, or a part of it, is called for what it does, rather than to look something up."""
    for call in (item for item in ast.walk(node) if isinstance(item, ast.Call)):
        called = written(call.func)
        is_theirs = any(called == name or called.startswith(f"{name}.") for name in objects)
        if is_theirs and called.rpartition(".")[2] not in _LOOKS_UP and not is_computing(call):
            return True
    return False


def _where(bindings: Iterable[Binding], renamed: Iterable[Binding] = ()) -> str:
    """How values are made, and which option stands behind another name; "" if nothing does."""
    made = [f"{code_span(item.name)} is {code_span(item.expr)}" for item in bindings]
    for item in renamed:
        known_as = item.key if item.origin == "parameter" else f"{item.owner}.{item.key}"
        made.append(f"{code_span(item.name)} is {code_span(known_as)}")
    return f"where {listed(made, 'and')}" if made else ""


def _renamed(options: Iterable[Binding]) -> list[Binding]:
    """Those that the code gives a name of its own: in an object that it keeps, or where it hands them on."""
    kinds = ("field", "object", "parameter")
    return [item for item in options if item.origin in kinds and not item.name.endswith(item.key)]


def _facts(tested: Tested, options: Iterable[Binding]) -> tuple[Fact, ...]:
    return (*tested.facts, *(fact for option in options for fact in option.facts))


def _any_of(case: Case, tested: Tested, binding: Binding) -> Sentence | None:
    """Nothing was given where one of several options would do, as in `path or config.path`."""
    node = expression(binding.expr)
    parts = list(map(ast.unparse, node.values)) if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or) else []
    roots = [root for part in parts for root in binding.roots if root.name == part and is_users(case, root)]
    if len(roots) < 2 or not is_missing(tested):
        return None
    text = f"Give a value for {called_together(roots, case.where, 'or')}: {worded(tested.atom)}, {_where([binding])}."
    return solution(text, _facts(tested, roots))


def _standing_in(tested: Tested, binding: Binding) -> Binding | None:
    """The option that the value is unless it is left out, as in `mode or "r"`, under the value's name."""
    node = expression(binding.expr)
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or):
        name = ast.unparse(node.values[0])
        name = name if _is_safe_if_falsy(tested, node.values[1:]) else ""
    elif isinstance(node, ast.IfExp):
        name, test = ast.unparse(node.body), ast.unparse(node.test)
        is_safe = test == f"{name} is not None" or (test == name and _is_safe_if_falsy(tested, [node.orelse]))
        name = name if is_safe else ""
    else:
        return None
    root = next((root for root in binding.roots if root.name == name), None)
    return replace(root, name=binding.name, default=None) if root else None


def _is_safe_if_falsy(tested: Tested, others: list[ast.expr]) -> bool:
    """Whether no falsy option is as the advice says, or what stands in for it is so too: nothing is refused then."""
    if [holds(tested.atom, value) for value in others] == [False]:
        return True
    falsy = (expression(text) for text in _FALSY)
    return not any(holds(tested.atom, value) is False for value in falsy if value is not None)


def _is_plain(binding: Binding) -> bool:
    """Whether it is computed of options alone, so that who knows them knows the value."""
    node = expression(binding.expr)
    known = {root.name for root in binding.roots}
    return node is not None and is_computing(node) and all(ast.unparse(item) in known for item in subjects(node))


def _parts(wanted: Atom) -> list[Atom]:
    """The conditions that all have to hold."""
    node = wanted.node
    is_all = isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or if wanted.is_not else ast.And)
    return (
        [Atom(value, wanted.is_not) for value in node.values] if is_all and isinstance(node, ast.BoolOp) else [wanted]
    )


def _is_about(part: Atom, case: Case) -> bool:
    """Whether one of the options, or something made of one, stands in it."""
    found = [case.evidence.binding(ast.unparse(node)) for node in subjects(part.node)]
    return any(item.is_option or item.roots for item in found if item)


def _several(case: Case, tested: Tested) -> Sentence | None:
    """An expression over options."""
    every = [item for node in subjects(tested.atom.node) if (item := case.evidence.binding(ast.unparse(node)))]
    found = list({item.name: item for item in every}.values())
    if any(item.origin == "item" for item in found):
        return _item(case, tested, found[0]) if len(found) == 1 else None
    made = [item for item in found if item.roots]
    if unknown := [item for item in made if not _is_plain(item)]:
        return _decided_by(case, tested, unknown[0]) if len(found) == 1 else None
    if bounded := bounds.remedy(case, tested):
        return bounded
    options = {item.name: item for known in found for item in (known, *known.roots) if item.is_option}
    if not options or len(options) > _MOST_ROOTS or isinstance(tested.atom.node, ast.Name | ast.Attribute):
        return None
    if not made and all(map(is_given_whole, options.values())):
        return objects.given_for(case, tested)
    return None if _speaks_of_locals(case, tested, found) else _chosen(case, tested, list(options.values()), made)


def _chosen(case: Case, tested: Tested, options: list[Binding], made: list[Binding]) -> Sentence | None:
    if not all(is_users(case, item) for item in options):
        return None
    if not all(_is_about(part, case) for part in _parts(opposite(tested.atom))):
        return None
    if inlined := _inlined(tested, options, made):
        wanted = wished(inlined, "")
        return solution(f"Choose {called_together(options, case.where)} so that {wanted}.", _facts(tested, options))
    told = _where(made, _renamed(options))
    where: str | None = f", {told}" if told else ""
    if tested.atom.operator in (ast.In, ast.NotIn) and tested.atom.right is not None and not made:
        where = comparisons.known(case, tested.atom.right)
    if where is None:
        return None
    text = f"Choose {called_together(options, case.where)} so that {wished(tested.atom)}{where}."
    return solution(text, _facts(tested, options))


def _inlined(tested: Tested, options: list[Binding], made: list[Binding]) -> Atom | None:
    """The condition with what is made of options written out, if so it says that a number divides another."""
    node = _WrittenOut({item.name: item.expr for item in made}).visit(deepcopy(tested.atom.node))
    if idioms.divided(tested.atom.node, is_not=False) or not idioms.divided(node, is_not=False):
        return None
    names = {item.name: f"{item.owner}.{item.key}" for item in options if item.origin in ("field", "object")}
    return replace(tested.atom, node=_WrittenOut(names).visit(node))


class _WrittenOut(ast.NodeTransformer):
    def __init__(self, values: dict[str, str]) -> None:
        self._values = values

    def generic_visit(self, node: ast.AST) -> ast.AST:
        text = ast.unparse(node) if isinstance(node, ast.Name | ast.Attribute) else ""
        made = expression(self._values[text]) if text in self._values else None
        return deepcopy(made) if made is not None else super().generic_visit(node)  # of one text there is one tree


def _speaks_of_locals(case: Case, tested: Tested, known: list[Binding]) -> bool:
    """Whether it says something of a variable of the function of which nothing is known."""
    told = {item.name.partition(".")[0] for item in known if item.is_option or item.roots}
    names = {item.id for item in walked(tested.atom.node) if isinstance(item, ast.Name)}
    return bool(names & set(case.evidence.variables) - told)
