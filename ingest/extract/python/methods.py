"""String methods, `dedent`, `Template.substitute` -> what they make of a text; `calls` says which name means which."""

import re
from collections.abc import Callable

from tree_sitter import Node

from ingest.extract.pieces import Pieces, Texts, joined, literal, product, texts_of, union
from ingest.extract.python.arguments import arguments_of
from ingest.extract.python.place import Place
from ingest.extract.sites import Argument, Format, Hole, Param, Piece, Ref

CallRule = Callable[[Node, Node, Place], Texts]  # (the call, its argument list, where)

_TEMPLATE_FIELD = re.compile(r"\$(?:(\$)|([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})")
# Characters of what a string method puts in or takes out.
MAX_CHANGE = 80
# Marks Holes while a text is dedented as one string.
_MARK = "\ue000"


def positional(args: Node) -> list[Node]:
    """The positional arguments of an argument list, unpacked ones left out."""
    skipped = ("comment", "keyword_argument", "list_splat", "dictionary_splat")
    return [child for child in args.named_children if child.type not in skipped]


def owner_of(node: Node) -> Node | None:
    """What a method is called of."""
    function = node.child_by_field_name("function")
    return function.child_by_field_name("object") if function else None


def substitute(node: Node, args: Node, place: Place) -> Texts:
    """`Template("… $name").substitute(name=…)`."""
    owner = owner_of(node)
    inner = owner.child_by_field_name("arguments") if owner and owner.type == "call" else None
    given = positional(inner) if inner else []
    if not given:
        return place.hole(node)
    values = {arg.name: arg for arg in arguments_of(args, place)}
    for child in positional(args):
        if child.type == "dictionary":
            values |= {arg.name: arg for arg in arguments_of(child, place)}
    return union(*(_substituted(text, values) for text in place.read(given[0])))


def _substituted(text: Pieces, values: dict[str, Argument]) -> Texts:
    texts: Texts = ((),)
    for piece in text:
        if not isinstance(piece, str):
            texts = product(texts, ((piece,),), "")
            continue
        start = 0
        for match in _TEMPLATE_FIELD.finditer(piece):
            name = match[2] or match[3]
            value: Texts = (("$",),) if match[1] else ((Hole(name),),)
            if name in values:
                value = texts_of(values[name].messages)
            texts = product(product(texts, ((piece[start : match.start()],),), ""), value, name or "$")
            start = match.end()
        texts = product(texts, ((piece[start:],),), "")
    return texts


def dedented(clean: Callable[[str], str]) -> CallRule:
    """A rule for a function that cleans a text's white space."""

    def rule(node: Node, args: Node, place: Place) -> Texts:
        given = positional(args)
        return tuple(_cleaned(text, clean) for text in place.read(given[0])) if given else place.hole(node)

    return rule


def _cleaned(text: Pieces, clean: Callable[[str], str]) -> Pieces:
    """`text` cleaned as one string, with its Holes as marks of one character."""
    if any(isinstance(piece, Ref | Format) for piece in text):
        return text
    holes = [piece for piece in text if not isinstance(piece, str)]
    whole = clean("".join(piece if isinstance(piece, str) else _MARK for piece in text))
    parts = whole.split(_MARK)
    if len(parts) != len(holes) + 1:
        return text
    result: list[Piece] = [parts[0]]
    for hole, part in zip(holes, parts[1:], strict=True):
        result += (hole, part)
    return joined(result)


def on_text(change: Callable[..., str], *, trims: bool = False) -> CallRule:
    """A string method: applied to a text whose arguments are literals too. `trims`: it takes off what stands at the
    ends, so that a parameter without its blanks is still the text that a caller hands over."""

    def rule(node: Node, args: Node, place: Place) -> Texts:
        owner = owner_of(node)
        if owner is None:
            return place.hole(node)
        values = [literal(place.read(child)) for child in args.named_children if child.type != "comment"]
        texts = place.read(owner)
        if trims and texts and not any((value or "x").strip() for value in values) and all(map(_is_parameter, texts)):
            return texts
        if any(value is None for value in values) or not any(map(_has_text, texts)):
            return place.hole(node)
        if max(map(len, values), default=0) > MAX_CHANGE:  # type: ignore[arg-type]
            return place.hole(node)
        try:
            return tuple(_cleaned(text, lambda whole: change(whole, *values)) for text in texts)
        except TypeError:  # the code calls it with arguments that the method does not take
            return place.hole(node)

    return rule


def _is_parameter(text: Pieces) -> bool:
    return len(text) == 1 and isinstance(text[0], Param)


def _has_text(text: Pieces) -> bool:
    return any(isinstance(piece, str) for piece in text)
