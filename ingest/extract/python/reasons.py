"""Texts that say nothing by themselves -> the Reason."""

from __future__ import annotations

import builtins
import re

from ingest.extract.pieces import Pieces, Texts, is_open, texts_of
from ingest.extract.python.callees import is_class_name
from ingest.extract.python.names import is_local
from ingest.extract.python.place import Place
from ingest.extract.shown import shown
from ingest.extract.sites import Argument, Hole, Reason, Ref

_NAME = re.compile(r"(?<![\w.])[^\W\d]\w*")


def reason_for(texts: Texts, place: Place) -> Reason:
    """Why `texts` say nothing by themselves; "" if one of them does, or if linking will tell.

    Where a class is given something that is no text, the reason holds unless linking finds that the class says more.
    """
    if not texts or any(_says_something(text) for text in texts):
        return ""
    shown_texts = [shown_text for text in texts for shown_text in _shown(text)]
    if any(is_open(text) or _says_something(text) for text in shown_texts):
        return ""
    names = [name for text in shown_texts for piece in text if isinstance(piece, Hole) for name in _names(piece)]
    if names and all(_is_caught(name, place) for name in names):
        return "caught exception"
    is_told = any(is_open(text) for text in texts) and not shown_texts and not _has_arguments(texts)
    return "" if is_told else "dynamic"


def _says_something(text: Pieces) -> bool:
    return not text or any(isinstance(piece, str) and piece.strip("'\"() ,") for piece in text)


def _shown(text: Pieces) -> Texts:
    """What a text shows, an exception that only linking knows taken by its arguments."""
    if len(text) == 1 and isinstance(text[0], Ref) and text[0].how == "exception":
        return texts_of(shown("", text[0].args))
    return (text,)


def _has_arguments(texts: Texts) -> bool:
    """Whether something that may be a text is handed to the class, or to a function that makes the exception."""
    refs = [piece for text in texts for piece in text if isinstance(piece, Ref)]
    return any(any(map(_varies, ref.args)) or not is_class_name(ref.target) for ref in refs)


def _varies(argument: Argument) -> bool:
    """Whether an argument is more than a number, or None, that is written out."""
    return any(not isinstance(piece, str) for message in argument.messages for piece in message.pieces)


def _names(hole: Hole) -> list[str]:
    return [name for name in _NAME.findall(hole.source.removesuffix("!r")) if not hasattr(builtins, name)]


def _is_caught(name: str, place: Place) -> bool:
    return is_local(name, place) and name in place.caught
