"""An expression -> what it takes out of a configuration: an attribute, or a part by a fixed key. Pure."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from ingest.explain import keys
from ingest.explain.facts import Binding
from ingest.explain.fields import literal
from ingest.explain.variables import is_configured

if TYPE_CHECKING:
    from ingest.explain.bindings import Frame


def taken(value: ast.expr, frame: Frame, steps: int = 1) -> Binding | None:
    """`config.x`, `config["x"]`, `self.config.y["x"]`, `config.get("x", 1)` and `getattr(config, "x", 1)`."""
    match value:
        case ast.Attribute():
            found = frame.binding(value, steps)
            is_kept = found is not None and (found.origin in ("field", "setting") or _is_part(found))
            return found if is_kept else None
        case ast.Call(
            func=ast.Name(id="getattr"),
            args=[ast.Name() | ast.Attribute() as owner, ast.Constant(value=str() as key), *rest],
        ):
            asked = ast.copy_location(ast.Attribute(owner, key, ast.Load()), value)
            known = taken(asked, frame, steps)
            default = literal(rest[0], frame.source, frame.index) if rest else None
            return replace(known, default=known.default or default) if known else None
        case ast.Call() | ast.Subscript():
            found = keys.taken(value, "", value, frame.source, frame.index)
            is_known = found is not None and found.origin == "key" and _is_given(found.owner, frame)
            return replace(found, owner=found.owner.removeprefix("self.")) if found and is_known else None
    return None


def _is_part(binding: Binding) -> bool:
    return binding.origin == "object" and is_configured(binding.owner)


def _is_given(owner: str, frame: Frame) -> bool:
    """Whether a dict is a configuration, or a part of one, that the function has not made itself."""
    root = owner.partition(".")[0]
    is_own = root == "self" or frame.scope.parameter(root) is not None
    return is_configured(owner) and is_own and not frame.scope.bound(root)
