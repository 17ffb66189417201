"""What was written of an entry from the evidence at a Pin. Static ones are written by `ingest.explain` alone."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from kb.models.entries import ErrorEntry
from kb.models.sources import Pin


class Explanation(models.Model):
    """One explanation of an entry, of one origin; every place in `body` is one of `pin`'s files.

    `body`: {"sentences": [{"part", "text", "sources": [[path, line, quote], …]}, …], "options": [{"name", "owner",
    "default", "allowed", "help", "source"}, …], "example_fix"}; what is empty is left out.
    """

    class Origin(models.TextChoices):
        STATIC = "static"
        LLM = "llm"
        HUMAN = "human"

    entry = models.ForeignKey(ErrorEntry, on_delete=models.CASCADE, related_name="explanations")
    pin = models.ForeignKey(Pin, on_delete=models.CASCADE, related_name="+")
    origin = models.CharField(max_length=10, choices=Origin, default=Origin.STATIC)
    body = models.JSONField()
    evidence_hash = models.CharField(max_length=16, help_text="Of what was read, without the lines it stands on.")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["entry", "origin"], name="explained_once")]

    def __str__(self) -> str:
        return f"{self.origin} explanation of {self.entry_id}"
