"""Leaves out of a function's wordings those that its caller's arguments rule out: `if hint:`, and no hint is given."""

from collections.abc import Container, Iterable

from ingest.extract.facts import ANY_ATTRIBUTE
from ingest.extract.pieces import NONE, Pieces, Texts, texts_of
from ingest.extract.sites import Condition, Message
from ingest.link.frames import Frame

# As they are put into a text.
_FALSY = frozenset({"None", "False", "0", "0.0", "()", "[]", "{}", "set()"})


def possible(wordings: Iterable[Message], frame: Frame, amended: Container[str]) -> tuple[Message, ...]:
    """Those whose conditions may hold in `frame`; all where none does, since something is said. Of attributes that are
    `amended` nothing is known.
    """
    found = tuple(wordings)
    if not any(message.when for message in found):
        return found
    left = tuple(message for message in found if not any(_fails(one, frame, amended) for one in message.when))
    return left or found


def _fails(condition: Condition, frame: Frame, amended: Container[str]) -> bool:
    """Whether it is known that a condition does not hold."""
    attribute = condition.name.removeprefix("self.")
    if attribute != condition.name and (attribute in amended or ANY_ATTRIBUTE in amended):
        return False
    texts, is_text = _held(condition.name, frame)
    found = {_is_none(text, is_text) if condition.is_none else _is_truthy(text, is_text) for text in texts}
    return found == {not condition.holds}


def _held(name: str, frame: Frame) -> tuple[Texts, bool]:
    """What a parameter, or an attribute of the instance, holds; () = not known. And whether that is a text for sure."""
    if name.startswith("self."):
        if any(given.argument.name in ("*", "**") for given in (*frame.args, *frame.handed)):
            return (), False
        return frame.attributes.get(name.removeprefix("self."), ()), False
    binding = frame.binding
    if binding is not None and name in binding.given:
        argument = binding.given[name].argument
        return texts_of(argument.messages), argument.is_text
    return (binding.defaults.get(name, ()) if binding is not None and binding.is_whole else ()), False


def _is_none(text: Pieces, is_text: bool) -> bool | None:
    if text == NONE:
        return not is_text
    return None if text and not any(isinstance(piece, str) for piece in text) else False


def _is_truthy(text: Pieces, is_text: bool) -> bool | None:
    if not text:
        return False
    if len(text) == 1 and not is_text:
        written = text[0] if isinstance(text[0], str) else text[0].source
        if written in _FALSY:
            return False
    return True if any(isinstance(piece, str) for piece in text) else None
