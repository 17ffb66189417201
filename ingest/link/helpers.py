"""Turns calls of helpers that raise what they are given into sites of their own.

`self.fail("No such file")` is where a reader looks for that text, although the `raise` stands in `fail`. The helper's
own raise stays a site too, whose message is the caller's argument.
"""

from collections import defaultdict
from collections.abc import Iterator

import msgspec

from ingest.extract.facts import HelperCall
from ingest.extract.pieces import has_words, messages, texts_of
from ingest.extract.shown import shown
from ingest.extract.sites import ExtractedSite, Message
from ingest.link.callees import Callees
from ingest.link.composed import with_composed
from ingest.link.definitions import Builtin, FunctionDef, Module
from ingest.link.exceptions import arguments
from ingest.link.finish import closed, finished
from ingest.link.frames import Binding, Frame, Given, params_of
from ingest.link.handed import handed_over
from ingest.link.thrown import described
from ingest.link.wordings import Wordings

# Helpers that hand on to helpers.
_MAX_DEPTH = 4
# Raises, and calls that hand on, looked at in one helper.
_MAX_WAYS = 12
# Words of an argument that is a message by itself, rather than a name that the helper's own text speaks of.
_PHRASE_WORDS = 3
_NOTHING = Binding({}, {})
_SYSTEM_EXIT = Builtin("SystemExit")


class Helpers:
    """The helpers of one pin."""

    def __init__(self, wordings: Wordings, callees: Callees) -> None:
        self._wordings = wordings
        self._callees = callees
        self._raises: dict[Module, dict[str, list[ExtractedSite]]] = {}
        self._calls: dict[Module, dict[str, list[HelperCall]]] = {}

    def sites(self, module: Module) -> Iterator[ExtractedSite]:
        """The calls in `module` that raise, one site for each exception class."""
        for call in module.facts.calls:
            self._wordings.start()
            if call.site.kind == "handed":
                yield from handed_over(call, Frame(module, call.site.qualname), self._wordings)
                continue
            found: dict[tuple[str, str, str], ExtractedSite] = {}
            for site in self._raised(call, Frame(module, call.site.qualname), call, ()):
                key = (site.kind, site.exc_qualified, site.exc_type)
                found[key] = _united(found[key], site) if key in found else site
            yield from found.values()

    def _raised(
        self, call: HelperCall, frame: Frame, outermost: HelperCall, through: tuple[FunctionDef, ...]
    ) -> Iterator[ExtractedSite]:
        if len(through) >= _MAX_DEPTH or not self._wordings.may_step():
            return
        givens = self._wordings.given(call.arguments, frame)
        if through and self._callees.is_exit(call, frame):
            yield from self._exit(outermost, givens, through[-1])
        for function, inner in self._callees.called(call, givens, frame):
            if function in through:
                continue
            for raw in self._raises_of(function):
                if (site := self._site(outermost, raw, inner, givens)) is not None:
                    yield site
            for nested in self._calls_of(function):
                yield from self._raised(nested, inner, outermost, (*through, function))

    def _exit(self, call: HelperCall, givens: tuple[Given, ...], helper: FunctionDef) -> Iterator[ExtractedSite]:
        """The site of a call that makes `helper` end the program with the text that it is given."""
        texts = tuple(filter(has_words, closed(texts_of(shown("SystemExit", arguments(givens))))))
        if texts:
            ends = described(_SYSTEM_EXIT)
            yield msgspec.structs.replace(
                call.site,
                kind="exit",
                form="helper",
                messages=messages(texts),
                exc="SystemExit",
                exc_type=ends.exc_type,
                exc_qualified=ends.exc_qualified,
                bases=ends.bases,
                via=helper.qualname,
            )

    def _raises_of(self, function: FunctionDef) -> list[ExtractedSite]:
        """Its raises of what it is given."""
        module = function.module
        if module not in self._raises:
            found = self._raises[module] = defaultdict(list)
            for site in module.facts.sites:
                if params_of(site.messages):
                    found[site.qualname].append(site)
        return self._raises[module].get(function.qualname, [])[:_MAX_WAYS]

    def _calls_of(self, function: FunctionDef) -> list[HelperCall]:
        """Its calls that hand on what it is given."""
        module = function.module
        if module not in self._calls:
            found = self._calls[module] = defaultdict(list)
            for call in module.facts.calls:
                if call.site.kind != "handed" and any(params_of(argument.messages) for argument in call.arguments):
                    found[call.site.qualname].append(call)
        return self._calls[module].get(function.qualname, [])[:_MAX_WAYS]

    def _site(
        self, call: HelperCall, raw: ExtractedSite, inner: Frame, givens: tuple[Given, ...]
    ) -> ExtractedSite | None:
        site = finished(raw, inner, self._wordings)
        if not any(has_words(message.pieces) for message in site.messages):
            return None
        own = self._wordings.texts(raw.messages, Frame(inner.module, inner.qualname, _NOTHING, inner.instance))
        if any(map(has_words, own)) and not any(map(_is_phrase, givens)):
            return None
        site = with_composed(site, raw, inner, self._wordings)
        return msgspec.structs.replace(
            call.site,
            kind=site.kind,
            form="helper",
            messages=site.messages,
            reason=site.reason,
            exc=raw.exc,
            exc_type=site.exc_type,
            exc_qualified=site.exc_qualified,
            bases=site.bases,
            via=inner.qualname,
        )


def _is_phrase(given: Given) -> bool:
    return any(_words(message) >= _PHRASE_WORDS for message in given.argument.messages)


def _words(message: Message) -> int:
    """Words of a text, Holes that stand apart included; 0 where none of them is fixed."""
    spelled = "".join(piece if isinstance(piece, str) else "x" for piece in message.pieces)
    return sum(word[0].isalpha() for word in spelled.split()) if has_words(message.pieces) else 0


def _united(first: ExtractedSite, second: ExtractedSite) -> ExtractedSite:
    return msgspec.structs.replace(first, messages=tuple(dict.fromkeys((*first.messages, *second.messages))))
