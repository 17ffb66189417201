"""A function's parameters -> ParameterFacts."""

from tree_sitter import Node

from ingest.extract.facts import ParameterFacts, Receiver
from ingest.extract.pieces import Texts, messages
from ingest.extract.python.callees import is_class_name
from ingest.extract.python.calls import dotted
from ingest.extract.python.place import Place
from ingest.extract.python.scopes import Scope
from ingest.extract.sites import Ref

# Parameters kept of one function.
MAX_PARAMETERS = 40
# Characters of an assignment that may wrap a method.
MAX_WRAPPER = 100
_STATIC = frozenset({"staticmethod", "abstractstaticmethod"})
_CLASS = frozenset({"classmethod", "abstractclassmethod", "__new__", "__init_subclass__", "__class_getitem__"})


def receiver_of(function: Scope, place: Place) -> Receiver:
    """What Python itself hands to a function first, by where it is defined and how it is decorated."""
    around = function.parent
    if around is None or not around.is_class:
        return ""
    decorated = function.node.parent
    decorators = decorated.named_children[:-1] if decorated and decorated.type == "decorated_definition" else []
    names = {place.text(node).lstrip("@ ").rpartition(".")[2] for node in decorators}
    names |= {
        _wrapper(value, function.name, place) for value in place.file.class_constants(around).get(function.name, ())
    }
    if names & _STATIC:
        return ""
    return "class" if names & _CLASS or function.name in _CLASS else "instance"


def _wrapper(value: Node, name: str, place: Place) -> str:
    """`staticmethod` of the assignment `name = staticmethod(name)` in the class's body."""
    written = "".join(place.text(value)[:MAX_WRAPPER].split())
    return written.removesuffix(f"({name})") if written.endswith(f"({name})") else ""


def parameters_of(function: Node, place: Place, *, is_method: bool) -> tuple[ParameterFacts, ...]:
    """The parameters of `function` in order, without the first one (`self`, `cls`) for a method."""
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
        default = messages(_default(value, place)) if value else ()
        found.append(ParameterFacts(name, default, is_variadic, is_keyword_only and not is_variadic))
        is_keyword_only = is_keyword_only or is_variadic
    if is_method and found and not found[0].is_variadic:
        found = found[1:]
    return tuple(found)


def _default(node: Node, place: Place) -> Texts:
    """A default as it is put into a text; of a class, its name, so that linking knows which one it is."""
    if node.type in ("identifier", "attribute") and is_class_name(target := dotted(node, place)):
        return ((Ref(target, "value", place.source(node)),),)
    return place.value(node)


def _is_variadic(node: Node) -> bool:
    kinds = ("list_splat_pattern", "dictionary_splat_pattern")
    return node.type in kinds or (node.type == "typed_parameter" and any(c.type in kinds for c in node.named_children))


def _name(node: Node, place: Place) -> str:
    name: Node | None = node.child_by_field_name("name") or node
    while name is not None and name.type != "identifier":
        name = next(iter(name.named_children), None)
    return place.text(name) if name else ""
