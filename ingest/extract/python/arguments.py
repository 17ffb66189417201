"""The arguments of a call, the items of a tuple and the pairs of a dict -> Arguments."""

from tree_sitter import Node

from ingest.extract.pieces import Texts, literal, messages
from ingest.extract.python.place import Place
from ingest.extract.sites import Argument, Hole

# Arguments kept of one call.
MAX_ARGUMENTS = 30
_NO_TEXT = frozenset(
    "integer float true false none list tuple dictionary set list_comprehension lambda unary_operator".split()  # noqa: SIM905
)


def arguments_of(node: Node, place: Place, *, as_texts: bool = False) -> tuple[Argument, ...]:
    """The Arguments that an argument list, tuple or dict gives; `as_texts` where each may be a whole message."""
    read = place.read if as_texts else place.value
    found: list[Argument] = []
    for child in node.named_children[: MAX_ARGUMENTS + 1]:
        match child.type:
            case "comment":
                continue
            case "keyword_argument":
                name, value = child.child_by_field_name("name"), child.child_by_field_name("value")
                if name and value:
                    found.append(_argument(place.text(name), value, read(value)))
            case "pair":
                found += _pair(child, place)
            case "list_splat" | "dictionary_splat":
                inner = child.named_children[0] if child.named_children else child
                found.append(Argument("*" if child.type == "list_splat" else "**", messages(place.read(inner))))
            case _:
                found.append(_argument("", child, read(child)))
    return tuple(found)


def _argument(name: str, node: Node, texts: Texts) -> Argument:
    return Argument(name, messages(texts), node.type not in _NO_TEXT)


def _pair(node: Node, place: Place) -> list[Argument]:
    key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
    name = literal(place.read(key)) if key and key.type == "string" else None
    return [_argument(name, value, place.value(value))] if name and value else []


def single_argument(node: Node, place: Place) -> tuple[Argument, ...]:
    """What one value, not written as a tuple, gives a `%`: itself, or if it is a tuple its items."""
    return (_argument("", node, place.value(node)),)


def named(args: tuple[Argument, ...], name: str) -> Argument | None:
    """The keyword argument `name`."""
    return next((arg for arg in args if arg.name == name), None)


def as_hole(source: str) -> Texts:
    """One Hole."""
    return ((Hole(source),),)
