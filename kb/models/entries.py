"""What was found: ErrorEntries, the statements that raise them, and the texts they say.

An ErrorEntry lives across Pins; a RaiseSite is one statement at one Pin; a MessageTemplate is one wording.
Only `ingest.assemble` writes these rows.
"""

from __future__ import annotations

import re
from typing import ClassVar, Final

from django.db import models
from django.urls import reverse

from kb.models.sources import Pin, PinFile, Project, SourceBlob
from kb.text import shortened

_HOLES: Final = re.compile(r"\{[^{}]*(?:\}|$)")
_WORDED: Final = re.compile(r"[^\W\d_]")


class EntryQuerySet(models.QuerySet["ErrorEntry"]):
    def current(self) -> EntryQuerySet:
        """Entries whose statement stands in their Project's current Pin."""
        return self.filter(removed_in=None)

    def in_source(self) -> EntryQuerySet:
        """Entries from the project's own code, not from its tests or from vendored or generated files."""
        return self.filter(category=PinFile.Category.SOURCE)

    def raising(self) -> EntryQuerySet:
        """Entries of the kinds that end the call: the default view."""
        return self.exclude(kind__in=ErrorEntry.PASSING_KINDS)


class ErrorEntry(models.Model):
    """What has an id, a page and an API object. The id is minted once and kept for life."""

    class Kind(models.TextChoices):
        ERROR = "error"
        ASSERTION = "assertion"
        EXIT = "exit"
        USAGE = "usage"
        ABORT = "abort"
        WARNING = "warning"
        LOG = "log"
        HANDED = "handed", "Handed on"

    # After these the program goes on. Whoever else tells kinds apart takes them from here.
    PASSING_KINDS: ClassVar = (Kind.WARNING, Kind.LOG, Kind.HANDED)
    TITLE_LENGTH: ClassVar = 60
    HEADLINE_LENGTH: ClassVar = 240

    id = models.CharField(primary_key=True, max_length=16)
    # Here and elsewhere without an index of its own where another one begins with the same column: rows are written by
    # the thousand, and each index of theirs is a tenth of that.
    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="entries", db_index=False)
    kind = models.CharField(max_length=10, choices=Kind)
    category = models.CharField(max_length=10, choices=PinFile.Category, default=PinFile.Category.SOURCE)
    exc_type = models.CharField(max_length=200, blank=True, help_text="The class's own name, e.g. ValueError.")
    exc_qualified = models.CharField(max_length=400, blank=True, help_text="module.Class where it is defined.")
    message = models.TextField(blank=True, help_text="The first wording, Holes written {expression}.")
    title = models.CharField(max_length=TITLE_LENGTH, blank=True)
    reason = models.CharField(max_length=40, blank=True, help_text='Why no message is known; "" when it is.')
    site = models.ForeignKey("RaiseSite", null=True, on_delete=models.SET_NULL, related_name="+")
    first_pin = models.ForeignKey(Pin, on_delete=models.RESTRICT, related_name="+")
    removed_in = models.ForeignKey(Pin, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "error entries"
        ordering: ClassVar = ["id"]
        indexes: ClassVar = [
            models.Index(fields=["project", "kind", "exc_type"], name="entry_facets"),
            models.Index(fields=["project", "exc_qualified"], name="entry_class"),
        ]

    def __str__(self) -> str:
        return f"{self.id} {self.exc_type}: {self.title}"

    def get_absolute_url(self) -> str:
        return reverse("entry", args=[self.id])

    @property
    def api_url(self) -> str:
        return reverse("api-entry", args=[self.id])

    @property
    def heading(self) -> str:
        """What to call it: its title, or what is raised where when its message has no words of its own."""
        what = self.exc_type or str(self.get_kind_display())
        if _is_worded(self.title):
            return self.title.strip()
        return f"{what} in {self.site.qualname}" if self.site else self.title.strip() or what

    @property
    def headline(self) -> str:
        """Its heading where there is room: all that the message says, up to the last word of HEADLINE_LENGTH."""
        return shortened(self.message, self.HEADLINE_LENGTH) if self.has_words else self.heading

    @property
    def has_words(self) -> bool:
        """Whether its message says anything of its own, beside what it fills in."""
        return _is_worded(self.message[: self.HEADLINE_LENGTH])


def _is_worded(text: str) -> bool:
    """Whether words are left without its Holes, whose expressions may hold braces of their own."""
    while (without := _HOLES.sub(" ", text)) != text:
        text = without
    return _WORDED.search(text) is not None


class EntryAlias(models.Model):
    """The key of a site, as the id that a deployment which first saw it here would have minted."""

    id = models.CharField(primary_key=True, max_length=16)
    entry = models.ForeignKey(ErrorEntry, on_delete=models.CASCADE, related_name="aliases")

    def __str__(self) -> str:
        return self.id


class RaiseSite(models.Model):
    """One statement that raises, at one Pin."""

    class Carried(models.TextChoices):
        """How the site was tied to its entry."""

        NEW = "new"
        SAME = "same"
        MOVED = "moved"
        REWORDED = "reworded"

    pin = models.ForeignKey(Pin, on_delete=models.CASCADE, related_name="sites", db_index=False)
    entry = models.ForeignKey(ErrorEntry, on_delete=models.CASCADE, related_name="sites")
    key = models.CharField(max_length=16, help_text="Hash of project, path, qualname, type, template and ordinal.")
    carried = models.CharField(max_length=10, choices=Carried, default=Carried.NEW)
    blob = models.ForeignKey(SourceBlob, on_delete=models.PROTECT, related_name="+")
    path = models.CharField(max_length=1000)
    line = models.PositiveIntegerField()
    end_line = models.PositiveIntegerField()
    column = models.PositiveIntegerField(default=0)
    qualname = models.CharField(max_length=500)
    # The last parts of path and qualname, as a traceback's frame shows them: what frames are looked up by.
    file_name = models.CharField(max_length=255)
    function = models.CharField(max_length=255)
    form = models.CharField(max_length=20)
    facts = models.JSONField(default=dict, help_text="guards, bases, doc, cause, via, function_line.")

    class Meta:
        ordering: ClassVar = ["path", "line"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["pin", "path", "line", "column", "key"], name="site_place"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["function", "file_name"], name="site_frame"),
        ]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"


class MessageTemplate(models.Model):
    """One wording of an entry, as literals and Holes. Kept when upstream rewords it, for older pastes."""

    entry = models.ForeignKey(ErrorEntry, on_delete=models.CASCADE, related_name="templates", db_index=False)
    ordinal = models.PositiveSmallIntegerField(default=0, help_text="Among the wordings of one site.")
    text = models.TextField(help_text="Holes written {expression}.")
    digest = models.CharField(max_length=16, help_text="Hash of text, since an index row holds no long one.")
    pieces = models.JSONField(help_text='In order: "literal" or {"hole": "expression"}.')
    words = models.PositiveSmallIntegerField(help_text="How many words are fixed.")
    first_pin = models.ForeignKey(Pin, on_delete=models.RESTRICT, related_name="+")
    gone_in = models.ForeignKey(Pin, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering: ClassVar = ["ordinal", "id"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["entry", "digest"], name="template_text")]

    def __str__(self) -> str:
        return self.text
