"""Turns calls of helpers that raise what they are given into sites of their own.

`self.fail("No such file")` is where a reader looks for that text, although the `raise` stands in `fail`. The helper's
own raise stays a site too, whose message is the caller's argument.
"""

from collections.abc import Iterator

import msgspec

from ingest.extract.facts import HelperCall
from ingest.extract.pieces import has_words
from ingest.extract.sites import ExtractedSite
from ingest.link.definitions import FunctionDef, Module
from ingest.link.finish import finished
from ingest.link.frames import Binding, Frame, Given, params_of
from ingest.link.wordings import Wordings

# Helpers that hand on to helpers.
_MAX_DEPTH = 4
# Fixed words of an argument that is a message by itself, rather than a name that the helper's own text speaks of.
_PHRASE_WORDS = 3
_NOTHING = Binding({}, {})


class Helpers:
    """The helpers of one pin."""

    def __init__(self, wordings: Wordings) -> None:
        self._wordings = wordings
        self._raises: dict[FunctionDef, list[ExtractedSite]] = {}

    def sites(self, module: Module) -> Iterator[ExtractedSite]:
        """The calls in `module` that raise, one site for each exception class."""
        for call in module.facts.calls:
            self._wordings.start()
            found: dict[tuple[str, str, str], ExtractedSite] = {}
            for site in self._raised(call, Frame(module, call.site.qualname), call, ()):
                key = (site.kind, site.exc_qualified, site.exc_type)
                found[key] = _united(found[key], site) if key in found else site
            yield from found.values()

    def _raised(
        self, call: HelperCall, frame: Frame, outermost: HelperCall, through: tuple[FunctionDef, ...]
    ) -> Iterator[ExtractedSite]:
        function = self._wordings.meaning(call.target, frame)
        if not isinstance(function, FunctionDef) or function in through or len(through) >= _MAX_DEPTH:
            return
        givens = self._wordings.given(call.arguments, frame)
        for _, inner in self._wordings.call_frames(function, call.target, givens, frame)[:1]:
            for raw in self._raises_of(function):
                if (site := self._site(outermost, raw, inner, givens)) is not None:
                    yield site
            for nested in function.module.facts.calls:
                if nested.site.qualname == function.qualname and any(params_of(a.messages) for a in nested.arguments):
                    yield from self._raised(nested, inner, outermost, (*through, function))

    def _raises_of(self, function: FunctionDef) -> list[ExtractedSite]:
        if function not in self._raises:
            self._raises[function] = [
                site
                for site in function.module.facts.sites
                if site.qualname == function.qualname and params_of(site.messages)
            ]
        return self._raises[function]

    def _site(
        self, call: HelperCall, raw: ExtractedSite, inner: Frame, givens: tuple[Given, ...]
    ) -> ExtractedSite | None:
        site = finished(raw, inner, self._wordings)
        if not any(has_words(message.pieces) for message in site.messages):
            return None
        own = self._wordings.texts(raw.messages, Frame(inner.module, inner.qualname, _NOTHING, inner.instance))
        if any(map(has_words, own)) and not any(map(_is_phrase, givens)):
            return None
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
    return any(
        sum(word[0].isalpha() for piece in message.pieces if isinstance(piece, str) for word in piece.split())
        >= _PHRASE_WORDS
        for message in given.argument.messages
    )


def _united(first: ExtractedSite, second: ExtractedSite) -> ExtractedSite:
    return msgspec.structs.replace(first, messages=tuple(dict.fromkeys((*first.messages, *second.messages))))
