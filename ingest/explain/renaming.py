"""A parameter of a function that users do not call -> what the one call that leads to it takes from them. Pure."""

from __future__ import annotations

from dataclasses import replace

from ingest.explain.facts import Binding, Caller
from ingest.explain.index import Index
from ingest.explain.scope import scope_of
from ingest.explain.trees import Function
from ingest.explain.variables import is_configuration


def renamed(binding: Binding, callers: tuple[Caller, ...], index: Index) -> Binding | None:
    """The caller's own parameter, under its name there, or a part of a configuration; None unless all is known."""
    if len(callers) != 1 or not callers[0].is_direct:
        return None
    caller = callers[0]
    text = dict(caller.gives).get(binding.key, "")
    owner, _, key = text.rpartition(".")
    facts = (*binding.facts, caller.fact)
    if owner and is_configuration(owner):
        return Binding(binding.name, "object", owner, key, facts, annotation=binding.annotation)
    if not text or owner or not _is_own(text, caller, index):
        return None
    return replace(binding, key=text, given_to=(caller.qualname,), default=None, choices=None, facts=facts)


def _is_own(name: str, caller: Caller, index: Index) -> bool:
    """Whether the caller has it from its own caller, as it is."""
    source = index.source(caller.fact.path)
    found = source.function_at(caller.fact.line, caller.stands_in or caller.qualname) if source else None
    function: Function | None = found[0] if found else None
    return function is not None and name in scope_of(function).given()
