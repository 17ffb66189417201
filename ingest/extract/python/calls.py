"""Calls that build a text: `.format`, `join`, `dedent`, gettext, string methods, `str`. One rule per name."""

import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from typing import Literal

from tree_sitter import Node

from ingest.extract.pieces import Pieces, Texts, bounded, is_lone_hole, joined, literal, product, texts_of, union
from ingest.extract.python.arguments import arguments_of
from ingest.extract.python.lists import join_items, join_list
from ingest.extract.python.operators import filled
from ingest.extract.python.place import Place
from ingest.extract.shown import has_exception_name, shown_repr
from ingest.extract.sites import Argument, Format, Hole, Piece, Ref

CallRule = Callable[[Node, Node, Place], Texts]  # (the call, its argument list, where)

_TEMPLATE_FIELD = re.compile(r"\$(?:(\$)|([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})")
# Characters of what a string method puts in or takes out.
MAX_CHANGE = 80
_SHOWING = frozenset({"__str__", "__unicode__"})
# Marks Holes while a text is dedented as one string.
_MARK = "\ue000"

# Gettext functions, by the last part of their name -> which arguments are wordings.
_WORDINGS: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("gettext", "ugettext", "lgettext", "gettext_noop", "_", "__", "N_", "lazy_gettext"), (0,)),
    **dict.fromkeys(("ngettext", "ungettext", "lngettext", "lazy_ngettext"), (0, 1)),
    **dict.fromkeys(("pgettext", "dgettext", "ldgettext", "lazy_pgettext"), (1,)),
    **dict.fromkeys(("npgettext", "dngettext"), (1, 2)),
}
# What they call these arguments, in the standard library and beyond.
_WORDING_NAMES = frozenset({"message", "msgid", "msgid1", "msgid2", "singular", "plural"})
GETTEXT = _WORDINGS | {f"{name}_lazy": wordings for name, wordings in _WORDINGS.items()}


def call(node: Node, place: Place) -> Texts:
    """A call's text: by the rule for its name, else what linking finds that it returns, else a Hole."""
    function, args = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or args is None:
        return place.hole(node)
    owner = function.child_by_field_name("object") if function.type == "attribute" else None
    name = called_name(function, place)
    rule = _METHODS.get(name) if owner is not None else None
    rule = rule or (_FUNCTIONS.get(name) if args.type == "argument_list" else None)
    if rule is not None:
        return rule(node, args, place)
    if name in GETTEXT:
        return _translated(name, args, place) or place.hole(node)
    if owner is not None and (inherited := inherited_text(owner, name, place)):
        return ((Ref(inherited, "call", place.source(node)),),)
    return _returned(node, function, args, place)


def inherited_text(owner: Node, name: str, place: Place) -> str:
    """The target of `super().__str__()`, also as `super(C, self).__str__()` and `Base.__str__(self)`; "" else.

    Any other method of `super()` is one too.
    """
    is_super = owner.type == "call" and place.text(owner).startswith("super(")
    if name in _SHOWING and (is_super or owner.type == "identifier"):
        return "super().__str__"
    return f"super().{name}" if is_super else ""


def called_name(function: Node, place: Place) -> str:
    """The last part of a called name: `gettext` of `translation.gettext`."""
    if function.type == "attribute":
        attribute = function.child_by_field_name("attribute")
        return place.text(attribute) if attribute else ""
    return place.text(function) if function.type == "identifier" else ""


def _positional(args: Node) -> list[Node]:
    skipped = ("comment", "keyword_argument", "list_splat", "dictionary_splat")
    return [child for child in args.named_children if child.type not in skipped]


def _keywords(args: Node, place: Place) -> Iterator[tuple[str, Node]]:
    for child in args.named_children:
        name, value = child.child_by_field_name("name"), child.child_by_field_name("value")
        if child.type == "keyword_argument" and name is not None and value is not None:
            yield place.text(name), value


def _owner(node: Node) -> Node | None:
    function = node.child_by_field_name("function")
    return function.child_by_field_name("object") if function else None


def _translated(name: str, args: Node, place: Place) -> Texts:
    given = _positional(args)
    wordings = [given[index] for index in GETTEXT[name] if index < len(given)]
    wordings += [value for keyword, value in _keywords(args, place) if keyword in _WORDING_NAMES]
    return union(*(place.read(wording) for wording in wordings))


def _returned(node: Node, function: Node, args: Node, place: Place) -> Texts:
    """What another function returns: linking's to find, where its name can be followed."""
    target = dotted(function, place)
    if not target:
        return place.hole(node)
    place.file.wanted.add(target.rsplit(".", 1)[-1])
    how: Literal["exception", "call"] = "exception" if has_exception_name(target.rsplit(".", 1)[-1]) else "call"
    return ((bounded(Ref(target, how, place.source(node), args=arguments_of(args, place, as_texts=True))),),)


def dotted(node: Node, place: Place) -> str:
    """`a.b.c` as written, "" where it is more than names."""
    current: Node | None = node
    while current is not None and current.type == "attribute":
        current = current.child_by_field_name("object")
    if current is None or current.type != "identifier":
        return ""
    text = place.text(node)
    return text if text.isascii() and not re.search(r"\s", text) else "".join(text.split())


def _format(node: Node, args: Node, place: Place) -> Texts:
    owner = _owner(node)
    if owner is None:
        return place.hole(node)
    return filled("format", place.read(owner), arguments_of(args, place), place.source(node))


def _format_map(node: Node, args: Node, place: Place) -> Texts:
    owner, given = _owner(node), _positional(args)
    if owner is None:
        return place.hole(node)
    pairs = arguments_of(given[0], place) if given and given[0].type == "dictionary" else ()
    return filled("format", place.read(owner), pairs, place.source(node))


def _substitute(node: Node, args: Node, place: Place) -> Texts:
    """`Template("… $name").substitute(name=…)`."""
    owner = _owner(node)
    inner = owner.child_by_field_name("arguments") if owner and owner.type == "call" else None
    given = _positional(inner) if inner else []
    if not given:
        return place.hole(node)
    values = {arg.name: arg for arg in arguments_of(args, place)}
    for child in _positional(args):
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


def _join(node: Node, args: Node, place: Place) -> Texts:
    """`sep.join([a, b])` of a list that is written out, here or in a local; any other list is one Hole."""
    owner, given = _owner(node), _positional(args)
    separator = literal(place.read(owner)) if owner else None
    if separator is None or not given:
        return place.hole(node)
    if given[0].type in ("list", "tuple"):
        return join_items(given[0].named_children, separator, place)
    texts = join_list(given[0], separator, place) if given[0].type == "identifier" else None
    return texts or place.hole(node)


def _dedented(clean: Callable[[str], str]) -> CallRule:
    def rule(node: Node, args: Node, place: Place) -> Texts:
        given = _positional(args)
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


def _on_text(change: Callable[..., str]) -> CallRule:
    """A string method: applied to a text whose arguments are literals too."""

    def rule(node: Node, args: Node, place: Place) -> Texts:
        owner = _owner(node)
        if owner is None:
            return place.hole(node)
        values = [literal(place.read(child)) for child in args.named_children if child.type != "comment"]
        texts = place.read(owner)
        if any(value is None for value in values) or not any(map(_has_text, texts)):
            return place.hole(node)
        if max(map(len, values), default=0) > MAX_CHANGE:  # type: ignore[arg-type]
            return place.hole(node)
        try:
            return tuple(_cleaned(text, lambda whole: change(whole, *values)) for text in texts)
        except TypeError:  # the code calls it with arguments that the method does not take
            return place.hole(node)

    return rule


def _has_text(text: Pieces) -> bool:
    return any(isinstance(piece, str) for piece in text)


def _str(node: Node, args: Node, place: Place) -> Texts:
    given = _positional(args)
    texts = place.read(given[0]) if given else ()
    return place.hole(node) if not texts or is_lone_hole(texts) else texts


def _repr(node: Node, args: Node, place: Place) -> Texts:
    given = _positional(args)
    if len(given) != 1:
        return place.hole(node)
    texts = place.read(given[0]) if place.is_open else ()
    return tuple(map(shown_repr, texts)) or ((Hole(place.source(given[0]) + "!r"),),)


def _cast(node: Node, args: Node, place: Place) -> Texts:
    """`typing.cast(str, x)`: x; other functions of that name are only calls."""
    function, given = node.child_by_field_name("function"), _positional(args)
    if function is not None and len(given) == 2 and is_cast(function, place):
        return place.read(given[1])
    return _returned(node, function, args, place) if function is not None else place.hole(node)


def is_cast(function: Node, place: Place) -> bool:
    """Whether a called name is that of `typing.cast`."""
    first, _, rest = dotted(function, place).partition(".")
    meant = place.file.imports.get(first, "")
    return f"{meant}.{rest}".strip(".") in ("typing.cast", "typing_extensions.cast")


def _opaque(node: Node, args: Node, place: Place) -> Texts:  # noqa: ARG001
    return place.hole(node)


_METHODS: dict[str, CallRule] = {
    "format": _format,
    "format_map": _format_map,
    "substitute": _substitute,
    "safe_substitute": _substitute,
    "join": _join,
    "dedent": _dedented(textwrap.dedent),
    "cleandoc": _dedented(inspect.cleandoc),
    "strip": _on_text(str.strip),
    "lstrip": _on_text(str.lstrip),
    "rstrip": _on_text(str.rstrip),
    "lower": _on_text(str.lower),
    "upper": _on_text(str.upper),
    "title": _on_text(str.title),
    "capitalize": _on_text(str.capitalize),
    "replace": _on_text(str.replace),
    "encode": lambda node, args, place: place.read(_owner(node) or node),  # noqa: ARG005
    "decode": lambda node, args, place: place.read(_owner(node) or node),  # noqa: ARG005
}
_OPAQUE = frozenset({"len", "type", "int", "float", "list", "tuple", "dict", "set", "sorted", "getattr", "min", "max"})
_FUNCTIONS: dict[str, CallRule] = {
    "dedent": _METHODS["dedent"],
    "cleandoc": _METHODS["cleandoc"],
    "str": _str,
    "text_type": _str,
    "unicode": _str,
    "repr": _repr,
    "cast": _cast,
    **dict.fromkeys(_OPAQUE, _opaque),
}

# Names of calls that build a text by themselves, without linking.
BUILDERS = GETTEXT.keys() | _METHODS.keys() | _FUNCTIONS.keys()

RULES = {"call": call}
