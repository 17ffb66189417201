"""Every model, so that `from kb.models import X` is the one way to name it."""

from kb.models.entries import EntryAlias, ErrorEntry, MessageTemplate, RaiseSite
from kb.models.jobs import IngestJob
from kb.models.sources import ParsedBlob, Pin, PinFile, Project, SourceBlob

__all__ = [
    "EntryAlias",
    "ErrorEntry",
    "IngestJob",
    "MessageTemplate",
    "ParsedBlob",
    "Pin",
    "PinFile",
    "Project",
    "RaiseSite",
    "SourceBlob",
]
