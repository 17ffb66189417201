"""What an LLM was asked and answered, and what it cost. Only `ingest.explain.llm` writes these rows."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models
from django.db.models.functions import Now

from kb.models.entries import ErrorEntry
from kb.models.sources import Pin


class RunQuerySet(models.QuerySet["ExplainRun"]):
    def unended(self) -> RunQuerySet:
        """Runs that wait, or that someone is or was at work on."""
        return self.filter(ended_at=None)


class ExplainRun(models.Model):
    """One run of the LLM explainer over the entries of a Pin. One that was killed goes on where it stopped."""

    class State(models.TextChoices):
        RUNNING = "running"
        DONE = "done"
        STOPPED = "stopped"
        FAILED = "failed"

    pin = models.ForeignKey(Pin, on_delete=models.CASCADE, related_name="+")
    model = models.CharField(max_length=200)
    most = models.PositiveIntegerField(null=True, blank=True, help_text="So many entries are asked about at most.")
    again = models.BooleanField(default=False, help_text="Ask anew what was answered before this run.")
    answers_as = models.CharField(max_length=20, blank=True, help_text="How the server was held to our form.")
    state = models.CharField(max_length=10, choices=State, default=State.RUNNING)
    error = models.TextField(blank=True, help_text="Why it stopped or failed, in one line for a person.")
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0, help_text="0 until it is known.")
    asked = models.PositiveIntegerField(default=0, help_text="Answers that came.")
    tokens_in = models.PositiveBigIntegerField(default=0)
    tokens_out = models.PositiveBigIntegerField(default=0)
    cost = models.DecimalField(max_digits=14, decimal_places=6, default=0, help_text="In the currency of the prices.")
    verdicts = models.JSONField(default=dict, blank=True, help_text="What became of entries and sentences, counted.")
    created_at = models.DateTimeField(db_default=Now())
    seen_at = models.DateTimeField(db_default=Now(), help_text="When a worker last showed that it is at it.")
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = RunQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"#{self.pk} {self.pin} by {self.model}"

    @property
    def facts(self) -> dict[str, Any]:
        """The run as JSON."""
        return {
            "run": self.pk,
            "project": self.pin.project.slug,
            "pin": self.pin.sha,
            "model": self.model,
            "answers_as": self.answers_as,
            "state": self.state,
            "error": self.error,
            "done": self.done,
            "total": self.total,
            "asked": self.asked,
            "tokens_in": self.tokens_in,
            "tokens_out": self.tokens_out,
            "cost": str(self.cost.normalize()) if self.cost else "0",
            "verdicts": self.verdicts,
        }


class LlmAnswer(models.Model):
    """One answer, kept as it came: the cache, so that nothing is asked and paid for twice.

    The id is the hash of what the answer depends on: entry, evidence, model and version of the prompt.
    """

    id = models.CharField(primary_key=True, max_length=16)
    entry = models.ForeignKey(ErrorEntry, on_delete=models.CASCADE, related_name="llm_answers")
    run = models.ForeignKey(ExplainRun, null=True, on_delete=models.SET_NULL, related_name="answers")
    model = models.CharField(max_length=200)
    prompt = models.PositiveSmallIntegerField(help_text="Version of the prompt.")
    evidence_hash = models.CharField(max_length=16)
    text = models.TextField(help_text="As it came.")
    finish = models.CharField(max_length=40, blank=True, help_text='Why the LLM stopped; "length" = cut off.')
    tokens_in = models.PositiveIntegerField()
    tokens_out = models.PositiveIntegerField()
    is_estimated = models.BooleanField(default=False, help_text="The server did not count its tokens.")
    cost = models.DecimalField(max_digits=12, decimal_places=6, default=0)
    seconds = models.FloatField(default=0)
    made_at = models.DateTimeField(db_default=Now())
    unusable = models.CharField(max_length=200, blank=True, help_text='Why nothing of it is shown; "" if some is.')
    kept = models.PositiveSmallIntegerField(default=0, db_default=0, help_text="Sentences that are shown.")
    dropped = models.JSONField(default=list, help_text='Sentences that failed a check: [{"text", "reason"}, …].')

    def __str__(self) -> str:
        return f"{self.model} on {self.entry_id}"
