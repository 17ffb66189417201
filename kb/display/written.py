"""The stored Explanation of an entry, with the address of every place that it cites; one query."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kb.display.explanation import Citation, Explanation, Option, Sentence, stated
from kb.display.permalinks import permalink
from kb.models import ErrorEntry, Pin
from kb.models import Explanation as Stored

# Whose word counts most.
_RANK: Final = {Stored.Origin.HUMAN: 0, Stored.Origin.LLM: 1, Stored.Origin.STATIC: 2}


def written(entry: ErrorEntry, where: str, facts: Mapping[str, Any]) -> Explanation:
    """What is stored; else what the facts of its site alone say."""
    stored = min(entry.explanations.all(), key=lambda row: _RANK[Stored.Origin(row.origin)], default=None)
    if stored is None:
        return stated(entry.kind, entry.exc_qualified or entry.exc_type, where, facts)
    links = _Links(entry)
    return Explanation(
        origin=stored.origin,
        sentences=tuple(
            Sentence(item["part"], item["text"], tuple(links.citation(place) for place in item.get("sources", ())))
            for item in stored.body.get("sentences", ())
        ),
        options=tuple(_option(item, links) for item in stored.body.get("options", ())),
        example_fix=stored.body.get("example_fix", ""),
        guard_code=stored.body.get("guard_code", ""),
    )


class _Links:
    """Places at the Pin that the page shows."""

    def __init__(self, entry: ErrorEntry) -> None:
        self.repository = entry.project.repository_url
        self.pin = entry.site.pin if entry.site else entry.first_pin

    def citation(self, place: list[Any]) -> Citation:
        path, line, quote = place
        is_commit = self.pin.source_kind == Pin.SourceKind.GIT
        link = permalink(self.repository, self.pin.sha, path, line, line) if is_commit else None
        return Citation(path, line, quote, link.url if link else "")


def _option(item: dict[str, Any], links: _Links) -> Option:
    return Option(
        name=item["name"],
        owner=item["owner"],
        default=item["default"],
        allowed=tuple(item["allowed"]),
        help=item["help"],
        source=links.citation(item["source"]),
    )
