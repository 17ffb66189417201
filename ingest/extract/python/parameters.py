"""A function's parameters -> ParameterFacts."""

from tree_sitter import Node

from ingest.extract.facts import ParameterFacts
from ingest.extract.pieces import messages
from ingest.extract.python.place import Place

# Parameters kept of one function.
MAX_PARAMETERS = 40


def parameters_of(function: Node, place: Place, *, is_method: bool) -> tuple[ParameterFacts, ...]:
    """The parameters of `function` in order, without `self` or `cls` for a method."""
    listed = function.child_by_field_name("parameters")
    found: list[ParameterFacts] = []
    is_keyword_only = False
    for node in (listed.named_children if listed else [])[:MAX_PARAMETERS]:
        if node.type == "keyword_separator":
            is_keyword_only = True
            continue
        name = _name(node, place)
        if not name:
            continue
        value = node.child_by_field_name("value")
        is_variadic = _is_variadic(node)
        default = messages(place.value(value)) if value and value.type != "none" else ()
        found.append(ParameterFacts(name, default, is_variadic, is_keyword_only and not is_variadic))
        is_keyword_only = is_keyword_only or is_variadic
    if is_method and found and not found[0].is_variadic:
        found = found[1:]
    return tuple(found)


def _is_variadic(node: Node) -> bool:
    kinds = ("list_splat_pattern", "dictionary_splat_pattern")
    return node.type in kinds or (node.type == "typed_parameter" and any(c.type in kinds for c in node.named_children))


def _name(node: Node, place: Place) -> str:
    name: Node | None = node.child_by_field_name("name") or node
    while name is not None and name.type != "identifier":
        name = next(iter(name.named_children), None)
    return place.text(name) if name else ""
