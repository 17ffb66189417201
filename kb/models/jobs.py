"""Who is at work on which Pin, how far they are, and how it ended."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone

from kb.models.sources import Pin, Project


class JobQuerySet(models.QuerySet["IngestJob"]):
    def unended(self) -> JobQuerySet:
        """Jobs that wait, or that someone is or was at work on."""
        return self.exclude(state__in=IngestJob.ENDED)


class IngestJob(models.Model):
    """One run of the pipeline over one source. A job that was killed is taken up where it stopped."""

    class State(models.TextChoices):
        QUEUED = "queued"
        FETCHING = "fetching"
        EXTRACTING = "extracting"
        LINKING = "linking"
        ASSEMBLING = "assembling"
        EXPLAINING = "explaining"
        INDEXING = "indexing"
        DONE = "done"
        FAILED = "failed"

    ENDED: ClassVar = (State.DONE, State.FAILED)

    source = models.CharField(max_length=500)
    options = models.JSONField(default=dict, blank=True, help_text="mirror, as, watch and current, where given.")
    state = models.CharField(max_length=12, choices=State, default=State.QUEUED)
    state_at = models.DateTimeField(default=timezone.now, help_text="When this state began.")
    done = models.PositiveIntegerField(default=0, help_text="Files done in this state; sites from assembling on.")
    total = models.PositiveIntegerField(default=0, help_text="0 until it is known.")
    timings = models.JSONField(default=dict, blank=True, help_text="Seconds per state that is behind it.")
    error = models.TextField(blank=True, help_text="Why it failed or waits, in one line for a person.")
    attempts = models.PositiveSmallIntegerField(default=0, help_text="How often its source failed or a worker died.")
    hands = models.PositiveSmallIntegerField(
        default=0, help_text="How many workers say that they are at it; more than hold its lock: some died."
    )
    retry_at = models.DateTimeField(null=True, blank=True, help_text="Not to be tried again before.")
    project = models.ForeignKey(Project, null=True, blank=True, on_delete=models.CASCADE, related_name="jobs")
    pin = models.ForeignKey(Pin, null=True, blank=True, on_delete=models.CASCADE, related_name="jobs")
    created_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(default=timezone.now, help_text="When a worker last showed that it is at it.")
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            # One job at work per project, kept by the database, not by good will; others wait as queued.
            models.UniqueConstraint(
                fields=["project"],
                condition=~models.Q(state__in=["queued", "done", "failed"]),
                name="one_job_per_project",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.source} {self.state}"

    @property
    def has_ended(self) -> bool:
        return self.state in self.ENDED
