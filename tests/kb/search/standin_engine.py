"""The stand-in's index: how Meilisearch reads a query, finds, ranks, narrows and counts. Small corpora only."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rapidfuzz.distance import DamerauLevenshtein

MOST_TERMS = 10
SEPARATORS = "!\"#%&'()*+,-./:;?@[\\]_{}` \t\n"  # `$ < = > ^ | ~` are none, whatever the manual says


class QueryRefused(Exception):
    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Term(NamedTuple):
    words: tuple[str, ...]  # several for a phrase
    is_phrase: bool
    is_prefix: bool


@dataclass
class Index:
    documents: dict[str, dict[str, Any]] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)

    def configure(self, settings: dict[str, Any]) -> None:
        self.settings |= settings

    def add(self, documents: list[dict[str, Any]]) -> None:
        if any(not re.fullmatch(r"[A-Za-z0-9_-]{1,511}", str(one.get("id", ""))) for one in documents):
            raise QueryRefused("invalid_document_id")
        self.documents |= {one["id"]: one for one in documents}

    def delete(self, condition: str) -> None:
        for key in [key for key, one in self.documents.items() if self._holds(condition, one)]:
            del self.documents[key]

    def search(self, query: dict[str, Any]) -> dict[str, Any]:
        terms, negative = self._read(query.get("q") or "")
        kept = [
            one
            for one in self.documents.values()
            if all(self._holds(condition, one) for condition in query.get("filter") or [])
            and not any(self._cost(Term((word,), False, False), one) is not None for word in negative)
        ]
        strategy = query.get("matchingStrategy", "last")
        found = self._matching(terms, kept, strategy) if terms else kept
        found = found[: self.settings.get("pagination", {}).get("maxTotalHits", 1000)]
        start, size = query.get("offset", 0), query.get("limit", 20)
        hits = [self._hit(one, terms, query) for one in found[start : start + size]]
        facets = {name: self._facet(name, found) for name in query.get("facets") or []}
        return {"hits": hits, "estimatedTotalHits": len(found), "facetDistribution": facets}

    def _words(self, text: str) -> list[str]:
        separators = SEPARATORS + "".join(self.settings.get("separatorTokens", []))
        plain = "".join(c for c in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(c))
        return [word for word in re.split(f"[{re.escape(separators)}]+", plain) if word]

    def _read(self, text: str) -> tuple[list[Term], list[str]]:
        terms: list[Term] = []
        negative: list[str] = []
        for number, part in enumerate(text.split('"')):
            if number % 2:  # within quotes, or after one that is never closed
                if words := self._words(part):
                    terms.append(Term(tuple(words), True, False))
                continue
            for token in re.finditer(r"\S+", part):
                before = part[: token.start()]
                if re.match(r"-\w", token[0]) and (not before or before[-1].isspace()):
                    negative += self._words(token[0])
                else:
                    terms += [Term((word,), False, False) for word in self._words(token[0])]
        if terms and not terms[-1].is_phrase and text[-1] not in SEPARATORS:
            terms[-1] = terms[-1]._replace(is_prefix=True)
        return terms[:MOST_TERMS], negative

    def _matching(
        self, terms: list[Term], kept: list[dict[str, Any]], strategy: str
    ) -> list[tuple[Any, dict[str, Any]]]:
        costs = {id(one): [self._cost(term, one) for term in terms] for one in kept}
        order = self._order_of_need(terms, costs.values(), strategy)
        needed = {at for at, term in enumerate(terms) if term.is_phrase} or set(order[:1])
        ranked = []
        for one in kept:
            cost = costs[id(one)]
            had = next((n for n, at in enumerate(order) if cost[at] is None), len(order))
            least = len(order) if strategy == "all" else 1
            if had < least or any(cost[at] is None for at in needed):
                continue
            typos = sum(found[0] for found in cost if found)
            attribute = min((found[1] for found in cost if found), default=0)
            ranked.append(((-had, -one.get("is_current", 1), typos, attribute, one["id"]), one))
        return [one for _, one in sorted(ranked, key=lambda pair: pair[0])]

    def _order_of_need(self, terms: list[Term], costs: Iterable[list[Any]], strategy: str) -> list[int]:
        """The terms from the one that is given up last to the one that goes first."""
        order = list(range(len(terms)))
        if strategy == "frequency":
            costs = list(costs)
            hits = [sum(cost[at] is not None for cost in costs) for at in order]
            order.sort(key=lambda at: (hits[at] == 0, hits[at]))
        return order

    def _cost(self, term: Term, one: dict[str, Any]) -> tuple[int, int] | None:
        """(typos, place of the attribute) of the best match, None if there is none."""
        best: tuple[int, int] | None = None
        for place, name in enumerate(self.settings.get("searchableAttributes", one)):
            words = self._words(str(one.get(name, "")))
            typos = self._phrase(term, words) if term.is_phrase else self._typos(term, words, name)
            if typos is not None and (best is None or (typos, place) < best):
                best = (typos, place)
        return best

    def _phrase(self, term: Term, words: list[str]) -> int | None:
        size = len(term.words)
        return 0 if any(tuple(words[at : at + size]) == term.words for at in range(len(words))) else None

    def _typos(self, term: Term, words: list[str], attribute: str) -> int | None:
        sought, tolerance = term.words[0], self.settings.get("typoTolerance", {})
        sizes = tolerance.get("minWordSizeForTypos", {"oneTypo": 5, "twoTypos": 9})
        most = (len(sought) >= sizes["oneTypo"]) + (len(sought) >= sizes["twoTypos"])
        if attribute in tolerance.get("disableOnAttributes", []):
            most = 0
        found = [self._distance(sought, word, is_prefix=term.is_prefix) for word in words]
        return min((typos for typos in found if typos <= most), default=None)

    def _distance(self, sought: str, word: str, *, is_prefix: bool) -> int:
        if word == sought or (is_prefix and word.startswith(sought)):
            return 0
        distance = DamerauLevenshtein.distance(sought, word)
        return distance + (word[:1] != sought[:1])  # a wrong first letter counts twice

    def _holds(self, condition: str, one: dict[str, Any]) -> bool:
        match = re.fullmatch(r"(\w+) (=|!=|NOT IN) (.*)", condition)
        if not match or match[1] not in self.settings.get("filterableAttributes", []):
            raise QueryRefused("invalid_search_filter")
        name, operator, right = match.groups()
        wanted = [re.sub(r"\\(.)", r"\1", text) for text in re.findall(r'"((?:[^"\\]|\\.)*)"', right)] or [right]
        has = one.get(name)
        values = {str(value).lower() for value in (has if isinstance(has, list) else [has])}
        holds = any(value.lower() in values for value in wanted)
        return holds if operator == "=" else not holds

    def _facet(self, name: str, found: Iterable[dict[str, Any]]) -> dict[str, int]:
        if name not in self.settings.get("filterableAttributes", []):
            raise QueryRefused("invalid_search_facets")
        most = self.settings.get("faceting", {}).get("maxValuesPerFacet", 100)
        return dict(Counter(one[name] for one in found if one.get(name)).most_common(most))

    def _hit(self, one: dict[str, Any], terms: list[Term], query: dict[str, Any]) -> dict[str, Any]:
        shown = {name: one.get(name) for name in query.get("attributesToRetrieve", one)}
        if names := query.get("attributesToHighlight"):
            tags = query["highlightPreTag"], query["highlightPostTag"]
            formatted = {name: self._marked(str(one.get(name, "")), terms, tags) for name in names}
            shown["_formatted"] = formatted | {"id": one["id"]}
        return shown

    def _marked(self, text: str, terms: list[Term], tags: tuple[str, str]) -> str:
        sought = [Term((word,), False, term.is_prefix) for term in terms for word in term.words]

        def mark(match: re.Match[str]) -> str:
            words = self._words(match[0])
            hit = any(self._typos(term, words, "") is not None for term in sought)
            return f"{tags[0]}{match[0]}{tags[1]}" if hit else match[0]

        return re.sub(r"[^\W_]+", mark, text)
