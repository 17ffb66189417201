"""The expression after `raise` -> what is raised: the class as written and the texts it shows."""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from ingest.extract.pieces import MAX_TEXTS, Texts, bounded, messages, texts_of, union
from ingest.extract.python.arguments import arguments_of, lazily_filled
from ingest.extract.python.bindings import Binding
from ingest.extract.python.callees import called_classes, is_class_name
from ingest.extract.python.calls import dotted
from ingest.extract.python.flow import Flow, State, Values
from ingest.extract.python.forms import form_of
from ingest.extract.python.names import is_local
from ingest.extract.python.place import MAX_DEPTH, Place
from ingest.extract.python.scopes import Scope
from ingest.extract.shown import BUILTIN_EXCEPTIONS, TEXT_KEYWORDS, shown
from ingest.extract.sites import Argument, Form, Hole, Param, Reason, Ref

# Methods of an exception that give the exception back.
_SAME = frozenset({"with_traceback", "add_note"})


class Raised(NamedTuple):
    """What one expression may raise."""

    exc: str
    form: Form
    texts: Texts
    reason: Reason = ""


def read_exception(node: Node, place: Place) -> list[Raised]:
    """What `node` raises; several where it is one of several expressions. Never empty."""
    if place.budget.steps <= 0 or place.depth >= MAX_DEPTH:
        return [Raised("", "unresolved", place.hole(node), "dynamic")]
    place.budget.spend()
    place.depth += 1
    try:
        rule = _RULES.get(node.type, _unknown)
        return rule(node, place)
    finally:
        place.depth -= 1


def _unknown(node: Node, place: Place) -> list[Raised]:
    return [Raised("", "unresolved", place.hole(node), "dynamic")]


def _inside(node: Node, place: Place) -> list[Raised]:
    children = [child for child in node.named_children if child.type != "comment"]
    return read_exception(children[-1], place) if children else _unknown(node, place)


def _conditional(node: Node, place: Place) -> list[Raised]:
    branches = node.named_children
    if len(branches) != 3:
        return _unknown(node, place)
    return [*read_exception(branches[0], place), *read_exception(branches[2], place)]


def _either(node: Node, place: Place) -> list[Raised]:
    return [raised for child in node.named_children for raised in read_exception(child, place)]


def _string(node: Node, place: Place) -> list[Raised]:
    """Python 2's string exceptions."""
    return [Raised("", form_of(node, place), place.read(node))]


def _name(node: Node, place: Place) -> list[Raised]:
    """`raise ValueError`, `raise NotFound`, or a variable that holds an exception."""
    name = place.text(node)
    held = _held(name, node, place)
    if held is not None:
        return held
    return [_bare(name, place)]


def _bare(name: str, place: Place) -> Raised:
    """A class that is raised without arguments."""
    if name in BUILTIN_EXCEPTIONS and not _is_shadowed(name, place):
        return Raised(name, "no message", ())
    return Raised(name, "class default", ((Ref(name, "exception", name),),))


def _is_shadowed(name: str, place: Place) -> bool:
    file = place.file
    return name in file.imports or name in file.class_names or name in file.constants


def _held(name: str, node: Node, place: Place) -> list[Raised] | None:
    """What a local variable or parameter holds; None if `name` is neither."""
    scope: Scope | None = place.scope
    while scope is not None and scope.parent is not None:
        if scope.is_function:
            found = place.file.bindings(scope)
            if name in found.names and name not in found.outer:
                return _reaching(name, node, scope, place)
            if name in found.parameters:
                place.hands_on = True
                place.file.handing_on.add(scope.start)
                return [Raised("", "unresolved", ((Param(name, name),),))]
        scope = scope.parent
    return None


def _reaching(name: str, node: Node, scope: Scope, place: Place) -> list[Raised]:
    found = place.file.bindings(scope)
    body = scope.node.child_by_field_name("body")
    if body is None:
        return _unknown(node, place)
    state: State = (Raised("", "unresolved", ((Param(name, name),),)),) if name in found.parameters else ()
    if scope is place.scope:
        values = Values(lambda binding, _: _bound(name, binding, place), _join)
        state = Flow(found.names[name], node.start_byte, place, values).at_target(body, state)
    else:
        reading = place.moved(scope)
        for binding in found.names[name][-MAX_TEXTS:]:
            state = _join(state, _bound(name, binding, reading))
    known = [raised for raised in state if isinstance(raised, Raised)]
    told = [raised for raised in known if raised.exc]
    return told or known or _unknown(node, place)


def _join(left: State, right: State) -> State:
    return tuple(dict.fromkeys((*left, *right)))[:MAX_TEXTS]


def _bound(name: str, binding: Binding, place: Place) -> State:
    if binding.kind == "caught":
        return (Raised(name, "reraise", (), "caught exception"),)
    if binding.kind == "assign" and binding.value is not None and binding.value.type != "none":
        return tuple(read_exception(binding.value, place))
    if binding.kind == "assign":
        return ()
    return (Raised("", "unresolved", ((Hole(name),),), "dynamic"),)


def _attribute(node: Node, place: Place) -> list[Raised]:
    """`raise errors.NotFound`, or `raise self.error`."""
    target = dotted(node, place)
    if target.startswith("self.") and (held := _held(target, node, place)) is not None:
        return held
    last = target.rsplit(".", 1)[-1]
    first = target.split(".", 1)[0]
    if (
        target
        and (last[:1].isupper() or last.lstrip("_")[:1].isupper())
        and (first == "self" or not is_local(first, place))
    ):
        return [Raised(target, "class default", ((Ref(target, "exception", target),),))]
    return _unknown(node, place)


def _call(node: Node, place: Place) -> list[Raised]:
    function, args = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or args is None:
        return _unknown(node, place)
    if function.type == "attribute":
        owner, method = function.child_by_field_name("object"), function.child_by_field_name("attribute")
        if owner is not None and method is not None and _is_fluent(owner, place.text(method)):
            return read_exception(owner, place)
    if args.type != "argument_list":
        return _unknown(node, place)
    classes = called_classes(function, place)
    given = lazily_filled(args, arguments_of(args, place, as_texts=True), place)
    form = _form(args, given, place)
    found = [_built(name, given, form, place) for name in classes]
    return found or [_shown_unknown(given, form)]


def _is_fluent(owner: Node, method: str) -> bool:
    """`E("…").with_traceback(tb)`: whether the call gives the exception that its owner is."""
    return method in _SAME or owner.type == "call"


def _built(name: str, given: tuple[Argument, ...], form: Form, place: Place) -> Raised:
    if name in BUILTIN_EXCEPTIONS and not _is_shadowed(name, place):
        return Raised(name, form if given else "no message", texts_of(shown(name, given)))
    if not is_class_name(name):
        place.file.wanted.add(name.rsplit(".", 1)[-1])
        place.file.builders.add(name.rsplit(".", 1)[-1])
        form = "helper"
    elif not given:
        form = "class default"
    return Raised(name, form, ((bounded(Ref(name, "exception", name, args=given)),),))


def _shown_unknown(given: tuple[Argument, ...], form: Form) -> Raised:
    return Raised("", form, texts_of(shown("", given)))


def _form(args: Node, given: tuple[Argument, ...], place: Place) -> Form:
    """The Form of the argument that is the message: the first text, or the keyword that is named like one."""
    nodes = [child for child in args.named_children if child.type != "comment"]
    positional = [n for n in nodes if n.type not in ("keyword_argument", "dictionary_splat", "list_splat")]
    texts = [n for n in positional if form_of(n, place) not in ("unresolved", "helper", "table")]
    if texts or positional:
        return form_of((texts or positional)[0], place)
    if any(argument.name in TEXT_KEYWORDS for argument in given):
        return "keyword"
    return "unresolved" if given else "no message"


def _python2(node: Node, place: Place) -> list[Raised]:
    """`raise E, "text"` and `raise E, ("a", "b"), traceback`."""
    first, second = node.named_children[0], node.named_children[1]
    name = dotted(first, place)
    if second.type == "tuple":
        given = arguments_of(second, place, as_texts=True)
    else:
        given = (Argument("", messages(place.read(second))),)
    if second.type == "none" or not name:
        return read_exception(first, place)
    return [_built(name, given, form_of(second, place), place)]


def merged(found: list[Raised]) -> Raised:
    """The Raised of one statement: the first class, all texts, and a reason only if nothing is known."""
    known = [raised for raised in found if not raised.reason]
    chosen = known or found
    return Raised(
        chosen[0].exc, chosen[0].form, union(*(raised.texts for raised in chosen)), "" if known else chosen[0].reason
    )


_RULES = {
    "identifier": _name,
    "attribute": _attribute,
    "call": _call,
    "parenthesized_expression": _inside,
    "await": _inside,
    "named_expression": _inside,
    "conditional_expression": _conditional,
    "boolean_operator": _either,
    "expression_list": _python2,
    "string": _string,
    "concatenated_string": _string,
}
