"""A paste -> the entries that may have raised it, best first: what pages, API and command line ask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kb import text
from kb.matching.answer import Answer, Match, Outcome
from kb.matching.asked import Asked, asked
from kb.matching.beginnings import add_beginnings, cut_off
from kb.matching.candidates import Candidate, candidates
from kb.matching.carriers import carriers
from kb.matching.contenders import Entry, by_values, contending, told_of
from kb.matching.deciding import decide, is_worth_showing
from kb.matching.drift import pasted_line, pasted_version
from kb.matching.namesakes import tell_alone
from kb.matching.older import add_older_places
from kb.matching.pythons import by_python
from kb.matching.ranking import Rated, rank
from kb.matching.reasons import reasons
from kb.matching.saying import outcome_says, python_says
from kb.matching.shown import tell_shown
from kb.matching.values import as_written, values_of
from kb.paste import read

MOST_CARRIED = 3  # errors that no statement says, for which those are sought that may carry them
# Which error leads: the one that is answered best, then the one that matters most.
_LEADS: dict[Outcome, int] = {"exact": 0, "ambiguous": 0, "similar": 1, "unmatched": 2}


def match(pasted: str, *, project: str | None = None, limit: int = 25) -> Answer:
    """Read the paste and find what raised its errors. Nothing of it is stored or logged."""
    reading = read(pasted)
    sought = asked(reading.errors)
    found = candidates(sought)
    add_older_places(sought, found)
    tell_shown(sought, found)
    ranked = _ranked(sought, found, project or "")
    told = told_of(one for those in ranked.values() for one in contending(those))
    ranked = {one.index: by_values(one, ranked[one.index], told) for one in sought}
    tell_alone(those[0] for those in ranked.values() if those)
    decided = {one.index: decide(one, ranked[one.index]) for one in sought}
    outcomes = {index: outcome for index, (outcome, _) in decided.items()}
    leading = sorted(sought, key=lambda one: _LEADS[outcomes[one.index]])
    pythons = {one.index: by for one in sought if (by := by_python(one.error, outcomes[one.index]))}
    says = {
        index: python_says(pythons[index], has_others=bool(ranked[index]))
        if index in pythons
        else outcome_says(outcome, decides, ranked[index][0].row if ranked[index] else None)
        for index, (outcome, decides) in decided.items()
    }
    if not leading or outcomes[leading[0].index] == "unmatched":
        return Answer("unmatched", reading.errors, outcomes=outcomes, by_python=pythons, says=says)
    outcome, decides = decided[leading[0].index]
    shown = _shown(leading, ranked, limit)
    matches = tuple(_matches(shown, ranked, told))
    return Answer(outcome, reading.errors, matches, decides, outcomes, pythons, says)


def _ranked(sought: Sequence[Asked], found: Sequence[list[Candidate]], project: str) -> dict[int, list[Rated]]:
    """By the errors' indexes, what is worth showing; the beginnings of wordings cost a query where any may be one,
    and so do statements that may carry an error that none says."""
    ranked = [rank(one, those, project) for one, those in zip(sought, found, strict=True)]
    going_on = told_of(one for those in ranked for one in cut_off(those))
    for at, (one, those) in enumerate(zip(sought, found, strict=True)):
        if add_beginnings(one, ranked[at], going_on):
            ranked[at] = rank(one, those, project)
    pairs = zip(sought, ranked, strict=True)
    worth = {one.index: [rated for rated in those if is_worth_showing(one, rated)] for one, those in pairs}
    for one in [one for one in sought if not worth[one.index]][:MOST_CARRIED]:
        worth[one.index] = rank(one, carriers(one), project)
    return worth


def _shown(leading: Sequence[Asked], ranked: dict[int, list[Rated]], limit: int) -> list[tuple[Asked, Rated]]:
    """The leading error's matches, with room for the best of every other one."""
    shown: list[tuple[Asked, Rated]] = []
    for place, one in enumerate(leading):
        others = len(leading) - place - 1
        room = max(1, limit - len(shown) - others * 2) if limit > len(shown) else 0
        shown.extend((one, rated) for rated in ranked[one.index][: room if place == 0 else min(room, 5)])
    return shown[:limit]


def _matches(
    shown: Sequence[tuple[Asked, Rated]], ranked: Mapping[int, Sequence[Rated]], told: Mapping[str, Entry]
) -> Iterable[Match]:
    """`ranked`: all that each error was held against, by its index; `told`: what is known of some of the shown."""
    unread = {rated.row.id for _, rated in shown if not _is_read(rated, told)}
    told = {**told, **told_of(rated for _, rated in shown if rated.row.id in unread)}
    for one, rated in shown:
        row, line = rated.row, pasted_line(one, rated, ranked[one.index])
        yield Match(
            id=row.id,
            score=round(min(1.0, rated.score), 3),
            project=row.project,
            exc_type=row.exc_type,
            title=row.title,
            message=_message(rated, told[row.id]),
            path=row.path,
            line=row.line,
            end_line=row.end_line,
            qualname=row.qualname,
            values=as_written(values_of(one, rated.reading, told[row.id].wordings)),
            reasons=reasons(one, rated, told[row.id], another_fits=any(other.fits for other in ranked[one.index])),
            error_index=one.index,
            is_current=not row.is_removed,
            version=row.version,
            pasted_line=line,
            pasted_version=pasted_version(rated) if line is not None else "",
        )


def _message(rated: Rated, entry: Entry) -> str:
    wording = entry.wordings.get(rated.reading.shape_id) if rated.reading else None
    return text.shown(wording) if wording else rated.row.message


def _is_read(rated: Rated, told: Mapping[str, Entry]) -> bool:
    entry = told.get(rated.row.id)
    return entry is not None and (rated.reading is None or rated.reading.shape_id in entry.wordings)
