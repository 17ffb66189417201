"""A parameter of a function that users do not call -> the option that every call of it hands over for it. Pure."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Final

from ingest.explain.bindings import Frame
from ingest.explain.facts import Binding
from ingest.explain.index import Index
from ingest.explain.passage import Raised, is_through_class
from ingest.explain.reach import Called, Calls, leads
from ingest.explain.scope import scope_of
from ingest.explain.trees import Function, written
from ingest.explain.variables import is_configured

_MOST_CALLS: Final = 8
_MOST_STEPS: Final = 3


def handed(
    binding: Binding, called: Called, calls: Calls, index: Index, error: Raised | None, steps: int = _MOST_STEPS
) -> Binding | None:
    """What users know it as, under the name that the function has for it; None unless all calls hand over the same.

    Calls that cannot bring about `error` are left out.
    """
    found = calls.of(called)
    if not steps or not 0 < len(found) <= _MOST_CALLS:
        return None
    options: list[Binding] = []
    for caller, at, call in found:
        if _is_hidden(call, at):
            continue
        if error and steps == _MOST_STEPS and not leads(at, call, error):
            continue
        given = _given(binding, call, at, index, shift=called[1] != "" and is_through_class(call))
        if given is None:
            return None
        is_theirs = calls.are_users((at[0], caller.qualname.rpartition(".")[0], at[2]))
        if is_theirs and (given.origin == "parameter" or _is_keyword(given)):
            given = replace(given, given_to=(caller.qualname,))
        elif given.origin == "parameter":
            further = handed(given, at, calls, index, error, steps - 1)
            if further is None:
                return None
            given = further
        options.append(replace(given, facts=(*given.facts, caller.fact)))
    # A function of a module is called where its name is imported.
    return _same(binding, options, are_all=not called[1] or calls.are_known(called))


def _is_hidden(call: ast.Call, at: Called) -> bool:
    """Whether a parameter of the caller has the called name."""
    source, owner, name = at
    function = source.method(owner, name) if owner else source.module_function(name)
    named = function and isinstance(call.func, ast.Name) and scope_of(function).parameter(call.func.id)
    return bool(named)


def _is_keyword(given: Binding) -> bool:
    """Whether it is one of a function's `**kwargs`."""
    return given.origin == "key" and not is_configured(given.owner)


def _given(binding: Binding, call: ast.Call, at: Called, index: Index, *, shift: bool) -> Binding | None:
    """What one call hands over, if that is an option as it stands."""
    node, (source, owner, name) = _argument(binding, call, shift=shift), at
    function = source.method(owner, name) if owner else source.module_function(name)
    if not isinstance(node, ast.Name | ast.Attribute | ast.Call | ast.Subscript) or function is None:
        return None
    frame = Frame(function, owner, source, index).at(call.lineno, call.lineno + 1)
    found = frame.binding(node)
    if found is None or not found.is_option or found.annotation in ("*", "**"):
        return None
    is_part = found.origin == "object" or (found.origin == "key" and found.owner not in _variadic(function))
    is_kept = found.origin == "key" and found.owner.startswith("self.")  # of which nothing tells where it is from
    if is_kept or (is_part and not is_configured(found.owner)):
        return None
    if found.origin == "key" and (_stores(function, found) or frame.scope.bound(found.owner.partition(".")[0])):
        return None
    if found.origin == "key" and not is_part:
        return replace(found, owner=f"**{found.owner}")  # an `**options` is no configuration of that name
    return replace(found, owner=found.owner.removeprefix("self.")) if found.origin == "object" else found


def _variadic(function: Function) -> tuple[str, ...]:
    return (function.args.kwarg.arg,) if function.args.kwarg else ()


def _stores(function: Function, found: Binding) -> bool:
    """Whether the function puts something under the key itself."""
    return any(
        isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Store)
        and written(node.value) == found.owner
        and isinstance(node.slice, ast.Constant)
        and node.slice.value == found.key
        for node in ast.walk(function)
    )


def _argument(binding: Binding, call: ast.Call, *, shift: bool) -> ast.expr | None:
    if any(isinstance(item, ast.Starred) for item in call.args) or any(item.arg is None for item in call.keywords):
        return None
    named = next((item.value for item in call.keywords if item.arg == binding.key), None)
    if named is not None or binding.place is None:
        return named
    place = binding.place + shift
    return call.args[place] if place < len(call.args) else None


def _same(binding: Binding, options: list[Binding], *, are_all: bool) -> Binding | None:
    """One option for all, of several functions that are given it alike."""
    first = options[0] if options else None
    if first is None or any((item.origin, item.key) != (first.origin, first.key) for item in options):
        return None
    is_parameter = first.origin in ("parameter", "key") and first.given_to
    if not is_parameter and (not are_all or any(item.owner != first.owner for item in options)):
        return None
    defaults = {item.default for item in options}
    return replace(
        first,
        name=binding.name,
        facts=tuple(dict.fromkeys((*binding.facts, *(fact for item in options for fact in item.facts)))),
        given_to=tuple(dict.fromkeys(name for item in options for name in item.given_to)),
        is_given_elsewhere=bool(is_parameter) and not are_all,
        default=defaults.pop() if len(defaults) == 1 else None,
        annotation=first.annotation or binding.annotation,
        choices=first.choices or binding.choices,
        place=None,
    )
