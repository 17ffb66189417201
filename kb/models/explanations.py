"""What was written of an entry from the evidence at a Pin, by whom, and what people did with it.

Rows of origin "static" are written by `ingest.explain.writing` alone, "llm" by `ingest.explain.llm`, "human" by
`kb.authoring`; no ingestion changes a person's text. `ingest.explain.keeping` moves or flags the last two at a new Pin.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now

from kb.models.entries import ErrorEntry
from kb.models.runs import LlmAnswer
from kb.models.sources import Pin, Project, SourceBlob


class Explanation(models.Model):
    """One explanation of an entry, of one origin; every place in `body` is one of `pin`'s files.

    `body`: {"sentences": [{"part", "text", "sources": [[path, line, quote], …], "is_named"}, …], "options": [{"name",
    "owner", "default", "allowed", "help", "source"}, …], "example_fix", "trigger_code", "guard_code", "tests":
    [{"path", "line", "quote", "test", "expects", "code"}, …]}; what is empty is left out. `is_named` is said of a
    solution that names an option, a call or a package.
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
    made_from = models.CharField(
        max_length=16, blank=True, db_default="", help_text="Of all that a static one was made from; empty = unknown."
    )
    # Defaults of the database, since rows come by COPY.
    made_at = models.DateTimeField(db_default=Now(), help_text="When it got its words.")
    model = models.CharField(max_length=200, blank=True, db_default="", help_text="The LLM that wrote it.")
    answer = models.ForeignKey(
        LlmAnswer, null=True, blank=True, on_delete=models.SET_NULL, related_name="+", help_text="Tokens and cost."
    )
    is_stale = models.BooleanField(db_default=False, help_text="The evidence changed since a person or LLM wrote it.")
    is_hidden = models.BooleanField(db_default=False, help_text="Not shown to readers.")
    is_pinned = models.BooleanField(db_default=False, help_text="Shown before the entry's others.")
    approved_by = models.CharField(max_length=150, blank=True, db_default="")
    approved_at = models.DateTimeField(null=True, blank=True, help_text="When a person found that it holds.")

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["entry", "origin"], name="explained_once"),
            models.UniqueConstraint(fields=["entry"], condition=models.Q(is_pinned=True), name="one_pinned"),
        ]

    def __str__(self) -> str:
        return f"{self.origin} explanation of {self.entry_id}"


class EvidenceTrace(models.Model):
    """What explaining a file's entries asked of their project's other files: where the answers are the same, so is what
    is said."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+")
    path = models.TextField()
    asked = models.JSONField(help_text="Questions, as ingest.explain.index puts them.")
    by_entry = models.JSONField(db_default={}, help_text="By an entry's id, the places of its questions among those.")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["project", "path"], name="traced_once")]

    def __str__(self) -> str:
        return self.path


class ParsedTest(models.Model):
    """The errors that the tests in a blob expect: the cache of reading it."""

    blob = models.OneToOneField(SourceBlob, on_delete=models.CASCADE, primary_key=True, related_name="parsed_test")
    version = models.CharField(max_length=16, help_text="Of the code that read it.")
    expected = models.JSONField()

    def __str__(self) -> str:
        return self.blob_id


class ExplanationChange(models.Model):
    """What happened to an explanation: who did what when, and the body that it was done to (old, if replaced)."""

    class Action(models.TextChoices):
        WROTE = "wrote"
        EDITED = "edited"
        APPROVED = "approved"
        WITHDREW = "withdrew approval of"
        HID = "hid"
        SHOWED = "showed"
        PINNED = "pinned"
        UNPINNED = "unpinned"
        IMPORTED = "imported"
        REMOVED = "removed"
        REPLACED = "replaced"
        REMADE = "remade"

    entry = models.ForeignKey(ErrorEntry, on_delete=models.CASCADE, related_name="explanation_changes")
    origin = models.CharField(max_length=10, choices=Explanation.Origin)
    action = models.CharField(max_length=20, choices=Action)
    by = models.CharField(max_length=150, blank=True, help_text="Whose account did it; empty = ingestion.")
    at = models.DateTimeField(db_default=Now())
    body = models.JSONField()

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.by or 'ingestion'} {self.action} the {self.origin} explanation of {self.entry_id}"
