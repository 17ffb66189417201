"""A reply -> the answer as it came, and the explanation that the checks let through. The only writer of either.

All of one reply in one transaction: a run that is killed has either all of it or nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from ingest.explain.llm import prompt
from ingest.explain.llm.answer import Dropped, Unusable, answer
from ingest.explain.llm.checks import Checked, check
from ingest.explain.llm.choosing import Question
from ingest.explain.llm.client import Reply
from ingest.explain.llm.server import Llm
from ingest.wording import storable
from kb.models import ExplainRun, Explanation, ExplanationChange, LlmAnswer

_LONGEST_ANSWER = 64_000
_LONGEST_DROPPED = 600
_LLM = Explanation.Origin.LLM


@transaction.atomic
def store(run: ExplainRun, question: Question, reply: Reply, llm: Llm) -> LlmAnswer:
    """Keep what was answered and paid, and show what of it holds."""
    cost = llm.cost(reply.tokens_in, reply.tokens_out)
    values = {
        "entry_id": question.entry_id,
        "run": run,
        "model": run.model,
        "prompt": prompt.VERSION,
        "evidence_hash": question.evidence_hash,
        "text": storable(reply.text, _LONGEST_ANSWER),
        "finish": storable(reply.finish, 40),
        "tokens_in": reply.tokens_in,
        "tokens_out": reply.tokens_out,
        "is_estimated": reply.is_estimated,
        "cost": cost,
        "seconds": reply.seconds,
        "made_at": timezone.now(),
    }
    stored, _ = LlmAnswer.objects.update_or_create(pk=question.key, defaults=values)
    show(question, stored)
    ExplainRun.objects.filter(pk=run.pk).update(
        asked=F("asked") + 1,
        tokens_in=F("tokens_in") + reply.tokens_in,
        tokens_out=F("tokens_out") + reply.tokens_out,
        cost=F("cost") + cost,
        seen_at=timezone.now(),
    )
    return stored


@transaction.atomic
def show(question: Question, stored: LlmAnswer) -> None:
    """Check the answer, by the checks and the Pin of today, and make what holds of it the entry's explanation."""
    try:
        checked = check(answer(stored.text, stored.finish), question.known)
    except Unusable as unusable:
        _note(stored, str(unusable), 0, unusable.dropped)
        # What an earlier, laxer check let through.
        Explanation.objects.filter(entry_id=question.entry_id, origin=_LLM, answer=stored).delete()
    else:
        _note(stored, "", checked.kept, checked.dropped)
        _explain(question, stored, checked)


def _note(stored: LlmAnswer, unusable: str, kept: int, dropped: Sequence[Dropped]) -> None:
    stored.unusable, stored.kept = unusable, kept
    stored.dropped = [{"text": storable(item.text, _LONGEST_DROPPED), "reason": item.reason} for item in dropped]
    stored.save(update_fields=["unusable", "kept", "dropped"])


def _explain(question: Question, stored: LlmAnswer, checked: Checked) -> None:
    site_pin = stored.entry.site.pin_id if stored.entry.site else None
    if site_pin is None:
        return
    row = Explanation.objects.filter(entry_id=question.entry_id, origin=_LLM).first()
    now = {"pin_id": site_pin, "body": checked.body, "evidence_hash": question.evidence_hash, "answer_id": stored.pk}
    if row and all(getattr(row, name) == value for name, value in now.items()):
        return
    if row and (row.is_hidden or row.is_pinned or row.approved_at):
        # Its evidence has changed, or it would not have been asked about: the judgement was of other words.
        ExplanationChange.objects.create(
            entry_id=row.entry_id, origin=_LLM, action=ExplanationChange.Action.REMADE, body=row.body
        )
    fresh = {"made_at": stored.made_at, "model": stored.model, "is_stale": False, "approved_at": None}
    unjudged = {"approved_by": "", "is_hidden": False, "is_pinned": False}
    Explanation.objects.update_or_create(entry_id=question.entry_id, origin=_LLM, defaults={**now, **fresh, **unjudged})
