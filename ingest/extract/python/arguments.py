"""The arguments of a call, the items of a tuple and the pairs of a dict -> Arguments."""

from tree_sitter import Node

from ingest.extract.formats import fill
from ingest.extract.pieces import Pieces, Texts, bounded, is_open, literal, messages, union
from ingest.extract.python.place import Place
from ingest.extract.sites import Argument, Format

# Arguments kept of one call.
MAX_ARGUMENTS = 30
_NO_TEXT = frozenset(
    "integer float true false none list tuple dictionary set list_comprehension lambda unary_operator".split()  # noqa: SIM905
)


def arguments_of(node: Node, place: Place, *, as_texts: bool = False) -> tuple[Argument, ...]:
    """The Arguments that an argument list, tuple or dict gives; `as_texts` where each may be a whole message."""

    def read(value: Node) -> Texts:
        return place.read(value) if as_texts and value.type != "none" else place.value(value)

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


def lazily_filled(node: Node, args: tuple[Argument, ...], place: Place) -> tuple[Argument, ...]:
    """Arguments of which the first is a text with `%(name)s` that the exception itself fills, from a dict beside it."""
    pairs: tuple[Argument, ...] = ()
    is_handed = False
    for child in node.named_children:
        value = child.child_by_field_name("value") if child.type == "keyword_argument" else None
        if value is not None and value.type == "dictionary":
            pairs = (*pairs, *arguments_of(value, place))
            is_handed = is_handed or place.text(child).startswith("params")
    if not args or not any(_has_field(message.pieces, is_handed) for message in args[0].messages):
        return args
    source = place.source(node)
    texts = union(*(_filled(message.pieces, pairs, is_handed, source) for message in args[0].messages))
    return (Argument(args[0].name, messages(texts), args[0].is_text), *args[1:])


def _has_field(text: Pieces, is_handed: bool) -> bool:
    return any(isinstance(piece, str) and "%(" in piece for piece in text) or (is_handed and is_open(text))


def _filled(text: Pieces, pairs: tuple[Argument, ...], is_handed: bool, source: str) -> Texts:
    if is_open(text):
        return ((bounded(Format("percent", text, pairs, source)),),) if is_handed else (text,)
    return fill("percent", text, pairs) if _has_field(text, is_handed) else (text,)


def single_argument(node: Node, place: Place) -> tuple[Argument, ...]:
    """What one value, not written as a tuple, gives a `%`: itself, or if it is a tuple its items."""
    return (_argument("", node, place.value(node)),)
