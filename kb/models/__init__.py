"""Every model, so that `from kb.models import X` is the one way to name it."""

from kb.models.entries import EntryAlias, ErrorEntry, MessageTemplate, RaiseSite
from kb.models.explanations import EvidenceTrace, Explanation, ExplanationChange, ParsedTest
from kb.models.jobs import IngestJob
from kb.models.reports import ProblemReport
from kb.models.runs import ExplainRun, LlmAnswer
from kb.models.search import FrameKey, SearchDocument, SearchWord, TemplateFingerprint, TemplateShape, TemplateUse
from kb.models.sources import ParsedBlob, Pin, PinFile, Project, SourceBlob

__all__ = [
    "EntryAlias",
    "ErrorEntry",
    "EvidenceTrace",
    "ExplainRun",
    "Explanation",
    "ExplanationChange",
    "FrameKey",
    "IngestJob",
    "LlmAnswer",
    "MessageTemplate",
    "ParsedBlob",
    "ParsedTest",
    "Pin",
    "PinFile",
    "ProblemReport",
    "Project",
    "RaiseSite",
    "SearchDocument",
    "SearchWord",
    "SourceBlob",
    "TemplateFingerprint",
    "TemplateShape",
    "TemplateUse",
]
