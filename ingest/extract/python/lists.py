"""A local list of texts that is joined at the end -> the texts that joining it gives.

The list is followed as a text is: `lines = ["a"]`, `lines.append(b)` and `lines += [c]` are assignments to what the
separator makes of it.
"""

from __future__ import annotations

from tree_sitter import Node

from ingest.extract.pieces import Texts, product, union
from ingest.extract.python.bindings import Binding
from ingest.extract.python.flow import Flow, State, Values
from ingest.extract.python.place import Place

_DISPLAYS = frozenset({"list", "tuple"})


def join_items(nodes: list[Node], separator: str, place: Place, start: Texts = ((),)) -> Texts:
    """`start` and then each of `nodes`, with the separator between any two."""
    texts = start
    for node in nodes:
        if node.type == "comment":
            continue
        added = place.hole(node) if node.type == "list_splat" else place.read(node)
        texts = product(_separated(texts, separator), added, place.source(node))
    return texts


def _separated(texts: Texts, separator: str) -> Texts:
    return tuple((*text, separator) if text else text for text in texts)


def join_list(node: Node, separator: str, place: Place) -> Texts | None:
    """What joining the list in the local variable `node` gives; None if it is not built of written out items alone."""
    scope, name = place.scope, place.text(node)
    body = scope.node.child_by_field_name("body")
    if not scope.is_function or body is None:
        return None
    bound = [*place.file.bindings(scope).names.get(name, ())]
    if not bound or not all(_is_list(binding) for binding in bound):
        return None
    bound = sorted([*bound, *_appended(name, place)], key=lambda binding: binding.start)

    def bind(binding: Binding, state: State) -> State:
        start: Texts = state or ((),)  # type: ignore[assignment]
        value = binding.value
        if value is None:
            return state
        if binding.kind == "assign":
            return join_items(value.named_children, separator, place)
        items = value.named_children if binding.kind == "augment" else [value]
        return join_items(items, separator, place, start)

    flow = Flow(bound, node.start_byte, place, Values(bind, _join))
    texts: Texts = flow.at_target(body, ())  # type: ignore[assignment]
    said = tuple(text for text in texts if text)
    return said or None


def _is_list(binding: Binding) -> bool:
    if binding.kind == "augment" and binding.operator != "+=":
        return False
    return binding.kind in ("assign", "augment") and binding.value is not None and binding.value.type in _DISPLAYS


def _join(left: State, right: State) -> State:
    return union(left, right)  # type: ignore[arg-type]


def _appended(name: str, place: Place) -> list[Binding]:
    """The calls `name.append(item)` of the place's function, as bindings."""
    appended = place.file.bindings(place.scope).appended
    if name not in appended:
        called = f"{name}.append(".encode()
        calls = place.file.calls(place.scope)
        appended[name] = [
            Binding(call.start_byte, call.end_byte, "opaque", item)
            for call in calls
            if place.file.source.startswith(called, call.start_byte) and (item := _item(call, place)) is not None
        ]
    return appended[name]


def _item(call: Node, place: Place) -> Node | None:
    arguments = call.child_by_field_name("arguments")
    items = arguments.named_children if arguments else []
    return items[0] if len(items) == 1 and place.file.scopes.at(call.start_byte) is place.scope else None
