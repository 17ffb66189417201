"""A paste -> the entries that may have raised it, best first: what pages, API and command line ask."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from kb import text
from kb.matching.answer import Answer, Match, Outcome
from kb.matching.asked import Asked, asked
from kb.matching.candidates import candidates
from kb.matching.deciding import decide, is_worth_showing
from kb.matching.ranking import Rated, rank
from kb.matching.reasons import reasons
from kb.models import MessageTemplate
from kb.paste import read
from kb.search import fingerprints

# Which error leads: the one that is answered best, then the one that matters most.
_LEADS: dict[Outcome, int] = {"exact": 0, "ambiguous": 0, "similar": 1, "unmatched": 2}


def match(pasted: str, *, project: str | None = None, limit: int = 25) -> Answer:
    """Read the paste and find what raised its errors. Nothing of it is stored or logged."""
    reading = read(pasted)
    sought = asked(reading.errors)
    ranked = {one.index: rank(one, found, project or "") for one, found in zip(sought, candidates(sought), strict=True)}
    decided = {one.index: decide(one, ranked[one.index]) for one in sought}
    outcomes = {index: outcome for index, (outcome, _) in decided.items()}
    leading = sorted(sought, key=lambda one: _LEADS[outcomes[one.index]])
    if not leading or outcomes[leading[0].index] == "unmatched":
        return Answer("unmatched", reading.errors, outcomes=outcomes)
    outcome, decides = decided[leading[0].index]
    shown = _shown(leading, ranked, limit)
    fitting = {index for index, found in ranked.items() if any(rated.fits for rated in found)}
    return Answer(outcome, reading.errors, tuple(_matches(shown, fitting)), decides, outcomes)


def _shown(leading: Sequence[Asked], ranked: dict[int, list[Rated]], limit: int) -> list[tuple[Asked, Rated]]:
    """The leading error's matches, with room for the best of every other one."""
    shown: list[tuple[Asked, Rated]] = []
    for place, one in enumerate(leading):
        others = len(leading) - place - 1
        room = max(1, limit - len(shown) - others * 2) if limit > len(shown) else 0
        good = [rated for rated in ranked[one.index] if is_worth_showing(one, rated)]
        shown.extend((one, rated) for rated in good[: room if place == 0 else min(room, 5)])
    return shown[:limit]


def _matches(shown: Sequence[tuple[Asked, Rated]], fitting: Container[int]) -> Iterable[Match]:
    """`fitting`: indexes of errors whose whole message some entry says."""
    pieces = _pieces({rated.row.id for _, rated in shown})
    for one, rated in shown:
        row = rated.row
        yield Match(
            id=row.id,
            score=round(min(1.0, rated.score), 3),
            project=row.project,
            exc_type=row.exc_type,
            title=row.title,
            message=row.message,
            path=row.path,
            line=row.line,
            end_line=row.end_line,
            qualname=row.qualname,
            values=_values(one, rated, pieces.get(row.id, ())),
            reasons=reasons(one, rated, another_fits=one.index in fitting),
            error_index=one.index,
            is_current=not row.is_removed,
        )


def _pieces(entry_ids: Iterable[str]) -> dict[str, list[list[text.Piece]]]:
    found: dict[str, list[list[text.Piece]]] = {}
    for entry_id, pieces in MessageTemplate.objects.filter(entry__in=list(entry_ids)).values_list("entry_id", "pieces"):
        found.setdefault(entry_id, []).append(pieces)
    return found


def _values(one: Asked, rated: Rated, templates: Iterable[Sequence[text.Piece]]) -> dict[str, str]:
    """What stands in the Holes, as pasted. Neighbouring Holes share their value; () when the fit does not tell."""
    reading = rated.reading
    if reading is None or not reading.alignment.holes:
        return {}
    pieces = next((p for p in templates if fingerprints.of_shape(text.pattern(p)) == reading.shape_id), ())
    pasted = one.variants[reading.variant].text
    offsets = [*text.key_offsets(pasted), len(pasted)]
    values: dict[str, str] = {}
    for name, (start, end) in zip(_holes(pieces), reading.alignment.holes, strict=False):
        values[name] = pasted[offsets[start] : offsets[end - 1] + 1] if end > start else ""
    return values


def _holes(pieces: Iterable[text.Piece]) -> list[str]:
    """The Holes' expressions, neighbours joined, as a pattern has them."""
    names: list[str] = []
    was_hole = False
    for piece in pieces:
        if isinstance(piece, str):
            was_hole = False
        elif was_hole:
            names[-1] += "}{" + piece["hole"]
        else:
            names.append(piece["hole"])
            was_hole = True
    return names
