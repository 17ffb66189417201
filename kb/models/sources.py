"""Where facts come from: Projects, their Pins, and the text of the files that a Pin holds.

Rows here say what was read. What was found in it is in `entries`; who is at work on it is in `jobs`.
"""

from __future__ import annotations

import zlib
from functools import cmp_to_key, lru_cache
from typing import ClassVar, Final

from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse
from packaging.version import InvalidVersion, Version


class Project(models.Model):
    """An upstream codebase, known by `owner/name`, in any case: forges and indexes do not agree on it."""

    owner = models.CharField(max_length=100)
    name = models.CharField(max_length=100)
    repository_url = models.URLField(blank=True, help_text="Web address of the repository; permalinks start with it.")
    homepage_url = models.URLField(blank=True)
    current_pin = models.ForeignKey("Pin", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    watch = models.CharField(max_length=300, blank=True, help_text="Source without a pin, re-pinned on schedule.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["owner", "name"]
        constraints: ClassVar = [models.UniqueConstraint(Lower("owner"), Lower("name"), name="project_slug")]

    def __str__(self) -> str:
        return self.slug

    def get_absolute_url(self) -> str:
        return reverse("project", args=[self.owner, self.name])

    @property
    def slug(self) -> str:
        return f"{self.owner}/{self.name}"


class Pin(models.Model):
    """One Project at one commit or released archive. Every fact hangs on a Pin."""

    class SourceKind(models.TextChoices):
        GIT = "git"
        ARCHIVE = "archive"
        FOLDER = "folder"

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="pins")
    sha = models.CharField(max_length=64, help_text="Commit id, or the hash of the archive or folder.")
    label = models.CharField(max_length=200, blank=True, help_text="Tag or release, as upstream calls it.")
    source = models.CharField(max_length=500, help_text="The SOURCE that brings this Pin again.")
    source_kind = models.CharField(max_length=10, choices=SourceKind)
    kept_at = models.CharField(
        max_length=500,
        blank=True,
        help_text="Where the public package index keeps the archive, up to its files' paths.",
    )
    dated_at = models.DateTimeField(null=True, help_text="When upstream committed or released it.")
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, help_text="Null until its facts can be seen.")
    order = models.PositiveIntegerField(default=0, help_text="Counts the Project's published Pins from 1.")
    counts = models.JSONField(
        default=dict, help_text="What was read: files by outcome, sites by kind, form and reason."
    )

    class Meta:
        ordering: ClassVar = ["-order", "-id"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["project", "sha"], name="pin_sha")]

    def __str__(self) -> str:
        return f"{self.project.slug}@{self.short_sha}"

    def get_absolute_url(self) -> str:
        return reverse("pin", args=[self.project.owner, self.project.name, self.sha])

    @property
    def short_sha(self) -> str:
        return self.sha[:10]

    def is_older_than(self, other: Pin) -> bool:
        """Whether upstream made this Pin before the other.

        Told by version where both are labelled as releases, since an old line gets fixes after a new one has begun;
        else by date. A Pin that upstream did not date counts from when it was first read.
        """
        mine, its = _version(self.label), _version(other.label)
        if mine and its and mine != its:
            return mine < its
        return (self.dated_at or self.created_at) < (other.dated_at or other.created_at)


def _compared(pin: Pin, other: Pin) -> int:
    return int(other.is_older_than(pin)) - int(pin.is_older_than(other)) or pin.order - other.order


# What to sort Pins by, so that the one that upstream made first comes first; of the same date, the one read first.
by_age: Final = cmp_to_key(_compared)


@lru_cache(maxsize=4096)
def _version(label: str) -> Version | None:
    try:
        return Version(label)
    except InvalidVersion:
        return None


class SourceBlob(models.Model):
    """The bytes of a file that was read, once for all paths and Pins that hold it."""

    sha = models.CharField(max_length=40, primary_key=True, help_text="git's blob id, for archives too.")
    size = models.PositiveIntegerField(help_text="Bytes, before compression.")
    compressed = models.BinaryField()

    def __str__(self) -> str:
        return self.sha

    @property
    def content(self) -> bytes:
        return self.unpacked(self.compressed)

    # What `compressed` holds, for many rows without making models of them. A process that only extracts can be handed
    # this function, since it is none of ours.
    unpacked = staticmethod(zlib.decompress)

    @classmethod
    def of(cls, sha: str, content: bytes) -> SourceBlob:
        return cls(sha=sha, size=len(content), compressed=zlib.compress(content, 1))


class ParsedBlob(models.Model):
    """The extractor's SourceFacts of a blob, encoded: the parse cache. `facts` are empty where it failed."""

    blob = models.ForeignKey(SourceBlob, on_delete=models.CASCADE, related_name="parsed", db_index=False)
    extractor = models.CharField(max_length=40, help_text="Language and version of the extractor.")
    facts = models.BinaryField()
    failed = models.CharField(max_length=200, blank=True, help_text='Why there are no facts; "" when there are.')

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["blob", "extractor"], name="parsed_once")]

    def __str__(self) -> str:
        return f"{self.blob_id} {self.extractor}"


class PinFile(models.Model):
    """A file of a Pin that an extractor could read, and what became of it."""

    class Category(models.TextChoices):
        SOURCE = "source"
        TEST = "test"
        VENDORED = "vendored"
        GENERATED = "generated"

    pin = models.ForeignKey(Pin, on_delete=models.CASCADE, related_name="files", db_index=False)
    path = models.CharField(max_length=1000)
    blob = models.ForeignKey(SourceBlob, null=True, on_delete=models.PROTECT, related_name="+")
    size = models.PositiveBigIntegerField(default=0)
    category = models.CharField(max_length=10, choices=Category, default=Category.SOURCE)
    skipped = models.CharField(max_length=200, blank=True, help_text='Why it was not read; "" when it was.')
    linked = models.CharField(
        max_length=16, blank=True, db_default="", help_text="Digest of what its sites' rows were made from."
    )

    class Meta:
        ordering: ClassVar = ["path"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["pin", "path"], name="pin_path")]

    def __str__(self) -> str:
        return self.path
