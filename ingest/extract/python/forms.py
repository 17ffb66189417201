"""How a message is written -> its Form."""

from tree_sitter import Node

from ingest.extract.python.calls import GETTEXT, called_name, dotted
from ingest.extract.python.names import is_followed, is_local
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
    "fill": "dedent",
}
_OPERATORS: dict[str, Form] = {"+": "concat", "%": "percent", "*": "concat"}


def form_of(node: Node, place: Place) -> Form:
    """The Form of a message's expression, by its outermost part."""
    node = _wrapped(node, place)
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
            return _name_form(place.text(node), place)
        case "attribute":
            owner = node.child_by_field_name("object")
            if owner is not None and place.text(owner) in ("self", "cls"):
                return "class default"
            return "module constant" if is_followed(dotted(node, place), place) else "unresolved"
    return "unresolved"


def _wrapped(node: Node, place: Place) -> Node:
    """What is inside parentheses, `await`, `name := …`, `str(…)`."""
    while True:
        inner = node
        if node.type in ("parenthesized_expression", "await", "named_expression") and node.named_children:
            inner = node.named_children[-1]
        elif node.type == "call":
            function, args = node.child_by_field_name("function"), node.child_by_field_name("arguments")
            if function and args and place.text(function) in ("str", "repr") and len(args.named_children) == 1:
                inner = args.named_children[0]
        if inner is node:
            return node
        node = inner


def _has_holes(node: Node) -> bool:
    strings = [node] if node.type == "string" else node.named_children
    return any(child.type == "interpolation" for string in strings for child in string.named_children)


def _name_form(name: str, place: Place) -> Form:
    """A local variable, unless all that is known of it is that it was caught, or handed over."""
    if not is_local(name, place):
        return "module constant"
    bindings = place.file.bindings(place.scope)
    bound = bindings.names.get(name, ())
    is_given = name in bindings.parameters and not bound
    return "unresolved" if is_given or (bound and all(b.kind == "caught" for b in bound)) else "local"


def _call_form(node: Node, place: Place) -> Form:
    function = node.child_by_field_name("function")
    name = called_name(function, place) if function else ""
    if name in GETTEXT:
        return "gettext"
    if name in _CALLS:
        return _CALLS[name]
    owner = function.child_by_field_name("object") if function and function.type == "attribute" else None
    if owner is not None and owner.type in ("string", "concatenated_string"):
        return "f-string" if _has_holes(owner) else "constant"
    return "helper"
