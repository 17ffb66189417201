"""What a search backend is asked and what it answers: the contract that both backends keep.

The same tests run on each of them (`tests/kb/search/test_contract.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kb.models import ErrorEntry

MOST_HITS = 1000  # beyond it nothing is counted or paged; `Hits.total` then says this
MOST_FACETS = 50  # values shown of one facet
FACETS = ("project", "exc_type", "kind")
PASSING_KINDS = tuple(kind.value for kind in ErrorEntry.PASSING_KINDS)

# What a backend puts around matched words; never in any text, and never HTML: `highlights` escapes first.
MARK, UNMARK = "\x02", "\x03"


class SearchFailed(Exception):
    """The backend did not answer in time, or not as it should; another one may."""


@dataclass(frozen=True, slots=True)
class Request:
    """Short search words as a person types them, and what narrows them. Filters are exact; "" = not narrowed.

    `path` narrows to a file or, when it ends with a slash, a folder. Kinds that let the program go on are left out
    unless `include_passing`, or asked for by `kind`; but whoever looks for words has read them, so that what is handed
    to code that raises it is found. With no words: everything that the filters leave.
    """

    words: str
    project: str = ""
    exc_type: str = ""
    kind: str = ""
    path: str = ""
    include_passing: bool = False
    offset: int = 0
    size: int = 20

    @property
    def left_out(self) -> tuple[str, ...]:
        """The kinds that are not found."""
        if self.include_passing or self.kind:
            return ()
        return tuple(kind for kind in PASSING_KINDS if kind != ErrorEntry.Kind.HANDED or not self.words.strip())


@dataclass(frozen=True, slots=True)
class Searched:
    """How what was looked for differs from what was typed: the words that were `left_out`, and those `mended`, each
    with what stood in for it. `is_loose`: words were given up and mended as it went, and nothing tells which."""

    left_out: tuple[str, ...] = ()
    mended: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    is_loose: bool = False

    @property
    def is_as_typed(self) -> bool:
        return not (self.left_out or self.mended or self.is_loose)


@dataclass(frozen=True, slots=True)
class Hits:
    """`ids` of entries, best first; `facets`: name -> value -> count, each counted as if its own filter were off;
    `marked`: id -> message with MARK and UNMARK around matched words; `searched`: what they were found by."""

    ids: list[str] = field(default_factory=list)
    total: int = 0
    facets: dict[str, dict[str, int]] = field(default_factory=dict)
    marked: dict[str, str] = field(default_factory=dict)
    searched: Searched = field(default_factory=Searched)


class Backend(Protocol):
    """Raises only SearchFailed."""

    name: str

    def search(self, request: Request) -> Hits: ...

    def suggest(self, words: str, *, project: str, limit: int) -> list[str]:
        """Entries for a query that is still being typed: its last word may be unfinished."""
        ...

    def candidates(self, words: Sequence[str], *, limit: int) -> list[str]:
        """Entries that share rare words with a message; typos are tolerated. The best first."""
        ...
