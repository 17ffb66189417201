"""What makes a site itself: its key, and the id that an entry keeps for life. Pure.

A key is minted from (project, path, qualname, type, wording, ordinal among equal ones); the project in lower case. It
depends on nothing that may change with the code here, above all not on `kb.text`: an id that was handed out must be
found again by every version.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from ingest.wording import digest


@dataclass(frozen=True, slots=True)
class Site:
    """What ties a statement at one Pin to one at another."""

    path: str
    qualname: str
    exc: str  # the exception's own name, or the kind of a statement that names none
    text: str  # the first wording, "" if it is not known
    guards: tuple[str, ...] = ()
    words: int = 0  # fixed words of the text
    line: int = 0
    column: int = 0
    blob: str = ""

    @property
    def wording(self) -> str:
        """The text without the line breaks and indents that a formatter may change."""
        return " ".join(self.text.split())

    @property
    def likeness(self) -> tuple[str, str, str, str]:
        """What equal sites share; the ordinal tells them apart."""
        return (self.path, self.qualname, self.exc, self.wording)


def keys(slug: str, sites: Sequence[Site]) -> list[str]:
    """The key of each site of one Pin. Equal sites are counted in the order of their lines."""
    seen: Counter[tuple[str, ...]] = Counter()
    slug = slug.lower()
    found = [""] * len(sites)
    for index in sorted(range(len(sites)), key=lambda i: (sites[i].path, sites[i].line, sites[i].column)):
        likeness = sites[index].likeness
        found[index] = digest(slug, *likeness, seen[likeness])
        seen[likeness] += 1
    return found


def mint(slug: str, wanted: Iterable[tuple[Site, str]], taken: set[str], keys: Container[str]) -> Iterator[str]:
    """An id for each (site, key): the key, unless an entry goes by it; then that of the next ordinal which is no key.

    That happens when an equal statement is put in front of one that is known: the newcomer gets the first ordinal's
    key, by which the known entry goes for life. `taken` grows by the ids that are given out; `keys` are all of the Pin.
    """
    slug = slug.lower()
    for site, key in wanted:
        others = (digest(slug, *site.likeness, ordinal) for ordinal in count())
        chosen = key if key not in taken else next(i for i in others if i not in taken and i not in keys)
        taken.add(chosen)
        yield chosen
