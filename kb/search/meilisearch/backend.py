"""Search on Meilisearch.

What the server would misread is taken out before it sees it (`kb.search.terms`): it reads ten words, takes a quote for
a phrase that must be there, a dash before a word for "without it", and a query without words for "everything".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from kb.search.meilisearch.breaker import Breaker
from kb.search.meilisearch.gateway import Gateway
from kb.search.protocol import FACETS, MARK, MOST_HITS, UNMARK, Hits, Request, Searched
from kb.search.terms import MOST_TERMS, beyond, is_unfinished, terms_of

LONGEST_WORD = 60
CROPPED_WORDS = 60


class MeilisearchBackend:
    name = "Meilisearch"

    def __init__(self, gateway: Gateway, breaker: Breaker) -> None:
        self._gateway = gateway
        self.breaker = breaker

    def search(self, request: Request) -> Hits:
        words = query_of(request.words)
        if request.words.strip() and not words:
            return Hits()
        narrowed = [name for name in FACETS if getattr(request, name)]
        main = _query(words, filters(request), request.offset, request.size) | {
            "attributesToHighlight": ["message"],
            "highlightPreTag": MARK,
            "highlightPostTag": UNMARK,
        }
        # A facet's other values are shown too, so that one can be changed for another.
        others = [_query(words, filters(request, without=name), 0, 0) for name in narrowed]
        first, *rest = self._ask([main, *others])
        facets = dict(first.get("facetDistribution") or {})
        for name, result in zip(narrowed, rest, strict=True):
            facets[name] = (result.get("facetDistribution") or {}).get(name, {})
        total = min(int(first.get("estimatedTotalHits") or 0), MOST_HITS)
        ids = [str(hit["id"]) for hit in first["hits"]]
        marked = {str(hit["id"]): str(hit["_formatted"]["message"]) for hit in first["hits"]} if words else {}
        searched = Searched(left_out=beyond(request.words), is_loose=bool(words))
        return Hits(ids, total, {name: _ordered(facets.get(name, {})) for name in FACETS}, marked, searched)

    def suggest(self, words: str, *, project: str, limit: int) -> list[str]:
        typed = query_of(words)
        if not typed:
            return []
        query = _query(typed, filters(Request(words, project=project)), 0, limit, facets=False)
        return [str(hit["id"]) for hit in self._ask([query])[0]["hits"]]

    def candidates(self, words: Sequence[str], *, limit: int) -> list[str]:
        """Both ends of the message, since only ten words are read, each with its commonest words given up first."""
        plain = (re.sub(r"\W+", " ", word).strip() for word in words)
        kept = [word for word in plain if 0 < len(word) <= LONGEST_WORD]
        ends = dict.fromkeys((" ".join(kept[:MOST_TERMS]), " ".join(kept[-MOST_TERMS:])))
        queries = [_query(f"{end} ", [], 0, limit, facets=False) for end in ends if end]
        found = [[str(hit["id"]) for hit in result["hits"]] for result in self._ask(queries)] if queries else []
        best = [entry_id for rank in range(limit) for ids in found for entry_id in ids[rank : rank + 1]]
        return list(dict.fromkeys(best))[:limit]

    def _ask(self, queries: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return self.breaker.run(lambda: self._gateway.search(queries))


def query_of(typed: str) -> str:
    """The words with nothing that is syntax; a space at the end says that the last one is finished."""
    words = " ".join(term.word for term in terms_of(typed))
    return words if not words or is_unfinished(typed) else f"{words} "


def filters(request: Request, without: str = "") -> list[str]:
    """Conditions that all hold; `without` leaves out one facet's."""
    conditions = [
        f"{name} = {quoted(getattr(request, name))}" for name in FACETS if name != without and getattr(request, name)
    ]
    conditions += [f"kind != {quoted(kind)}" for kind in request.left_out]
    conditions.append(f"places = {quoted(request.path)}" if request.path else "is_source = true")
    return conditions


def quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _query(words: str, narrowed: list[str], offset: int, size: int, *, facets: bool = True) -> dict[str, Any]:
    return {
        "q": words,
        "filter": narrowed,
        "offset": offset,
        "limit": size,
        "attributesToRetrieve": ["id"],
        "attributesToCrop": ["message"],
        "cropLength": CROPPED_WORDS,
        # The default strategy never gives up the first word, however wrong that is.
        "matchingStrategy": "frequency",
        **({"facets": list(FACETS)} if facets else {}),
    }


def _ordered(facet: dict[str, int]) -> dict[str, int]:
    return {value: count for value, count in sorted(facet.items(), key=lambda pair: (-pair[1], pair[0])) if value}
