"""The entries of a file -> what there is to say of each, as it is stored. Pure.

What goes wrong with one entry costs that entry alone.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final, NamedTuple

from ingest.explain.evidence import Reader
from ingest.explain.facts import Evidence, Fact, Proof
from ingest.explain.fence import fenced
from ingest.explain.hashing import evidence_hash
from ingest.explain.index import Index
from ingest.explain.static import Explained, explain
from ingest.explain.stored import StoredSite, bare
from ingest.machine import rarely_collected
from ingest.wording import storable

_TEST: Final = ("path", "line", "test", "expects", "code", "quote")
_LIMIT: Final = 4_000  # characters of one text


class Row(NamedTuple):
    """An entry that is to be explained, with what the Pin's tests expect of it."""

    id: str
    site: StoredSite
    proofs: tuple[Proof, ...] = ()


class Known(NamedTuple):
    """The Evidence of an entry, and what was asked of the Pin's files for it; `is_read`: nothing went wrong."""

    id: str
    evidence: Evidence
    asked: set[str]
    is_read: bool


class Said(NamedTuple):
    """Explanation.body and evidence_hash; `is_lasting`: they hold as long as what was asked has the same answers."""

    id: str
    body: dict[str, Any]
    evidence_hash: str
    asked: list[str]
    is_lasting: bool


def said(index: Index, path: str, rows: Sequence[Row]) -> list[Said]:
    """What there is to say of some of the entries that stand in a file of the Pin."""
    return list(map(_said, known(index, path, rows)))


def said_of_rows(rows: Sequence[Row]) -> list[Said]:
    """What the rows alone say, where reading the file is out of the question."""
    return [_said(Known(row.id, _with_proofs(bare(row.site), row), set(), is_read=False)) for row in rows]


def known(index: Index, path: str, rows: Sequence[Row]) -> list[Known]:
    with index.noting() as of_all:
        opened = fenced(lambda: [_reader(path, index)], path)
    found = []
    for row in rows:
        with index.noting() as of_this:
            read = _evidence(opened[0], row.site) if opened else None
        evidence = _with_proofs(read or bare(row.site), row)
        found.append(Known(row.id, evidence, of_all | of_this, is_read=read is not None))
    return found


def _reader(path: str, index: Index) -> Reader | None:
    source = index.source(path)
    return Reader(source, index) if source else None


def _with_proofs(evidence: Evidence, row: Row) -> Evidence:
    return replace(evidence, proofs=row.proofs) if row.proofs else evidence


def _evidence(reader: Reader | None, site: StoredSite) -> Evidence | None:
    """None if reading it went wrong."""
    return fenced(lambda: reader.evidence(site) if reader else bare(site), f"{site.path}:{site.line}")


def _said(one: Known) -> Said:
    evidence = one.evidence
    place = f"{evidence.path}:{evidence.line}"
    body = fenced(lambda: _storable(explain(evidence)), place)
    hashed = fenced(lambda: evidence_hash(evidence), place)
    # A name may hold half a character, which goes into no message between processes and no row.
    asked = sorted(storable(question, _LIMIT) for question in one.asked)
    # What went wrong may go well the next time.
    return Said(one.id, body or {}, hashed or "", asked, one.is_read and body is not None and hashed is not None)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Around reading the files of a Pin."""
    with warnings.catch_warnings(), rarely_collected():
        warnings.simplefilter("ignore")  # Python's parser warns of what upstream wrote
        yield


def _storable(explained: Explained) -> dict[str, Any]:
    sentences = [
        {
            "part": sentence.part,
            "text": storable(sentence.text, _LIMIT),
            "sources": [_place(fact) for fact in sentence.sources],
            **({"is_named": True} if sentence.is_named else {}),
        }
        for sentence in explained.sentences
    ]
    options = [
        {
            "name": storable(binding.key, _LIMIT),
            "owner": storable(binding.owner, _LIMIT),
            "default": None if binding.default is None else storable(binding.default, _LIMIT),
            "allowed": [storable(value, _LIMIT) for value in (binding.choices.values if binding.choices else ())],
            "help": storable(binding.help, _LIMIT),
            "source": _place(binding.facts[0]),
        }
        for binding in explained.options
        if binding.facts
    ]
    code = {name: storable(getattr(explained, name), _LIMIT) for name in ("example_fix", "trigger_code", "guard_code")}
    tests = [{name: _stored_text(getattr(proof, name)) for name in _TEST} for proof in explained.proofs]
    body = {"sentences": sentences, "options": options, **code, "tests": tests}
    return {name: value for name, value in body.items() if value}


def _stored_text(value: str | int) -> str | int:
    return value if isinstance(value, int) else storable(value, _LIMIT)


def _place(fact: Fact) -> list[Any]:
    return [fact.path, fact.line, storable(fact.quote, _LIMIT)]
