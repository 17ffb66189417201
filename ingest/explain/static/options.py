"""How an option is called in prose, and what is said of where it comes from."""

from __future__ import annotations

from ingest.explain.conditions import listed
from ingest.explain.facts import Binding
from kb.display.explanation import code_span

_MOST_CHOICES = 8
_HELP_LENGTH = 200


def called(binding: Binding, function: str) -> str:
    """The option with the place where a user meets it; `function` is the statement's, as prose."""
    name = code_span(binding.key)
    match binding.origin:
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
    return code_span(binding.name)


def origin(binding: Binding, function: str) -> str:
    """A sentence on where the value comes from, its default and what it may be."""
    name = code_span(binding.name)
    match binding.origin:
        case "parameter":
            text = f"{name} is a parameter of {function}"
            return f"{text}{_default(binding, ', {} by default')}{_choices(binding)}."
        case "key":
            text = f"{name} is taken from {code_span(binding.owner)}"
            text += "" if binding.name == binding.key else f" under {code_span(binding.key)}"
            return f"{text}{_default(binding, '; it is {} if it is not given')}."
        case "environment":
            text = f"{name} is the environment variable {code_span(binding.key)}"
            return f"{text}{_default(binding, ', {} if it is not set')}."
        case "attribute":
            text = f"{name} is what {code_span(binding.owner + '(…)')} is given as {code_span(binding.key)}"
            return f"{text}{_default(binding, ', {} by default')}{_choices(binding)}."
        case "field":
            text = f"{name} is a field of {code_span(binding.owner)}"
            return f"{text}{_default(binding, ', {} by default')}{_choices(binding)}.{_help(binding)}"
        case "declared":
            text = f"{name} is declared in {code_span(binding.owner)}"
            return f"{text}{_default(binding, ', {} at first')}{_choices(binding)}."
        case "constant":
            return f"{name} is {code_span(binding.default or '')}." if binding.default else ""
        case "call":
            return f"{name} is what {code_span(binding.owner + '(…)')} gives."


def allowed(binding: Binding | None, without: tuple[str, ...] = ()) -> str:
    """Its allowed values but some, as a list in prose; "" if they are not known."""
    values = [
        value for value in (binding.choices.values if binding and binding.choices else ()) if value not in without
    ]
    return listed([code_span(value) for value in values], "or") if 0 < len(values) <= _MOST_CHOICES else ""


def is_flag(binding: Binding) -> bool:
    return binding.default in ("True", "False") or binding.annotation in ("bool", "bool | None", "Optional[bool]")


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
