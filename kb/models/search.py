"""What finding reads: rows worked out from entries, so that a paste or a query touches few and narrow ones.

Everything here can be made again from `entries` (`manage.py reindex`); only `kb.search.indexing` writes it.
"""

from __future__ import annotations

from typing import ClassVar

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.utils import timezone

from kb.models.entries import ErrorEntry, MessageTemplate
from kb.models.sources import Project


class TemplateShape(models.Model):
    """The literals of MessageTemplates whose Holes differ at most in name; text is aligned against it once."""

    id = models.BigIntegerField(primary_key=True, help_text="Hash of the pattern.")
    pattern = models.TextField(help_text="As kb.text.pattern gives it.")
    words = models.PositiveSmallIntegerField(help_text="How many words are fixed.")

    def __str__(self) -> str:
        return self.pattern


class TemplateFingerprint(models.Model):
    """A fragment of a shape's literals. The key's order brings the shapes with the fewest words first: those with
    more are found by their other fingerprints too, so that the lists of common ones can be cut."""

    pk = models.CompositePrimaryKey("hash", "words", "shape_id")
    hash = models.BigIntegerField()
    words = models.PositiveSmallIntegerField()
    shape_id = models.BigIntegerField(help_text="No constraint: checking millions at load costs minutes.")

    def __str__(self) -> str:
        return f"{self.hash} {self.shape_id}"


class TemplateUse(models.Model):
    """Which template of which entry has a shape."""

    template = models.OneToOneField(MessageTemplate, primary_key=True, on_delete=models.CASCADE, related_name="use")
    entry = models.ForeignKey(ErrorEntry, on_delete=models.CASCADE, related_name="uses")
    shape_id = models.BigIntegerField()
    exc_type = models.CharField(max_length=200, blank=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["shape_id", "exc_type"], name="use_shape")]

    def __str__(self) -> str:
        return f"{self.template_id} {self.shape_id}"


class FrameKey(models.Model):
    """Where an entry's statement stands or stood, as a frame shows it: hash of the path's end and the function."""

    pk = models.CompositePrimaryKey("hash", "entry_id")
    hash = models.BigIntegerField()
    entry = models.ForeignKey(ErrorEntry, on_delete=models.CASCADE, related_name="frame_keys")

    def __str__(self) -> str:
        return f"{self.hash} {self.entry_id}"


UNSENT = models.Q(sent_at=None) | models.Q(sent_at__lt=models.F("written_at"))


class SearchDocument(models.Model):
    """An entry as typed searches see it, for every backend."""

    entry = models.OneToOneField(ErrorEntry, primary_key=True, on_delete=models.CASCADE, related_name="document")
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="+", db_index=False)
    exc_type = models.CharField(max_length=200, blank=True)
    kind = models.CharField(max_length=10)
    path = models.CharField(max_length=1000, blank=True)
    is_current = models.BooleanField(default=True)
    is_source = models.BooleanField(default=True, help_text="Not from tests, vendored or generated files.")
    words = SearchVectorField()
    written_at = models.DateTimeField(default=timezone.now, help_text="When what it says last changed.")
    sent_at = models.DateTimeField(null=True, help_text="The written_at that the search server has.")

    class Meta:
        indexes: ClassVar = [
            # Serves words alone as well, and keeps a word that is common elsewhere cheap inside one project.
            GinIndex(fields=["project", "words"], name="document_words"),
            models.Index(fields=["project", "exc_type"], name="document_project"),
            models.Index(fields=["entry"], name="document_unsent", condition=UNSENT),
        ]

    def __str__(self) -> str:
        return self.entry_id


class SearchWord(models.Model):
    """A word that documents hold: what a wrongly spelt one is compared with."""

    word = models.CharField(primary_key=True, max_length=60)
    documents = models.PositiveIntegerField(default=0, help_text="How many hold it, roughly.")

    class Meta:
        indexes: ClassVar = [GinIndex(fields=["word"], name="word_trigrams", opclasses=["gin_trgm_ops"])]

    def __str__(self) -> str:
        return self.word
