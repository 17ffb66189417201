"""Exceptions that a function builds and returns, for a caller to raise, whom nobody can tell from the code.

`raise self.factory.error_of(causes)` says nothing of its own where `self.factory` may be anything: the words are to be
found where `error_of` returns them. Where the `raise` is known to call the function, it says them itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ingest.extract.facts import FunctionFacts
from ingest.extract.pieces import has_words
from ingest.extract.shown import has_exception_name
from ingest.extract.sites import ExtractedSite, Message
from ingest.link.definitions import FunctionDef, Module, reads_like_a_class
from ingest.link.finish import finished
from ingest.link.frames import Frame, lone_ref
from ingest.link.wordings import Wordings


class Returned:
    """The exceptions that functions of a pin return. `modules` are those whose raises count."""

    def __init__(self, modules: Iterable[Module], wordings: Wordings) -> None:
        self._modules = tuple(modules)
        self._wordings = wordings
        self._names = {name for module in self._modules for name in module.facts.builders}
        self._followed: set[FunctionDef] | None = None

    def sites(self, module: Module) -> Iterator[ExtractedSite]:
        """Those with words, of functions by whose name something is raised, but that no `raise` is known to call."""
        for raw in module.facts.returned:
            if raw.qualname.rpartition(".")[2] not in self._names or self._is_followed(module, raw.qualname):
                continue
            self._wordings.start()
            site = finished(raw, Frame(module, raw.qualname), self._wordings)
            if _is_exception(site) and any(has_words(message.pieces) for message in site.messages):
                yield site

    def _is_followed(self, module: Module, qualname: str) -> bool:
        if self._followed is None:
            self._followed = set()
            for raising in self._modules:
                for site in raising.facts.sites:
                    self._follow(site.messages, Frame(raising, site.qualname))
        return module.functions.get(qualname) in self._followed

    def _follow(self, wordings: Iterable[Message], frame: Frame) -> None:
        """Notes the functions that build what is raised, and those that these call for it."""
        waiting = [(message, frame) for message in wordings]
        while waiting and self._followed is not None:
            message, here = waiting.pop()
            ref = lone_ref((message,))
            if ref is None or ref.how != "exception" or reads_like_a_class(ref.target):
                continue
            function = self._wordings.meaning(ref.target, here)
            if isinstance(function, FunctionDef) and function not in self._followed:
                self._followed.add(function)
                waiting += [(one, Frame(function.module, function.qualname)) for one in _said(function.variants)]


def _is_exception(site: ExtractedSite) -> bool:
    """By what the class is derived from, as far as that is known; where it is not, by its name."""
    names = site.bases or (site.exc_type,)
    return any(name == "builtins.BaseException" or has_exception_name(name.rpartition(".")[2]) for name in names)


def _said(variants: Iterable[FunctionFacts]) -> Iterator[Message]:
    for variant in variants:
        yield from variant.returns
