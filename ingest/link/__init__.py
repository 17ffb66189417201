"""Whole-pin resolution of what one file alone cannot say.

Takes the SourceFacts of every file of a pin, gives the files' sites finished: exception classes with their module and
bases, messages that hold nothing but literals and Holes, and the calls of helpers that raise. Pure; the same files give
the same answer in the same order, whatever order they come in.
"""

from collections.abc import Iterable, Iterator

import msgspec

from ingest.extract.facts import SourceFacts
from ingest.extract.sites import ExtractedSite, LinkedFile
from ingest.files import Category
from ingest.link.callees import Callees
from ingest.link.composed import with_composed
from ingest.link.definitions import Module
from ingest.link.finish import finished
from ingest.link.frames import Frame
from ingest.link.helpers import Helpers
from ingest.link.modules import Modules
from ingest.link.overridden import Overridden
from ingest.link.returned import Returned
from ingest.link.symbols import Symbols
from ingest.link.wordings import Wordings

__all__ = ["PinnedFile", "link"]


class PinnedFile(msgspec.Struct, frozen=True):
    """A file of a pin before linking; `blob` is its content's hash, `path` relative to the source's root."""

    path: str
    blob: str
    category: Category
    facts: SourceFacts


def link(files: Iterable[PinnedFile]) -> Iterator[LinkedFile]:
    """The files in the order of their paths, each with its sites in the order of their lines.

    All facts are held until the last file is out: a few kilobytes for each file.
    """
    ordered = sorted(files, key=lambda file: file.path)
    paths = Modules(file.path for file in ordered)
    modules = {file.path: Module(file.path, paths.name_of(file.path), file.facts) for file in ordered}
    own = [modules[file.path] for file in ordered if file.category == "source"]
    linker = _Linker(Symbols(modules, paths), own)
    for file in ordered:
        yield LinkedFile(file.path, file.blob, file.category, linker.sites(modules[file.path]))


class _Linker:
    def __init__(self, symbols: Symbols, own: list[Module]) -> None:
        self._wordings = Wordings(symbols)
        self._overridden = Overridden(own, self._wordings)
        self._returned = Returned(own, self._wordings)
        self._helpers = Helpers(self._wordings, Callees(own, self._wordings))

    def sites(self, module: Module) -> tuple[ExtractedSite, ...]:
        own = (self._own(site, module) for site in module.facts.sites)
        return tuple(sorted((*own, *self._helpers.sites(module), *self._returned.sites(module)), key=_order))

    def _own(self, site: ExtractedSite, module: Module) -> ExtractedSite:
        self._wordings.start()
        frame = Frame(module, site.qualname)
        found = self._overridden.with_overridden(finished(site, frame, self._wordings), site, frame)
        return with_composed(found, site, frame, self._wordings)


def _order(site: ExtractedSite) -> tuple[int, int, str, str]:
    return site.line, site.column, site.via, site.exc_qualified
