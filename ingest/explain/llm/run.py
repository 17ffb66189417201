"""A run of the LLM explainer over a Pin, in turns: each finds all it needs in the database and may be killed.

What was answered is stored at once, so what a killed turn loses is what was under way. One worker at a time is at a
run, with several requests at once.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing
from datetime import timedelta
from typing import Literal

from celery.exceptions import SoftTimeLimitExceeded
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from ingest.attendance import RUNS, attended, held
from ingest.explain.llm import prompt, storing
from ingest.explain.llm.asking import Asking
from ingest.explain.llm.budget import Budget
from ingest.explain.llm.choosing import Question, questions, wanted
from ingest.explain.llm.client import LlmFailed
from ingest.explain.llm.patience import Patience
from ingest.explain.llm.server import Llm
from ingest.writing import Progress
from kb.models import ExplainRun, LlmAnswer, Pin

logger = logging.getLogger(__name__)
State = ExplainRun.State
Outcome = Literal["ended", "turn over", "with others"]

TURN_SECONDS = 600.0
UNSEEN_SECONDS = 60.0
FAILURES_LIMIT = 5  # in a row, after which a server is taken to be down


def begin(pin: Pin, model: str, *, most: int | None = None, again: bool = False) -> ExplainRun:
    """The run over this Pin that has not ended yet, else a new one."""
    run = ExplainRun.objects.unended().filter(pin=pin, model=model).first()
    if run is None:
        return ExplainRun.objects.create(pin=pin, model=model, most=most, again=again)
    run.most, run.again = most, again
    run.save(update_fields=["most", "again"])
    return run


def unattended(*, unseen_seconds: float = UNSEEN_SECONDS) -> list[int]:
    """Runs to take up: not ended, without a sign of life for so long, and no one is at them. They count as seen now."""
    now = timezone.now()
    rows = ExplainRun.objects.unended().filter(seen_at__lte=now - timedelta(seconds=unseen_seconds))
    ids = list(rows.values_list("pk", flat=True))
    found = sorted(set(ids) - attended(ids, RUNS))
    ExplainRun.objects.filter(pk__in=found).update(seen_at=now)
    return found


def turn(run_id: int, seconds: float = TURN_SECONDS, progress: Progress | None = None) -> Outcome:
    """Go on with the run for so long. A fault of ours ends it: it must not be tried for ever."""
    with held(RUNS, run_id) as is_ours:
        run = ExplainRun.objects.unended().select_related("pin__project").filter(pk=run_id).first()
        if not is_ours or run is None:
            return "with others"
        llm = Llm.configured(run.model)
        if llm is None:
            return _end(run, State.FAILED, "no LLM is set: RAISED_LLM_URL and RAISED_LLM_MODEL name one")
        try:
            return _turn(run, llm, _Walk(run, time.monotonic() + seconds, progress))
        except (OperationalError, InterfaceError):
            raise  # the database is away: whoever called tries again
        except SoftTimeLimitExceeded:
            return "turn over"
        except Exception as error:
            logger.exception("run %s of the LLM explainer failed", run.pk)
            return _end(run, State.FAILED, f"a fault in Raised, please report it: {type(error).__name__}"[:500])


def _turn(run: ExplainRun, llm: Llm, walk: _Walk) -> Outcome:
    patience = Patience(run.answers_as)
    asking = Asking(llm, Budget(llm, run.tokens_in + run.tokens_out, run.cost), patience)
    in_a_row = 0
    with closing(walk.unanswered()) as asked, closing(asking.outcomes(asked)) as outcomes:
        for question, outcome in outcomes:
            if isinstance(outcome, LlmFailed):
                in_a_row += 1
                walk.failures[str(outcome)] += 1
                if outcome.is_hopeless or in_a_row >= FAILURES_LIMIT:
                    walk.tell(patience.answers_as)
                    return _end(run, State.FAILED, str(outcome))
            else:
                in_a_row = 0
                storing.store(run, question, outcome, llm)
            walk.tell(patience.answers_as)
    walk.tell(patience.answers_as)
    if asking.spent:
        return _end(run, State.STOPPED, asking.spent)
    return "turn over" if walk.is_out_of_time else _end(run, State.DONE)


def _end(run: ExplainRun, state: State, error: str = "") -> Outcome:
    rows = ExplainRun.objects.filter(pk=run.pk)
    rows.update(state=state, error=error, ended_at=timezone.now(), seen_at=timezone.now())
    if error:
        logger.warning("run %s of the LLM explainer %s: %s", run.pk, state, error)
    return "ended"


class _Walk:
    """The way through the entries of a run, and what it tells of it."""

    def __init__(self, run: ExplainRun, deadline: float, progress: Progress | None) -> None:
        self._run, self._deadline, self._progress = run, deadline, progress
        self._ids = wanted(run.pin)
        self._asked = run.answers.count()
        self._done = self._reused = 0
        self.failures: Counter[str] = Counter(run.verdicts.get("failures", {}))
        self.is_out_of_time = False

    def unanswered(self) -> Generator[Question, None, None]:
        """What to ask; what was answered before this run is shown by the way."""
        with closing(questions(self._run, self._ids)) as found:
            yield from self._unanswered(found)

    def _unanswered(self, found: Iterator[Question]) -> Iterator[Question]:
        run = self._run
        known = LlmAnswer.objects.filter(entry__site__pin=run.pin, model=run.model, prompt=prompt.VERSION)
        runs = dict(known.values_list("pk", "run_id"))
        for question in found:
            self._done += 1
            if question.key in runs and (not run.again or runs[question.key] == run.pk):
                if runs[question.key] != run.pk:
                    self._reuse(question)
                continue
            self.is_out_of_time = time.monotonic() > self._deadline
            if self.is_out_of_time or (run.most is not None and self._asked >= run.most):
                return
            self._asked += 1
            yield question

    def _reuse(self, question: Question) -> None:
        self._reused += 1
        storing.show(question, LlmAnswer.objects.select_related("entry__site").get(pk=question.key))

    def tell(self, answers_as: str) -> None:
        """Write down how far the run is."""
        verdicts = {**_verdicts(self._run), "reused": self._reused, "failures": dict(self.failures)}
        ExplainRun.objects.filter(pk=self._run.pk).update(
            done=self._done,
            total=len(self._ids),
            answers_as=answers_as,
            verdicts={name: counts for name, counts in verdicts.items() if counts},
            seen_at=timezone.now(),
        )
        if self._progress:
            self._progress(self._done, len(self._ids))


def _verdicts(run: ExplainRun) -> dict[str, dict[str, int]]:
    """What became of the entries that the run asked about, and of the sentences in the answers."""
    entries: Counter[str] = Counter()
    sentences: Counter[str] = Counter()
    for unusable, kept, dropped in run.answers.values_list("unusable", "kept", "dropped"):
        entries[unusable or "explained"] += 1
        sentences["kept"] += kept
        sentences.update(item["reason"] for item in dropped)
    return {"entries": dict(entries), "sentences": dict(sentences)}
