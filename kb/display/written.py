"""The stored Explanation of an entry, with the address of every place that it cites.

Of several, the one that a person pinned is shown, else a person's, else an LLM's that is up to date, else the static
one. Where an LLM says nothing, the static one does: each sentence tells its origin. A person's silence is kept, but the
facts that no one words are always there: options, upstream's tests, the conditions as code.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.db.models import Prefetch

from kb.display.explanation import Citation, Explanation, Option, Sentence, Test, place, stated
from kb.display.permalinks import permalink
from kb.models import ErrorEntry, Pin
from kb.models import Explanation as Stored
from kb.search.rows import fetch

Origin = Stored.Origin
# Whose word counts most. What an LLM wrote of code that has changed since is worth less than what the code says now.
_RANK: Final = {Origin.HUMAN: 0, Origin.LLM: 1, Origin.STATIC: 2}
_STALE_LLM: Final = 3
_FACTS: Final = ("options", "tests", "trigger_code")
_CODE: Final = ("example_fix", "guard_code")
# What `_shown` reads, as _EXPLAINED gives it.
_OF_PIN: Final = ("sha", "source", "source_kind", "kept_at")
_OF_STORED: Final = ("origin", "model", "made_at", "is_stale", "is_pinned", "approved_at")
# Statements, since each match asks one: putting a queryset's together takes longer than its answer.
_EXPLAINED: Final = """
SELECT x.entry_id, p.repository_url, x.body, n.sha, n.source, n.source_kind, n.kept_at,
    x.origin, x.model, x.made_at, x.is_stale, x.is_pinned, x.approved_at
FROM kb_explanation x JOIN kb_pin n ON n.id = x.pin_id JOIN kb_project p ON p.id = n.project_id
WHERE x.entry_id = ANY(%s) AND NOT x.is_hidden
"""
_UNEXPLAINED: Final = """
SELECT e.id, n.sha, e.kind, coalesce(nullif(e.exc_qualified, ''), e.exc_type), p.owner || '/' || p.name, s.qualname,
    s.path, s.facts
FROM kb_errorentry e JOIN kb_project p ON p.id = e.project_id LEFT JOIN kb_raisesite s ON s.id = e.site_id
    JOIN kb_pin n ON n.id = coalesce(s.pin_id, e.first_pin_id)
WHERE e.id = ANY(%s)
"""


def stored_explanations() -> Prefetch[Any]:
    """What `written` reads of entries, for all of a queryset in one query; a pin for each row of it."""
    return Prefetch("explanations", Stored.objects.select_related("pin"))


def written_of(entry_ids: Iterable[str]) -> dict[str, Explanation]:
    """What is written of each of the entries with these ids, those that exist, in two queries at most."""
    ids = list(entry_ids)
    found = _explained(ids)
    others = [entry_id for entry_id in ids if entry_id not in found]
    return found | _unexplained(others) if others else found


def _explained(entry_ids: Sequence[str]) -> dict[str, Explanation]:
    rows: dict[str, list[Stored]] = defaultdict(list)
    addresses: dict[str, str] = {}
    for entry_id, addresses[entry_id], body, *columns in fetch(_EXPLAINED, [entry_ids]):
        pin = Pin(**dict(zip(_OF_PIN, columns, strict=False)))
        told = dict(zip(_OF_STORED, columns[len(_OF_PIN) :], strict=True))
        rows[entry_id].append(Stored(pin=pin, body=json.loads(body), **told))
    return {entry_id: _best(those, addresses[entry_id]) for entry_id, those in rows.items()}


def _unexplained(entry_ids: Sequence[str]) -> dict[str, Explanation]:
    found = {}
    for entry_id, sha, kind, exception, slug, qualname, path, facts in fetch(_UNEXPLAINED, [entry_ids]):
        where = slug if path is None else place(qualname, path)
        found[entry_id] = replace(stated(kind, exception, where, json.loads(facts or "{}")), pin=sha)
    return found


def written(entry: ErrorEntry, where: str, facts: Mapping[str, Any]) -> Explanation:
    """What is stored; else what the facts of its site alone say. `entry` holds its explanations and their pins."""
    rows = [row for row in entry.explanations.all() if not row.is_hidden]
    if rows:
        return _best(rows, entry.project.repository_url)
    pin = entry.site.pin if entry.site else entry.first_pin
    return replace(stated(entry.kind, entry.exc_qualified or entry.exc_type, where, facts), pin=pin.sha)


def _best(rows: Sequence[Stored], repository_url: str) -> Explanation:
    first, *others = sorted(rows, key=_rank)
    shown = _shown(first, repository_url)
    static = next((row for row in others if row.origin == Origin.STATIC), None)
    return _filled(shown, _shown(static, repository_url)) if static else shown


def _rank(row: Stored) -> tuple[bool, int]:
    is_old = row.origin == Origin.LLM and row.is_stale
    return not row.is_pinned, _STALE_LLM if is_old else _RANK[Origin(row.origin)]


def _filled(shown: Explanation, static: Explanation) -> Explanation:
    """`shown` with what it lacks from `static`: facts that no one words, and where an LLM wrote it, words as well."""
    is_llm = shown.origin == Origin.LLM
    more = [sentence for sentence in static.sentences if is_llm and sentence.part not in shown.said]
    names = (*_FACTS, *_CODE) if is_llm else _FACTS
    lacking = {name: getattr(static, name) for name in names if not getattr(shown, name)}
    return replace(shown, sentences=(*shown.sentences, *more), **lacking)


def _shown(stored: Stored, repository_url: str) -> Explanation:
    links = _Links(stored.pin, repository_url)
    return Explanation(
        origin=stored.origin,
        sentences=tuple(
            Sentence(
                item["part"],
                item["text"],
                tuple(links.citation(place) for place in item.get("sources", ())),
                origin=stored.origin,
            )
            for item in stored.body.get("sentences", ())
        ),
        options=tuple(_option(item, links) for item in stored.body.get("options", ())),
        example_fix=stored.body.get("example_fix", ""),
        guard_code=stored.body.get("guard_code", ""),
        model=stored.model,
        made_at=stored.made_at,
        pin=stored.pin.sha,
        is_stale=stored.is_stale and stored.origin != Origin.STATIC,
        approved_at=stored.approved_at,
        trigger_code=stored.body.get("trigger_code", ""),
        tests=tuple(_test(item, links) for item in stored.body.get("tests", ())),
    )


class _Links:
    """Places at the Pin that an explanation was made from."""

    def __init__(self, pin: Pin, repository_url: str) -> None:
        self.pin, self.repository = pin, repository_url

    def citation(self, place: list[Any]) -> Citation:
        path, line, quote = place
        link = permalink(self.pin, self.repository, path, line, line)
        return Citation(path, line, quote, link.url if link else "")


def _test(item: dict[str, Any], links: _Links) -> Test:
    source = links.citation([item["path"], item["line"], item["quote"]])
    return Test(name=item["test"], expects=item["expects"], code=item["code"], source=source)


def _option(item: dict[str, Any], links: _Links) -> Option:
    return Option(
        name=item["name"],
        owner=item["owner"],
        default=item["default"],
        allowed=tuple(item["allowed"]),
        help=item["help"],
        source=links.citation(item["source"]),
    )
