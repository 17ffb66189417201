"""How a message is written -> its Form."""

from tree_sitter import Node

from ingest.extract.python.calls import GETTEXT, called_name
from ingest.extract.python.names import is_local
from ingest.extract.python.place import Place
from ingest.extract.sites import Form

_CALLS: dict[str, Form] = {
    "format": "format",
    "format_map": "format",
    "substitute": "format",
    "safe_substitute": "format",
    "join": "join",
    "dedent": "dedent",
    "cleandoc": "dedent",
}
_OPERATORS: dict[str, Form] = {"+": "concat", "%": "percent", "*": "concat"}


def form_of(node: Node, place: Place) -> Form:
    """The Form of a message's expression, by its outermost part."""
    while node.type in ("parenthesized_expression", "await", "named_expression") and node.named_children:
        node = node.named_children[-1]
    match node.type:
        case "string" | "concatenated_string":
            return "f-string" if _has_holes(node) else "constant"
        case "binary_operator":
            operator = node.child_by_field_name("operator")
            return _OPERATORS.get(operator.type if operator else "", "unresolved")
        case "conditional_expression" | "boolean_operator":
            return "conditional"
        case "subscript":
            return "table"
        case "call":
            return _call_form(node, place)
        case "identifier":
            return "local" if is_local(place.text(node), place) else "module constant"
        case "attribute":
            owner = node.child_by_field_name("object")
            return "class default" if owner and place.text(owner) in ("self", "cls") else "module constant"
    return "unresolved"


def _has_holes(node: Node) -> bool:
    strings = [node] if node.type == "string" else node.named_children
    return any(child.type == "interpolation" for string in strings for child in string.named_children)


def _call_form(node: Node, place: Place) -> Form:
    function = node.child_by_field_name("function")
    name = called_name(function, place) if function else ""
    if name in GETTEXT:
        return "gettext"
    if name in _CALLS:
        return _CALLS[name]
    owner = function.child_by_field_name("object") if function and function.type == "attribute" else None
    if owner is not None and owner.type in ("string", "concatenated_string"):
        return form_of(owner, place)
    return "helper"
