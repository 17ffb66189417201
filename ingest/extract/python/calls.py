"""Calls that build a text: `.format`, `join`, `dedent`, gettext, string methods, `str`. One rule per name."""

import inspect
import re
import textwrap
from collections.abc import Iterator
from typing import Literal

from tree_sitter import Node

from ingest.extract.pieces import Texts, bounded, has_words, is_lone_hole, literal, messages, union
from ingest.extract.python.arguments import arguments_of
from ingest.extract.python.lists import join_items, join_list
from ingest.extract.python.methods import CallRule, dedented, on_text, owner_of, positional, substitute
from ingest.extract.python.operators import filled
from ingest.extract.python.picked import is_table_of, picked
from ingest.extract.python.place import Place
from ingest.extract.shown import has_exception_name, shown_repr
from ingest.extract.sites import Argument, Hole, Ref

_SHOWING = frozenset({"__str__", "__unicode__"})

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


def _keywords(args: Node, place: Place) -> Iterator[tuple[str, Node]]:
    for child in args.named_children:
        name, value = child.child_by_field_name("name"), child.child_by_field_name("value")
        if child.type == "keyword_argument" and name is not None and value is not None:
            yield place.text(name), value


def _translated(name: str, args: Node, place: Place) -> Texts:
    given = positional(args)
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
    owner = owner_of(node)
    if owner is None:
        return place.hole(node)
    return filled("format", place.read(owner), arguments_of(args, place), place.source(node))


def _format_map(node: Node, args: Node, place: Place) -> Texts:
    owner, given = owner_of(node), positional(args)
    if owner is None:
        return place.hole(node)
    pairs = arguments_of(given[0], place) if given and given[0].type == "dictionary" else ()
    return filled("format", place.read(owner), pairs, place.source(node))


def _join(node: Node, args: Node, place: Place) -> Texts:
    """`sep.join([a, b])` of a list that is written out, here or in a local; any other list is one Hole."""
    owner, given = owner_of(node), positional(args)
    separator = literal(place.read(owner)) if owner else None
    if separator is None or not given:
        return place.hole(node)
    if given[0].type in ("list", "tuple"):
        return join_items(given[0].named_children, separator, place)
    texts = join_list(given[0], separator, place) if given[0].type == "identifier" else None
    return texts or place.hole(node)


def _str(node: Node, args: Node, place: Place) -> Texts:
    given = positional(args)
    texts = place.read(given[0]) if given else ()
    return place.hole(node) if not texts or is_lone_hole(texts) else texts


def _repr(node: Node, args: Node, place: Place) -> Texts:
    given = positional(args)
    if len(given) != 1:
        return place.hole(node)
    texts = place.read(given[0]) if place.is_open else ()
    return tuple(map(shown_repr, texts)) or ((Hole(place.source(given[0]) + "!r"),),)


def _got(node: Node, args: Node, place: Place) -> Texts:
    """`TEXTS.get(key, "text")`: the texts of the table, or a Hole where there is none to be found, and that for other
    keys."""
    function, given = node.child_by_field_name("function"), positional(args)
    owner = owner_of(node)
    if function is None or owner is None:
        return place.hole(node)
    otherwise = place.read(given[1]) if len(given) == 2 else ()
    if given and (texts := picked(owner, given[0], place)):
        return union(texts, otherwise)
    target = dotted(owner, place)
    is_table = is_table_of(target, place)
    if not any(map(has_words, otherwise)):
        if is_table and len(given) == 1:
            key = literal(place.read(given[0])) if given[0].type == "string" else ""
            return ((Ref(target, "item", place.source(node), key=key or ""),),)
        return _returned(node, function, args, place)
    if not is_table and target not in place.file.imports:
        return union(otherwise, place.hole(node))
    held = tuple(Argument("", messages(texts)) for texts in (place.read(given[0]), otherwise))
    return ((bounded(Ref(target, "item", place.source(node), args=held)),),)


def _cast(node: Node, args: Node, place: Place) -> Texts:
    """`typing.cast(str, x)`: x; other functions of that name are only calls."""
    function, given = node.child_by_field_name("function"), positional(args)
    if function is not None and len(given) == 2 and is_cast(function, place):
        return place.read(given[1])
    return _returned(node, function, args, place) if function is not None else place.hole(node)


def is_cast(function: Node, place: Place) -> bool:
    """Whether a called name is that of `typing.cast`."""
    return _imported(function, place) in ("typing.cast", "typing_extensions.cast")


def _filled(node: Node, args: Node, place: Place) -> Texts:
    """`textwrap.fill(text)`: the text, broken anew; other functions of that name are only calls."""
    function = node.child_by_field_name("function")
    if function is not None and _imported(function, place) == "textwrap.fill":
        return _as_one_line(node, args, place)
    return _returned(node, function, args, place) if function is not None else place.hole(node)


def _imported(function: Node, place: Place) -> str:
    """The dotted name that a called name stands for by an import."""
    first, _, rest = dotted(function, place).partition(".")
    return f"{place.file.imports.get(first, '')}.{rest}".strip(".")


def _opaque(node: Node, args: Node, place: Place) -> Texts:  # noqa: ARG001
    return place.hole(node)


# Where lines are broken says nothing: messages are compared without.
_as_one_line = dedented(lambda text: " ".join(text.split()))

_METHODS: dict[str, CallRule] = {
    "format": _format,
    "format_map": _format_map,
    "get": _got,
    "pop": _got,
    "substitute": substitute,
    "safe_substitute": substitute,
    "join": _join,
    "dedent": dedented(textwrap.dedent),
    "cleandoc": dedented(inspect.cleandoc),
    "fill": _filled,
    "strip": on_text(str.strip, trims=True),
    "lstrip": on_text(str.lstrip, trims=True),
    "rstrip": on_text(str.rstrip, trims=True),
    "lower": on_text(str.lower),
    "upper": on_text(str.upper),
    "title": on_text(str.title),
    "capitalize": on_text(str.capitalize),
    "replace": on_text(str.replace),
    "encode": lambda node, args, place: place.read(owner_of(node) or node),  # noqa: ARG005
    "decode": lambda node, args, place: place.read(owner_of(node) or node),  # noqa: ARG005
}
# Functions that make a text of anything and leave one as it is, as Python and its common shims call them.
AS_TEXT = frozenset(
    {"str", "text_type", "unicode", "force_str", "force_text", "smart_str", "smart_text", "ensure_str", "ensure_text"}
)
_OPAQUE = frozenset({"len", "type", "int", "float", "list", "tuple", "dict", "set", "sorted", "getattr", "min", "max"})
_FUNCTIONS: dict[str, CallRule] = {
    "dedent": _METHODS["dedent"],
    "cleandoc": _METHODS["cleandoc"],
    "repr": _repr,
    "cast": _cast,
    "fill": _filled,
    **dict.fromkeys(AS_TEXT, _str),
    **dict.fromkeys(_OPAQUE, _opaque),
}

# Names of calls that build a text by themselves, without linking.
BUILDERS = GETTEXT.keys() | _METHODS.keys() | _FUNCTIONS.keys()

RULES = {"call": call}
