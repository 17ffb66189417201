"""Finishes one site: its class, its kind, its texts without anything open, and the reason where they can't be told."""

from collections.abc import Container

import msgspec

from ingest.extract.pieces import NONE, Pieces, Texts, has_words, joined, messages, says_something
from ingest.extract.sites import PASSING, Argument, ExtractedSite, Form, Hole, Message, Param, Piece, Reason, Ref
from ingest.link.definitions import ClassDef, FunctionDef
from ingest.link.exceptions import built
from ingest.link.frames import Frame, Given, lone_ref
from ingest.link.thrown import Thrown, handed_classes, kind_of, thrown
from ingest.link.wordings import Wordings

# Arguments of which nothing is known, not even how many there are.
_UNKNOWN = Argument("*", (Message((Hole("..."),)),))


def finished(site: ExtractedSite, frame: Frame, wordings: Wordings) -> ExtractedSite:
    """`site`, as it stands in `frame`, with nothing left open."""
    ref = lone_ref(site.messages)
    args = ref.args if ref is not None and ref.target == site.exc else ()
    fact = thrown(site.exc or _lone_param(site), args, frame, wordings)
    kind = kind_of(site.kind, fact)
    found = wordings.texts(site.messages, frame)
    if ref is not None and not any(map(says_something, found)):
        found = _of_handed_class(ref, fact, frame, wordings) or found
    texts = _told(found)
    if kind == "exit":  # what has no words is a status, which nothing prints
        texts = tuple(filter(has_words, texts))
    is_silent = bool(found) and not texts
    return msgspec.structs.replace(
        site,
        kind=kind,
        form="no message" if is_silent else _form(site, ref, texts, frame, wordings),
        messages=messages(closed(texts, _values(site, ref, frame))),
        reason="" if is_silent else _reason(site, texts),
        exc_type=fact.exc_type,
        exc_qualified=fact.exc_qualified,
        bases=fact.bases,
    )


def _of_handed_class(ref: Ref, fact: Thrown, frame: Frame, wordings: Wordings) -> Texts:
    """What a class makes of whatever it is built with, where all that is known is that it is built."""
    handed = handed_classes(ref.target, ref.args, frame, wordings)
    classes = [cls for cls in handed if cls.qualified == fact.exc_qualified]
    anything = (Given(_UNKNOWN, _UNKNOWN, frame),)
    shown = [built(cls, anything, wordings) for cls in classes if isinstance(cls, ClassDef)]
    return tuple(text for texts in shown for text in texts if has_words(text))


def _told(texts: Texts) -> Texts:
    """() where the exception shows nothing, since it was built with nothing or with None."""
    is_empty = (() in texts or NONE in texts) and not any(map(says_something, texts))
    return () if is_empty else texts


def _lone_param(site: ExtractedSite) -> str:
    """The parameter that is raised as it is, `raise error`."""
    if site.kind in PASSING or len(site.messages) != 1:
        return ""
    pieces = site.messages[0].pieces
    return pieces[0].name if len(pieces) == 1 and isinstance(pieces[0], Param) else ""


def closed(texts: Texts, values: Container[str] = ()) -> Texts:
    """`texts` with Holes where something is still open, each once; those that say nothing only if none does.

    But for one, the last, that is nothing but one of `values`: beside a default, what is handed over is said.
    """
    found = dict.fromkeys(joined(_closed(piece) for piece in text) for text in texts)
    telling = tuple(text for text in found if says_something(text))
    if not telling:
        return tuple(found)
    return (*telling, *[text for text in found if _lone_value(text) in values][:1])


def _lone_value(text: Pieces) -> str:
    """The source of the one Hole that a text is, "" where it is more."""
    return text[0].source if len(text) == 1 and not isinstance(text[0], str) else ""


def _values(site: ExtractedSite, ref: Ref | None, frame: Frame) -> set[str]:
    """What the statement, and whoever calls its function, hands over as a whole message."""
    given = [] if frame.binding is None else [one.argument for one in frame.binding.given.values()]
    handed = [*(ref.args if ref is not None else ()), *given]
    found = [*site.messages, *(message for argument in handed for message in argument.messages)]
    return {source for message in found if (source := _lone_value(message.pieces))}


def _closed(piece: Piece) -> str | Hole:
    return piece if isinstance(piece, str | Hole) else Hole(piece.source)


def _reason(site: ExtractedSite, texts: Texts) -> Reason:
    if not texts or any(says_something(text) for text in texts):
        return "" if texts else site.reason
    if site.reason:
        return site.reason
    return "argument of the caller" if any(isinstance(p, Param) for text in texts for p in text) else "dynamic"


def _form(site: ExtractedSite, ref: Ref | None, texts: Texts, frame: Frame, wordings: Wordings) -> Form:
    """Where the text comes from, if it is another place than the statement itself."""
    if not texts and site.form != "reraise":
        return "no message" if site.form == "class default" or not site.reason else site.form
    if ref is None or not any(map(has_words, texts)):
        return site.form
    if ref.how != "exception":
        forms: dict[str, Form] = {"value": "module constant", "item": "table", "call": "helper"}
        return forms[ref.how]
    found = wordings.meaning(ref.target, frame)
    if isinstance(found, FunctionDef):
        return "helper"
    gives_text = any(has_words(message.pieces) for argument in ref.args for message in argument.messages)
    return "class default" if isinstance(found, ClassDef) and not gives_text else site.form
