"""What `str()` shows of an exception that is built from a class of the pin.

Does what Python would: runs the `__init__`s as far as each calls its base's, then asks the first `__str__`. What
Python's own classes show is `ingest.extract.shown`'s to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec

from ingest.extract.facts import FunctionFacts
from ingest.extract.pieces import NONE, Pieces, Texts, says_something, spelled, texts_of
from ingest.extract.shown import TEXT_KEYWORDS, shown
from ingest.extract.sites import Argument, Message, Param
from ingest.link.definitions import Builtin, ClassDef, External, Value
from ingest.link.frames import Binding, Frame, Given, params_of

if TYPE_CHECKING:
    from ingest.link.wordings import Wordings

# Class attributes that a base from outside the pin may show, the likeliest first.
_DEFAULT_TEXTS = tuple(name for keyword in TEXT_KEYWORDS for name in (f"default_{keyword}", keyword))
# Those that hold a text for whoever gives none, by their name.
_NAMED_DEFAULTS = tuple(f"default_{keyword}" for keyword in TEXT_KEYWORDS)


def built(cls: ClassDef, givens: tuple[Given, ...], wordings: Wordings) -> Texts:
    """What `str(cls(givens))` shows."""
    frame = instance(cls, givens, wordings)
    found = shown_by(cls, frame, wordings)
    if any(map(says_something, found)):
        return found
    # A class that shows its text in a computed way (a list of it, say) still says what it was given, or its own text.
    handed, given = (_told(arguments(args)) for args in (frame.handed, givens))
    own = () if any(map(_may_be_text, givens)) else _default_text(cls, wordings, _NAMED_DEFAULTS)
    return (handed if any(map(says_something, handed)) else given) or own or found


def _may_be_text(given: Given) -> bool:
    return given.argument.name in ("", "*", "**", *TEXT_KEYWORDS)


def _told(given: tuple[Argument, ...]) -> Texts:
    return tuple(text for text in texts_of(shown("", given)) if text != NONE)


def shown_by(cls: ClassDef, frame: Frame, wordings: Wordings, after: ClassDef | None = None) -> Texts:
    """What `__str__` of the instance in `frame` shows: that of its first class (behind `after`) that has one."""
    mro = wordings.symbols.mro(cls)
    is_foreign = False
    for base in mro[mro.index(after) + 1 if after in mro else 0 :]:
        if isinstance(base, ClassDef) and base.facts.text is not None:
            scope = f"{base.facts.qualname}.__str__"
            return wordings.texts(base.facts.text, replace(frame, module=base.module, qualname=scope))
        if isinstance(base, Builtin) and base.has_own_text and not is_foreign:
            return texts_of(shown(base.name, arguments(frame.args)))
        is_foreign = is_foreign or isinstance(base, External)
    found = texts_of(shown("" if is_foreign else "Exception", arguments(frame.args)))
    return found if found or not is_foreign else _default_text(cls, wordings)


def arguments(givens: Sequence[Given]) -> tuple[Argument, ...]:
    """As they are worked out."""
    return tuple(given.argument for given in givens)


def instance(cls: ClassDef, givens: tuple[Given, ...], wordings: Wordings) -> Frame:
    """The scope of the new instance: its attributes that hold texts, and its `args`."""
    attributes: dict[str, Texts] = {}
    args = current = handed = givens
    for base in wordings.symbols.mro(cls):
        if not isinstance(base, ClassDef):
            args = current
            break
        facts = base.facts
        if facts.parameters is None:
            continue
        handed = current
        scope = f"{facts.qualname}.__init__"
        binding = wordings.bind(FunctionFacts(scope, facts.parameters), current, base)
        inner = Frame(base.module, scope, binding, cls, attributes, current)
        for name, found in facts.attributes.items():
            attributes.setdefault(name, wordings.texts(_certain(found, binding), inner))
        if facts.passes is None:
            break  # Python keeps what the constructor was called with
        passes = [msgspec.structs.replace(arg, messages=_certain(arg.messages, binding)) for arg in facts.passes]
        current = wordings.given(passes, inner)
    return Frame(cls.module, cls.facts.qualname, None, cls, attributes, args, handed)


def _certain(found: tuple[Message, ...], binding: Binding) -> tuple[Message, ...]:
    """Without the fallback of `text or "default"`, also within a longer text, where the caller gives a text."""
    around = [one for message in found for one in _around_given(message, binding)]
    return tuple(message for message in found if not any(_falls_back(message, *one) for one in around)) or found


def _around_given(message: Message, binding: Binding) -> Iterator[tuple[str, Pieces, Pieces]]:
    """Each parameter in a text that the caller gives a text for, with what stands before and behind it."""
    for at, piece in enumerate(message.pieces):
        if isinstance(piece, Param) and _is_given(piece.name, binding):
            yield piece.name, message.pieces[:at], message.pieces[at + 1 :]


def _falls_back(message: Message, name: str, before: Pieces, after: Pieces) -> bool:
    """Does a text say the same but for what stands in the place of a parameter?"""
    if name in params_of([message]):
        return False
    said = spelled(message.pieces)
    return said.startswith(spelled(before)) and said.endswith(spelled(after))


def _is_given(name: str, binding: Binding) -> bool:
    return name in binding.given and any(map(says_something, binding.shown(Param(name, name))))


def _default_text(cls: ClassDef, wordings: Wordings, names: Iterable[str] = _DEFAULT_TEXTS) -> Texts:
    for name in names:
        found = wordings.symbols.attribute(cls, name)
        if isinstance(found, Value):
            return wordings.texts(found.messages, Frame(found.module, found.scope, instance=cls))
    return ()
