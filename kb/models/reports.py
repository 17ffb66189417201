"""What readers report of a page that is wrong. Written by the report form, judged in the admin."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now

from kb.models.entries import ErrorEntry
from kb.models.sources import Pin


class ProblemReport(models.Model):
    """One report. Nothing of who sent it is kept."""

    class Reason(models.TextChoices):
        FALSE = "false", "Something said here is not true"
        USELESS = "useless", "The solutions do not help"
        UNCLEAR = "unclear", "I do not understand it"
        WRONG_ERROR = "wrong", "My error led to the wrong page"
        OTHER = "other", "Something else"

    MOST_CHARACTERS: ClassVar = 2000

    entry = models.ForeignKey(ErrorEntry, on_delete=models.CASCADE, related_name="reports")
    pin = models.ForeignKey(Pin, null=True, on_delete=models.SET_NULL, related_name="+", help_text="What was shown.")
    origin = models.CharField(max_length=10, blank=True, help_text="Of the explanation that was shown.")
    reason = models.CharField(max_length=10, choices=Reason)
    text = models.TextField(blank=True, max_length=MOST_CHARACTERS)
    made_at = models.DateTimeField(db_default=Now())
    closed_by = models.CharField(max_length=150, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.get_reason_display()}: {self.entry_id}"
