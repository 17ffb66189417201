"""What an exception's own methods make of its text for whoever prints it: `Invalid value for {name}: {message}`.

A program that catches the exception prints that instead of its `str()`, so it is a wording of the statement too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec

from ingest.extract.facts import FunctionFacts
from ingest.extract.pieces import MAX_TEXTS, Pieces, Texts, has_words, messages, spelled, union
from ingest.extract.sites import ExtractedSite, Message, Ref
from ingest.link.definitions import ClassDef, FunctionDef, Module
from ingest.link.exceptions import instance
from ingest.link.finish import closed
from ingest.link.frames import Binding, Frame, lone_ref
from ingest.link.symbols import own_attribute
from ingest.link.wordings import Wordings

_NOTHING = Binding({}, {})


def with_composed(site: ExtractedSite, raw: ExtractedSite, frame: Frame, wordings: Wordings) -> ExtractedSite:
    """`site`, finished from `raw` in `frame`, with what its exception's methods say around its texts behind these."""
    ref = lone_ref(raw.messages)
    found = composed(ref, site.messages, frame, wordings) if ref is not None and ref.how == "exception" else ()
    if not found:
        return site
    said = tuple(dict.fromkeys((*site.messages, *messages(closed(found)))))[:MAX_TEXTS]
    return msgspec.structs.replace(site, messages=said, form=site.form if site.messages else "class default")


def composed(ref: Ref, own: tuple[Message, ...], frame: Frame, wordings: Wordings) -> Texts:
    """What methods of the exception that `ref` builds say around one of its `own` texts, or in the place of `str()`."""
    cls = wordings.meaning(ref.target, frame)
    methods = list(_methods(cls, wordings)) if isinstance(cls, ClassDef) else []
    if not methods or not isinstance(cls, ClassDef):
        return ()
    built = instance(cls, wordings.given(ref.args, frame), wordings)
    own_texts = [spelled(message.pieces) for message in own if message.pieces]
    found: list[Texts] = []
    for module, method, shows in methods:
        scope = replace(built, module=module, qualname=method.qualname, binding=_NOTHING)
        texts = tuple(text for text in wordings.texts(method.returns, scope) if has_words(text))
        found.append(tuple(text for text in texts if shows or _is_around(text, own_texts)))
    return union(*found)


def _methods(cls: ClassDef, wordings: Wordings) -> Iterator[tuple[Module, FunctionFacts, bool]]:
    """Those that take no argument and return a text with words of its own, each as the first class has it; and whether
    it stands for one that shows just what `__str__` does."""
    found: dict[str, FunctionDef | None] = {}
    showing: set[str] = set()
    for base in wordings.symbols.mro(cls):
        if not isinstance(base, ClassDef):
            continue
        for name in base.facts.returning:
            method = own_attribute(base, name)
            method = method if isinstance(method, FunctionDef) else None
            found.setdefault(name, method)
            if method is not None and method.variants[-1].returns == base.facts.text:
                showing.add(name)
    for name, method in found.items():
        if method is not None and name[:2] != "__" and _composes(method.variants[-1]):
            yield method.module, method.variants[-1], name in showing


def _composes(method: FunctionFacts) -> bool:
    is_asked = method.receiver == "instance" and not method.parameters and not method.exc
    return is_asked and any(len(message.pieces) > 1 and has_words(message.pieces) for message in method.returns)


def _is_around(text: Pieces, own: list[str]) -> bool:
    """Whether there are words around one of the exception's own texts."""
    said = spelled(text)
    return any(one in said and len(one) < len(said) for one in own)
