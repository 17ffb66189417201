"""Who is at work on which Pin, how far they are, and how it ended."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from kb.models.sources import Pin, Project


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
    options = models.JSONField(default=dict, help_text="mirror and as, where given.")
    state = models.CharField(max_length=12, choices=State, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0, help_text="Files done in this state.")
    total = models.PositiveIntegerField(default=0)
    error = models.TextField(blank=True, help_text="Why it failed, in one line for a person.")
    attempts = models.PositiveSmallIntegerField(default=0)
    project = models.ForeignKey(Project, null=True, blank=True, on_delete=models.CASCADE, related_name="jobs")
    pin = models.ForeignKey(Pin, null=True, blank=True, on_delete=models.CASCADE, related_name="jobs")
    created_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(auto_now=True, help_text="When a worker last showed that it is at it.")
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]
        constraints: ClassVar = [
            # One job per project at a time, kept by the database, not by good will.
            models.UniqueConstraint(
                fields=["project"],
                condition=~models.Q(state__in=["done", "failed"]),
                name="one_job_per_project",
            ),
        ]

    def __str__(self) -> str:
        return f"#{self.pk} {self.source} {self.state}"

    @property
    def has_ended(self) -> bool:
        return self.state in self.ENDED
