"""How an option is called in prose, and what is said of where it comes from."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from typing import Final

from ingest.explain.conditions import Kind, listed
from ingest.explain.facts import Binding
from ingest.explain.static.sentences import Case
from ingest.explain.trees import expression, written
from ingest.explain.variables import is_configured
from kb.display.explanation import code_span

_YES_OR_NO: Final = re.compile(r"(?:is|use|do|has)_(?=[a-z])")
_HOLE: Final = re.compile(r"\{[^{}]*\}")
_MOST_CHOICES = 8
_MOST_TAKERS = 3
_HELP_LENGTH = 200
_CALLED_BY_PYTHON: Final = frozenset(
    {
        "__getattr__", "__getattribute__", "__setattr__", "__delattr__", "__get__", "__set__", "__delete__",
        "__set_name__", "__setstate__", "__reduce_ex__", "__exit__", "__aexit__", "__instancecheck__",
        "__subclasscheck__", "__init_subclass__", "__prepare__", "__new__", "__format__", "__array_ufunc__",
        "__array_function__",
    }
)  # fmt: skip
_COLLECTION: Final = re.compile(
    r"(?:str|bytes|(?:(?:typing|t|collections\.abc|abc)\.)?"
    r"(?:dict|list|tuple|set|frozenset|Dict|List|Tuple|Set|FrozenSet|Sequence|Mapping)(?:\[[^|]*\])?)"
)
_NOTHING: Final = re.compile(
    r"_*(?:no_?(?:default|value|arg|argument)|not_?(?:provided|given|set|passed|specified|supplied)|missing|unset|"
    r"undefined|unspecified|unspec|omit|omitted|sentinel|_?default_?sentinel)_*",
    re.IGNORECASE,
)
_ELSEWHERE: Final = "another call that leads here"
_CONSTRUCTOR: Final = ".__init__`"
STARS: Final = ("*", "**")
EMPTY: Final = ("None", "False", "''", "()", "[]", "{}")


def as_called(function: str) -> str:
    """A function, as prose, as who calls it writes it: of a constructor the class."""
    return f"{function.removesuffix(_CONSTRUCTOR)}(…)`" if function.endswith(_CONSTRUCTOR) else function


def called(binding: Binding, function: str) -> str:
    """The option with the place where a user meets it; `function` is the statement's, as prose."""
    function = as_called(function)
    stars = binding.annotation if binding.annotation in STARS else ""
    name = code_span(stars + binding.key)
    match binding.origin:
        case "parameter" | "key" if binding.given_to:
            if binding.is_given_elsewhere:
                first = [as_called(code_span(item)) for item in binding.given_to[:_MOST_TAKERS]]
                return f"{name} of {listed([*first, _ELSEWHERE], 'or')}"
            return f"{name} of {_takers(binding)}"
        case "setting":
            return f"the setting {name}"
        case "parameter":
            return f"{name} of {function}"
        case "key":
            return f"{name} in {code_span(binding.owner)}"
        case "environment":
            return f"the environment variable {name}"
        case "attribute":
            return f"{name} of {code_span(binding.owner + '(…)')}"
        case "field":
            return f"{code_span(binding.owner + '.' + binding.key)}"
        case "object":
            return code_span(f"{binding.owner}.{binding.key}")
    return code_span(binding.name)


def called_together(bindings: Iterable[Binding], function: str, word: str = "and") -> str:
    """Several options as prose, those of one place named with it once."""
    places: dict[str, list[str]] = {}
    for binding in bindings:
        name, of, place = called(binding, function).partition("` of ")
        places.setdefault(f"{of}{place}", []).append(name)
    parts = [
        listed([f"{name}`" if place else name for name in dict.fromkeys(names)], word) + place[1:]
        for place, names in places.items()
    ]
    return listed(parts, word) if parts else ""


def origin(binding: Binding, function: str) -> str:
    """A sentence on where the value comes from, its default and what it may be; "" if that says nothing."""
    name = code_span(told_of(binding))
    if binding.origin in _TELLING:
        return _TELLING[binding.origin](binding, name)
    if binding.default is None and not binding.choices:
        return ""
    known = f"{_default(binding, ', {} by default')}{_choices(binding)}."
    if binding.origin in ("parameter", "attribute"):
        return f"{name} is {given_as(binding, function)}{known}"
    if binding.origin == "declared":
        at_first = _default(binding, ", {} at first")
        return f"{name} is declared in {code_span(binding.owner)}{at_first}{_choices(binding)}."
    return _constant(binding, name) if binding.origin == "constant" else ""


def told_of(binding: Binding) -> str:
    """What `origin` tells of: of a part of what a call gives, the whole."""
    is_part = binding.origin == "call" and bool(binding.key)
    return binding.name.removesuffix(f".{binding.key}") if is_part else binding.name


def given_as(binding: Binding, function: str) -> str:
    """What a parameter is to who calls the function, or an attribute to who makes the object."""
    if binding.origin == "attribute":
        return f"what {code_span(binding.owner + '(…)')} is given as {code_span(binding.key)}"
    function = _takers(binding) or as_called(function)
    is_same = binding.name == binding.key
    return f"a parameter of {function}" if is_same else f"what {function} is given as {code_span(binding.key)}"


def _takers(binding: Binding) -> str:
    """The functions that users give it to, the first of many."""
    names = [as_called(code_span(item)) for item in binding.given_to]
    if len(names) > _MOST_TAKERS:
        names = [*names[:_MOST_TAKERS], f"{len(names) - _MOST_TAKERS} more"]
    return listed(names, "or") if names else ""


def _constant(binding: Binding, name: str) -> str:
    where = f" in {code_span(binding.owner)}" if binding.owner else ""
    if not binding.choices:
        unless = f"{where} unless it is set otherwise" if where else ""
        return f"{name} is {code_span(binding.default or '')}{unless}."
    values = listed([code_span(value) for value in binding.choices.values], "and")
    at_first = " at first" if binding.choices.is_open and not where else ""
    return f"{name} {'has the keys' if binding.choices.are_keys else 'holds'} {values}{where}{at_first}."


def _key(binding: Binding, name: str) -> str:
    if "(" in binding.name:
        return ""
    under = "" if binding.name == binding.key else f" under {code_span(binding.key)}"
    return (
        f"{name} is taken from {code_span(binding.owner)}{under}{_default(binding, '; it is {} if it is not given')}."
    )


def _environment(binding: Binding, name: str) -> str:
    return f"{name} is the environment variable {code_span(binding.key)}{_default(binding, ', {} if it is not set')}."


def _field(binding: Binding, name: str) -> str:
    is_same = binding.name.rpartition(".")[2] == binding.key
    field = "a field" if is_same else f"the field {code_span(binding.key)}"
    known = f"{_default(binding, ', {} by default')}{_choices(binding)}.{_help(binding)}"
    return f"{name} is {field} of {code_span(binding.owner)}{known}"


def _call(binding: Binding, name: str) -> str:
    given = code_span(binding.expr or binding.owner + "(…)")
    if binding.expr and not isinstance(expression(binding.expr), ast.Call | ast.Await):
        return f"{name} is {given}."
    return f"{name} is what {given} gives."


def _computed(binding: Binding, name: str) -> str:
    return f"{name} is {code_span(binding.expr)}." if binding.expr else ""


def _state(binding: Binding, name: str) -> str:
    methods = list(dict.fromkeys(setter.method for setter in binding.setters))
    if methods == ["__init__"]:
        value = binding.setters[0].value
        if len(binding.setters) > 1 or not expression(value):
            return ""
        return f"{code_span(f'{binding.owner}(…)')} sets {name} to {code_span(value)} at first."
    names = listed([code_span(f"{binding.owner}.{method}") for method in methods], "and")
    return f"{names} {'set' if len(methods) > 1 else 'sets'} {name}."


def kind(binding: Binding | None) -> Kind:
    """What is known of a value that a condition tests for truth alone."""
    if binding is None:
        return ""
    made = expression(binding.expr)
    if isinstance(made, ast.Compare):
        return "flag"
    if isinstance(made, ast.ListComp | ast.SetComp | ast.DictComp):
        return "collection"
    if is_flag(binding):
        return "flag"
    if binding.annotation in STARS or _COLLECTION.fullmatch(binding.annotation):
        return "collection"
    return "optional" if binding.default in EMPTY and binding.is_option else ""


def is_nothing(node: ast.expr | None) -> bool:
    """Whether a name stands in for an option that is not given, where `None` is a value as others are."""
    name = written(node).rpartition(".")[2] if isinstance(node, ast.Name | ast.Attribute) else ""
    return _NOTHING.fullmatch(name) is not None


def is_within_reach(case: Case, binding: Binding) -> bool:
    """Whether users can turn the option: one of their own calls takes it, or it is configured."""
    # A parameter may begin with an underscore so as not to meet what `**` takes.
    is_own = binding.key.startswith("_") and binding.origin != "parameter"
    if not binding.is_option or is_own:
        return False
    is_called = any(map(_is_own_call, binding.given_to)) or (not binding.given_to and is_called_by_users(case))
    if binding.origin in ("parameter", "key") and _is_internal(case, binding):
        return False
    if binding.origin == "parameter":
        return is_called
    if binding.origin == "key":
        # What a function has put into a dict of its own is no more in a user's hands than its other variables.
        given = [name.lstrip("*") for name in case.evidence.parameters]
        is_taken = binding.owner in given or (bool(binding.given_to) and binding.owner.startswith("**"))
        return (is_called and is_taken) or is_configured(binding.owner)
    return not _is_private(binding.owner)


def is_called_by_users(case: Case) -> bool:
    """Whether what the function is given is written in calls of theirs; Python itself makes those of some methods."""
    *outer, name = case.evidence.qualname.split(".")
    is_nested = "<locals>" in outer or any(map(_is_private, outer))
    is_own = not is_nested and name not in _CALLED_BY_PYTHON and _is_own_call(name)
    return case.evidence.is_public and is_own


def _is_own_call(function: str) -> bool:
    """Whether users call it themselves: not a visitor's method, which is called with what is visited."""
    return not function.rpartition(".")[2].startswith(("visit_", "depart_", "generic_visit"))


def _is_internal(case: Case, binding: Binding) -> bool:
    """Whether an assertion checks the code's own calls: its message does not speak of what it checks."""
    if case.evidence.exc_type != "AssertionError":
        return False
    names = [name.rpartition(".")[2] for name in (*binding.given_to, case.evidence.qualname)]
    is_told = re.search(rf"\b{re.escape(binding.key)}\b", _HOLE.sub(" ", case.evidence.message))
    return not is_told or any(name.startswith("assert") for name in names)


def _is_private(owner: str) -> bool:
    return any(part.startswith("_") and not part.endswith("__") for part in owner.split("."))


def has_details(binding: Binding) -> bool:
    """Whether a table can say more of the option than its name."""
    return binding.default is not None or bool(binding.choices) or bool(binding.help)


def allowed(binding: Binding | None, without: tuple[str, ...] = ()) -> str:
    """Its allowed values but some, as a list in prose; "" if they are not known."""
    values = [
        value for value in (binding.choices.values if binding and binding.choices else ()) if value not in without
    ]
    return listed([code_span(value) for value in values], "or") if 0 < len(values) <= _MOST_CHOICES else ""


def is_flag(binding: Binding) -> bool:
    is_plain = binding.annotation in ("bool", "bool | None", "Optional[bool]")
    # Of a configuration of which no more is known the name tells, which says yes or no.
    is_called_so = binding.origin == "object" and not binding.annotation and _YES_OR_NO.match(binding.key) is not None
    # What may be something else as well, though it is `False` if it is left out, is no flag.
    return is_plain or (binding.default in ("True", "False") and not binding.annotation) or is_called_so


def _default(binding: Binding, form: str) -> str:
    return form.format(code_span(binding.default)) if binding.default is not None else ""


def _choices(binding: Binding) -> str:
    values = allowed(binding)
    return f"; it may be {values}" if values else ""


def _help(binding: Binding) -> str:
    text = " ".join(binding.help.split())
    if not text:
        return ""
    return f" Its help says: “{text if len(text) <= _HELP_LENGTH else text[: _HELP_LENGTH - 1] + '…'}”"


_TELLING: Final[dict[str, Callable[[Binding, str], str]]] = {
    "key": _key, "environment": _environment, "field": _field, "call": _call, "computed": _computed, "state": _state,
}  # fmt: skip
