"""Search on PostgreSQL alone: the default, and what answers when the search server does not.

Words are matched through the inverted index on SearchDocument.words; at most MOST_HITS matches are ranked, so that the
cost of a query does not follow the size of the corpus. When a query finds nothing, unknown words are mended from the
vocabulary, then the commonest words are given up one after another.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NamedTuple

from django.db import OperationalError, connection, transaction

from kb.search import highlights, vocabulary
from kb.search.documents import quoted
from kb.search.protocol import FACETS, MOST_FACETS, MOST_HITS, Hits, Request, Searched, SearchFailed
from kb.search.terms import Term, beyond, is_unfinished, terms_of

TIMEOUT_MS = 1500
MOST_OF_A_WORD = 300  # documents read of one candidate word
RARE_WORDS = 6

# How much a match counts, by what of the entry says the word: {options, place, type, message}.
_WEIGHTS = "{0.1, 0.25, 0.7, 1.0}"
_RANK = f"ts_rank_cd('{_WEIGHTS}', d.words, %(query)s::tsquery, 1)"
_FOUND = (
    "SELECT d.entry_id, p.owner || '/' || p.name, d.exc_type, d.kind, d.is_current, {rank}"
    " FROM kb_searchdocument d JOIN kb_project p ON p.id = d.project_id WHERE {narrowed} LIMIT %(most)s"
)
_SHARING = (
    "SELECT w.word, d.entry_id FROM unnest(%s::text[], %s::text[]) w(word, query) CROSS JOIN LATERAL"
    " (SELECT entry_id FROM kb_searchdocument WHERE words @@ w.query::tsquery LIMIT %s) d"
)


class _Found(NamedTuple):
    id: str
    project: str
    exc_type: str
    kind: str
    is_current: bool
    rank: float


class PostgresBackend:
    name = "postgres"

    def search(self, request: Request) -> Hits:
        terms = terms_of(request.words)
        if request.words.strip() and not terms:
            return Hits()
        with _bounded():
            for query, searched in _queries(terms, unfinished=is_unfinished(request.words)):
                if found := _find(request, query):
                    left_out = (*searched.left_out, *beyond(request.words))
                    return replace(_hits(request, query, found), searched=replace(searched, left_out=left_out))
        return Hits()

    def suggest(self, words: str, *, project: str, limit: int) -> list[str]:
        request = Request(words=words, project=project, size=limit)
        return self.search(request).ids if terms_of(words) else []

    def candidates(self, words: Sequence[str], *, limit: int) -> list[str]:
        with _bounded():
            counts = vocabulary.counts(words)
            near = _near(words, counts, RARE_WORDS)
            counts |= vocabulary.counts([known for mended in near.values() for known in mended])
            rarest = sorted(counts, key=lambda word: (counts[word], word))[:RARE_WORDS]
            with connection.cursor() as cursor:
                cursor.execute(_SHARING, [rarest, [quoted(word) for word in rarest], MOST_OF_A_WORD])
                pairs = cursor.fetchall()
        weights: dict[str, float] = defaultdict(float)
        for word, entry_id in pairs:
            weights[entry_id] += 1 / math.log(2 + counts[word])
        return sorted(weights, key=lambda entry_id: (-weights[entry_id], entry_id))[:limit]


def mended(words: Sequence[str], most: int) -> dict[str, str]:
    """For the first of the words that no entry says, `most` of them, the nearest one that entries do say, if any is
    near. What holds digits is mostly a value, and left alone. Raises SearchFailed."""
    words = [word for word in words if not any(map(str.isdigit, word))]
    with _bounded():
        near = _near(words, vocabulary.counts(words), most)
    return {word: known[0] for word, known in near.items()}


def _near(words: Sequence[str], counts: Mapping[str, int], most: int) -> dict[str, list[str]]:
    return vocabulary.mended([word for word in words if word not in counts][:most])


@contextmanager
def _bounded() -> Iterator[None]:
    """A transaction whose statements end after TIMEOUT_MS; raises SearchFailed then."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL statement_timeout = {TIMEOUT_MS}")
            yield
            cursor.execute("SET LOCAL statement_timeout = DEFAULT")  # where a transaction was open, it goes on
    except OperationalError as error:
        raise SearchFailed(f"PostgreSQL: {type(error).__name__}") from error


def _queries(terms: Sequence[Term], *, unfinished: bool) -> Iterator[tuple[str, Searched]]:
    """tsqueries to try in turn: all words as typed, misspelt ones mended, then without the commonest ones."""
    if not terms:
        yield "", Searched()
        return
    forms = {term: _form(term) for term in terms}
    if unfinished:
        last = terms[-1]
        forms[last] = " | ".join([forms[last], *map(quoted, vocabulary.starting_with(last.word))])
    yield _all(forms.values()), Searched()
    counts = vocabulary.counts([term.word for term in terms])
    near = vocabulary.mended([term.word for term in terms if term.word not in counts])
    if near:
        forms |= {term: " | ".join(map(quoted, near[term.word])) for term in terms if term.word in near}
        yield _all(forms.values()), _searched(terms, near, terms)
    known = [term for term in terms if term.word in counts or term.word in near or term.parts]
    known.sort(key=lambda term: counts.get(term.word, 0))
    for count in range(len(known) - (len(known) == len(terms)), 0, -1):
        yield _all(forms[term] for term in known[:count]), _searched(terms, near, known[:count])


def _searched(terms: Sequence[Term], near: Mapping[str, list[str]], kept: Sequence[Term]) -> Searched:
    """`kept` of the `terms` were looked for, those in `near` by what stands there."""
    words = [term.word for term in terms if term in kept]
    mended = {word: tuple(near[word]) for word in words if word in near}
    return Searched(tuple(term.word for term in terms if term not in kept), mended)


def _form(term: Term) -> str:
    if not term.parts:
        return quoted(term.word)
    return f"{quoted(term.word)} | ({' & '.join(map(quoted, term.parts))})"


def _all(forms: Iterable[str]) -> str:
    return " & ".join(f"({form})" for form in forms)


def _find(request: Request, query: str) -> list[_Found]:
    narrowed, values = _narrowed(request, query)
    statement = _FOUND.format(rank=_RANK if query else "0", narrowed=" AND ".join(narrowed))
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return [_Found(*row) for row in cursor.fetchall()]


def _narrowed(request: Request, query: str) -> tuple[list[str], dict[str, Any]]:
    """Conditions, and the values that they name."""
    owner, _, name = request.project.partition("/")
    values = {
        "query": query, "owner": owner, "name": name, "exc_type": request.exc_type, "kind": request.kind,
        "path": request.path, "most": MOST_HITS, "left_out": list(request.left_out),
    }  # fmt: skip
    conditions = {
        "d.words @@ %(query)s::tsquery": query,
        "d.project_id = (SELECT id FROM kb_project WHERE owner = %(owner)s AND name = %(name)s)": request.project,
        "d.exc_type = %(exc_type)s": request.exc_type,
        "d.kind = %(kind)s": request.kind,
        "d.kind <> ALL(%(left_out)s)": request.left_out,
        "d.path = %(path)s": request.path and not request.path.endswith("/"),
        "starts_with(d.path, %(path)s)": request.path.endswith("/"),
        "d.is_source": not request.path,
    }
    return [condition for condition, applies in conditions.items() if applies] or ["true"], values


def _hits(request: Request, query: str, found: list[_Found]) -> Hits:
    found.sort(key=lambda hit: (not hit.is_current, -hit.rank, hit.id))
    ids = [hit.id for hit in found[request.offset : request.offset + request.size]]
    facets = {}
    for name in FACETS:
        # A facet's other values are shown too, so that one can be changed for another.
        rows = _find(_without(request, name), query) if getattr(request, name) else found
        counted = Counter(getattr(hit, name) for hit in rows)
        facets[name] = {value: count for value, count in counted.most_common(MOST_FACETS) if value}
    return Hits(ids, len(found), facets, highlights.of_entries(ids, query))


def _without(request: Request, name: str) -> Request:
    changes: dict[str, Any] = {name: ""}
    return replace(request, **changes)
