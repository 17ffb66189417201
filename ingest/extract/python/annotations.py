"""An annotation, as text -> the class that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Characters of an annotation that are looked at.
_MAX_ANNOTATION = 200
_WRAPPER = re.compile(r"(?:\w+\.)*(Optional|Union|Annotated|Final|ClassVar)\[(.*)\]", re.DOTALL)
_CLASS = re.compile(r"([^\W\d][\w.]*)(?:\[.*\])?", re.DOTALL | re.ASCII)
_OPENING, _CLOSING = "[(", "])"


def class_of(annotation: str) -> str:
    """The one class that an annotation names beside None, dotted as written; "" if it names several, or none."""
    text = annotation[:_MAX_ANNOTATION].strip(" \t\n'\"")
    wrapper = _WRAPPER.fullmatch(text)
    options = list(_parted(wrapper[2], ",") if wrapper else _parted(text, "|"))
    if wrapper and wrapper[1] == "Annotated":
        options = options[:1]
    options = [option for option in options if option.strip() != "None"]
    if not wrapper and options == [text]:
        named = _CLASS.fullmatch(text)
        return named[1] if named else ""
    named_classes = {class_of(option) for option in options}
    return named_classes.pop() if len(named_classes) == 1 else ""


def _parted(text: str, separator: str) -> Iterator[str]:
    """`text` at the separators that stand in no brackets."""
    depth, start = 0, 0
    for at, character in enumerate(text):
        depth += (character in _OPENING) - (character in _CLOSING)
        if character == separator and depth == 0:
            yield text[start:at]
            start = at + 1
    yield text[start:]
