"""Find the entries that a reader of one entry wants next, the most useful first, each with its reason.

Candidates are the nearest statements of the same file, the raisers of the same exception class or its bases, and
entries that say a telling word of this one's message or conditions: all in the entry's own project, each bounded.
Then they are ranked and thinned here. Reads only.
"""

from __future__ import annotations

import builtins
import keyword
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.db import connection
from django.db.models import F
from django.db.models.functions import Abs
from rapidfuzz.distance import Indel

from kb.guards import deciding, texts
from kb.models import ErrorEntry, RaiseSite, SearchWord
from kb.text import words

MOST_NEAR: Final = 40
MOST_OF_A_CLASS: Final = 20
MOST_SHARING: Final = 40
MOST_WORDS: Final = 8
# A word that more documents hold than this tells nothing, and would cost a walk through all of them.
MOST_DOCUMENTS: Final = 3000
MOST_OF_A_WORD: Final = 40
LEAST_BITS: Final = 1.5
# Share of words, in order, from which on two messages count as copies of each other.
COPY: Final = 0.85

_HOLE: Final = re.compile(r"\{[^{}]*\}")
# Names that conditions are made of, whatever they are about.
_EVERYWHERE: Final = frozenset(
    name.lower() for name in (*keyword.kwlist, *dir(builtins), "self", "cls", "args", "kwargs")
)
# Messages (A) and conditions (D) of current entries in the project's own code, for each word.
_SHARING: Final = (
    "SELECT w.word, d.entry_id FROM unnest(%s::text[], %s::text[]) w(word, query) CROSS JOIN LATERAL"
    " (SELECT entry_id FROM kb_searchdocument WHERE words @@ w.query::tsquery AND project_id = %s"
    " AND is_current AND is_source AND entry_id <> %s LIMIT %s) d"
)


@dataclass(frozen=True)
class Related:
    """`reason` says in a few words what ties the two together; `title` is the other's heading."""

    id: str
    url: str
    api_url: str
    title: str
    exc_type: str
    path: str
    line: int
    reason: str


@dataclass(frozen=True)
class _Here:
    """The entry that neighbours are sought for. `telling`: words it says, each with how much sharing one tells (bits),
    `sharing`: who shares them."""

    entry: ErrorEntry
    site: RaiseSite
    telling: dict[str, float]
    sharing: dict[str, float]


@dataclass(frozen=True)
class _Found:
    score: float
    reason: str
    entry: ErrorEntry
    site: RaiseSite


def related_entries(entry: ErrorEntry, limit: int = 5) -> list[Related]:
    """At most `limit` neighbours that stand in the current Pin; `entry` must come with its site. At most 5 queries."""
    if entry.site is None:
        return []
    here = _Here(entry, entry.site, *_sharing(entry, entry.site))
    ranked = sorted(_ranked(here), key=lambda found: (-found.score, found.entry.id))
    return [_related(found) for found in _thinned(ranked, limit)]


def _sharing(entry: ErrorEntry, site: RaiseSite) -> tuple[dict[str, float], dict[str, float]]:
    """How much each of the rarest words of the message and its conditions tells, and how much each entry shares.

    A word tells as many bits as it narrows the project down: none when MOST_OF_A_WORD entries or more say it.
    """
    said = {word for word in {*words(_literals(entry.message)), *_options(site)} if len(word) >= 3}
    known = SearchWord.objects.filter(word__in=said, documents__range=(2, MOST_DOCUMENTS))
    rarest = list(known.order_by("documents", "word").values_list("word", flat=True)[:MOST_WORDS])
    queries = [f"'{word}':AD" for word in rarest]  # words hold nothing that tsquery could misread
    sayers: dict[str, list[str]] = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute(_SHARING, [rarest, queries, entry.project_id, entry.pk, MOST_OF_A_WORD])
        for word, entry_id in cursor.fetchall():
            sayers[word].append(entry_id)
    telling = {word: math.log2(MOST_OF_A_WORD / len(ids)) for word, ids in sayers.items()}
    shared: dict[str, float] = defaultdict(float)
    for word, ids in sayers.items():
        for entry_id in ids:
            shared[entry_id] += telling[word]
    return telling, shared


def _literals(message: str) -> str:
    return _HOLE.sub(" ", message)


def _options(site: RaiseSite) -> set[str]:
    """The names and texts that the deciding conditions are about."""
    return {word for guard in _conditions(site) for word in words(guard)} - _EVERYWHERE


def _conditions(site: RaiseSite) -> list[str]:
    return deciding(texts(site.facts.get("guards", ())))


def _candidates(here: _Here) -> Iterable[ErrorEntry]:
    entry, site = here.entry, here.site
    pool = ErrorEntry.objects.current().filter(project=entry.project_id, category=entry.category)
    pool = pool.exclude(pk=entry.pk).select_related("site")
    near = pool.filter(site__pin=site.pin_id, site__path=site.path).order_by(Abs(F("site__line") - site.line), "pk")
    found = list(near[:MOST_NEAR])
    if classes := _own_classes(entry, site):
        found += pool.filter(exc_qualified__in=classes).order_by("pk")[:MOST_OF_A_CLASS]
    if here.sharing:
        best = sorted(here.sharing, key=lambda entry_id: (-here.sharing[entry_id], entry_id))[:MOST_SHARING]
        found += pool.filter(pk__in=best)
    return {other.pk: other for other in found}.values()


def _ranked(here: _Here) -> Iterator[_Found]:
    """Each candidate with its score and the reason that counts most."""
    for other in _candidates(here):
        ties = list(_ties(here, other, other.site)) if other.site else []
        if other.site and ties:
            best, reason = max(ties)
            rest = sum(weight for weight, _ in ties) - best
            yield _Found(best + 0.3 * rest, reason, other, other.site)


def _ties(here: _Here, entry: ErrorEntry, site: RaiseSite) -> Iterator[tuple[float, str]]:
    """What ties the two together, each with how much it says."""
    is_near = here.site.path == site.path
    options = {word: here.telling[word] for word in _options(here.site) & _options(site) if word in here.telling}
    bits = max(options.values(), default=0)
    if conditions := [guard for guard in _conditions(here.site) if guard in _conditions(site)]:
        # The same words elsewhere need not mean the same, unless they are rare ones.
        yield 5 if is_near else 1 + 0.7 * bits, f"same condition: {conditions[-1]}"
    elif bits >= LEAST_BITS:
        yield 1 + 0.6 * bits, f"same option: {max(options, key=lambda word: (options[word], word))}"
    if is_near:
        yield _place(here.site, site)
    if classes := [name for name in _own_classes(here.entry, here.site) if name in _own_classes(entry, site)]:
        yield 1.5, f"same kind of exception: {classes[0].rpartition('.')[2]}"
    said = dict.fromkeys(word for word in words(_literals(entry.message)) if word in here.telling)
    if (bits := sum(here.telling[word] for word in said)) >= LEAST_BITS:
        named = sorted(said, key=lambda word: -here.telling[word])[:3]
        rare = [word for word in named if here.telling[word] >= 1] or named[:1]
        yield min(4.5, 1 + 0.5 * bits), f"similar text: {', '.join(rare)}"


def _place(here: RaiseSite, there: RaiseSite) -> tuple[float, str]:
    closeness = 10 / (10 + abs(here.line - there.line))
    owner = here.qualname.rpartition(".")[0]
    if here.qualname == there.qualname and here.qualname != "<module>":
        return 3.5 + closeness, f"same function: {here.qualname}"
    if owner and owner == there.qualname.rpartition(".")[0]:
        return 2.5 + closeness, f"same class: {owner}"
    return 1 + closeness, "same file"


def _own_classes(entry: ErrorEntry, site: RaiseSite) -> list[str]:
    """The class and its bases, nearest first, without Python's own: that two raise ValueError ties nothing."""
    classes = [entry.exc_qualified, *site.facts.get("bases", ())]
    return [name for name in classes if "." in name and not name.startswith("builtins.")]


def _thinned(ranked: Iterable[_Found], limit: int) -> Iterator[_Found]:
    """The first `limit` that do not repeat what stands before them."""
    shown: list[list[str]] = []
    for found in ranked:
        said = words(found.entry.message)
        if any(Indel.normalized_similarity(said, before) >= COPY for before in shown):
            continue
        shown.append(said)
        yield found
        if len(shown) == limit:
            return


def _related(found: _Found) -> Related:
    return Related(
        id=found.entry.id,
        url=found.entry.get_absolute_url(),
        api_url=found.entry.api_url,
        title=found.entry.heading,
        exc_type=found.entry.exc_type,
        path=found.site.path,
        line=found.site.line,
        reason=found.reason,
    )
