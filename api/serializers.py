"""The API's objects, field by field: how kb's facts look as JSON. They decide nothing about the facts themselves."""

# Fields called label, source, data or errors look to mypy like overrides of the serializer's own; the serializer's
# metaclass takes them out of the class.
# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any, Final
from urllib.parse import urljoin

from rest_framework import serializers
from rest_framework.request import Request

from api.codes import CODES
from kb.models import ErrorEntry

ORIGINS: Final = ["static", "llm", "human"]


class AbsoluteURL(serializers.URLField):
    """An address on this site, in full: by the context's `request`, or below its `site` where nobody asked by HTTP."""

    def to_representation(self, value: str) -> str:
        request: Request | None = self.context.get("request")
        return request.build_absolute_uri(value) if request else urljoin(self.context["site"], value)


class Pin(serializers.Serializer[Any]):
    sha = serializers.CharField()
    short_sha = serializers.CharField()
    label = serializers.CharField(help_text="Tag or release, as upstream calls it.")
    source = serializers.CharField(help_text="What `manage.py ingest` takes to read it again.")
    source_kind = serializers.CharField(help_text="git, archive or folder.")
    date = serializers.DateField(help_text="When its facts were published here.")
    dated_at = serializers.DateTimeField(allow_null=True, help_text="When upstream committed or released it.")
    provenance = serializers.CharField(help_text="How to have the same files.")
    url = AbsoluteURL()


class Link(serializers.Serializer[Any]):
    host = serializers.CharField()
    url = serializers.URLField()


class Wording(serializers.Serializer[Any]):
    text = serializers.CharField(help_text="Holes written {expression}.")
    pieces = serializers.ListField(
        child=serializers.JSONField(), help_text='In order: "literal" or {"hole": "expression"}.'
    )
    gone_in = Pin(allow_null=True, help_text="The pin that no longer says it; null while it is said.")


class Citation(serializers.Serializer[Any]):
    path = serializers.CharField()
    line = serializers.IntegerField()
    quote = serializers.CharField(help_text="Stands on that line at the pin.")
    url = serializers.CharField(help_text='The line upstream; "" when no address of it is known.')


class Sentence(serializers.Serializer[Any]):
    part = serializers.ChoiceField(choices=["meaning", "trigger", "situations", "solution"])
    text = serializers.CharField()
    sources = Citation(many=True, help_text="The places that say so.")
    origin = serializers.ChoiceField(choices=ORIGINS)


class Option(serializers.Serializer[Any]):
    name = serializers.CharField()
    owner = serializers.CharField(help_text="The function, class or dict that takes it.")
    default = serializers.CharField(allow_null=True, help_text="Source text; null when there is none or it is unknown.")
    allowed = serializers.ListField(child=serializers.CharField(), help_text="Source text of its possible values.")
    help = serializers.CharField(help_text="Upstream's own words.")
    source = Citation()


class Test(serializers.Serializer[Any]):
    """An upstream test that expects the error."""

    name = serializers.CharField()
    expects = serializers.CharField(help_text='The text that it expects, "" if it names none; "…" for any part.')
    code = serializers.CharField(help_text="The lines that expect it.")
    source = Citation()


class Explanation(serializers.Serializer[Any]):
    """Prose has `code` in backticks. An empty field has nothing to say."""

    origin = serializers.ChoiceField(choices=ORIGINS, help_text="llm: AI-assisted; a sentence tells its own.")
    model = serializers.CharField(help_text='The LLM that wrote it; "" where none did.')
    made_at = serializers.DateTimeField(allow_null=True, help_text="When it was written; null where it is not stored.")
    pin = serializers.CharField(help_text="The sha of the pin that its places are meant at.")
    is_stale = serializers.BooleanField(help_text="The code has changed since a person or an LLM wrote it.")
    approved_at = serializers.DateTimeField(allow_null=True, help_text="When a person found that it holds.")
    meaning = serializers.CharField()
    trigger = serializers.CharField()
    situations = serializers.CharField()
    solutions = serializers.ListField(child=serializers.CharField())
    options = Option(many=True, help_text="What a user can turn.")
    example_fix = serializers.CharField()
    guard_code = serializers.CharField(help_text="What to put in front of the call.")
    trigger_code = serializers.CharField(help_text="The deciding conditions as code.")
    tests = Test(many=True, help_text="Upstream tests that expect the error.")
    sentences = Sentence(many=True, help_text="All prose above, sentence by sentence, with its sources.")


class Guard(serializers.Serializer[Any]):
    text = serializers.CharField()
    line = serializers.IntegerField()


class SnippetLine(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    text = serializers.CharField()
    is_raise = serializers.BooleanField()
    is_clipped = serializers.BooleanField(help_text="The line goes on.")


class Snippet(serializers.Serializer[Any]):
    language = serializers.CharField()
    lines = SnippetLine(many=True)


class Source(serializers.Serializer[Any]):
    path = serializers.CharField()
    line = serializers.IntegerField(help_text="First line of the statement.")
    end_line = serializers.IntegerField()
    column = serializers.IntegerField(help_text="In bytes, from 0.")
    qualname = serializers.CharField()
    function_line = serializers.IntegerField(help_text="Where the function begins; 0 at module level.")
    form = serializers.CharField(help_text="How the message is written.")
    via = serializers.CharField(help_text="The helper that raises, if it is one.")
    cause = serializers.CharField(help_text="The expression after `from`.")
    guards = Guard(many=True, help_text="Conditions that hold whenever the statement runs.")
    snippet = Snippet()
    permalink = Link(allow_null=True)
    carried = serializers.CharField(help_text="How it was tied to the pin before: new, same, moved or reworded.")


class Moment(serializers.Serializer[Any]):
    change = serializers.ChoiceField(choices=["first seen", "moved", "reworded", "unchanged", "back", "gone"])
    pin = Pin()
    path = serializers.CharField(help_text="Empty where it is gone, as is what follows.")
    line = serializers.IntegerField()
    qualname = serializers.CharField()


class RelatedError(serializers.Serializer[Any]):
    id = serializers.CharField()
    url = AbsoluteURL()
    api_url = AbsoluteURL()
    title = serializers.CharField()
    headline = serializers.CharField(help_text="The title where there is room.")
    exc_type = serializers.CharField()
    path = serializers.CharField()
    line = serializers.IntegerField()
    reason = serializers.CharField(help_text="What ties it to this error.")


class EntryPage(serializers.Serializer[Any]):
    """All facts of an error's page."""

    id = serializers.CharField()
    url = AbsoluteURL()
    api_url = AbsoluteURL()
    project = serializers.CharField(help_text="owner/name")
    project_url = AbsoluteURL()
    kind = serializers.ChoiceField(choices=ErrorEntry.Kind.choices)
    category = serializers.CharField(help_text="source, test, vendored or generated.")
    exc_type = serializers.CharField()
    exc_qualified = serializers.CharField()
    bases = serializers.ListField(child=serializers.CharField(), help_text="Of the exception's class, nearest first.")
    title = serializers.CharField(help_text="The message's first 60 characters.")
    headline = serializers.CharField(help_text="The message on one line, a very long one up to some word of it.")
    message = serializers.CharField(help_text="Holes written {expression}.")
    wordings = Wording(many=True)
    no_message = serializers.CharField(help_text='Why no message is known; "" when it is.')
    explanation = Explanation()
    source = Source(allow_null=True)
    pin = Pin(help_text="Where the source was read.")
    first_pin = Pin()
    removed_in = Pin(allow_null=True, help_text="The pin that no longer raises it.")
    history = Moment(many=True, help_text="The pins that changed something, and the last one that has it.")
    related = RelatedError(many=True)
    report = Link(allow_null=True, help_text="Where to report an issue.")


class ErrorSummary(serializers.Serializer[Any]):
    """An error as lists show it."""

    id = serializers.CharField()
    url = AbsoluteURL(source="get_absolute_url")
    api_url = AbsoluteURL()
    project = serializers.CharField(source="project.slug")
    kind = serializers.ChoiceField(choices=ErrorEntry.Kind.choices)
    exc_type = serializers.CharField()
    title = serializers.CharField(source="heading")
    message = serializers.CharField()
    path = serializers.CharField(source="site.path", allow_null=True, default=None)
    line = serializers.IntegerField(source="site.line", allow_null=True, default=None)
    end_line = serializers.IntegerField(source="site.end_line", allow_null=True, default=None)
    qualname = serializers.CharField(source="site.qualname", allow_null=True, default=None)


class Project(serializers.Serializer[Any]):
    slug = serializers.CharField()
    url = AbsoluteURL()
    api_url = AbsoluteURL()
    errors = serializers.IntegerField(help_text="Errors that the project's own code raises.")
    repository_url = serializers.CharField()
    homepage_url = serializers.CharField()
    pin = Pin()


class ProjectWithCounts(Project):
    counts = serializers.DictField(help_text="What was read and found at the pin.")


class JobState(serializers.Serializer[Any]):
    """How far an ingestion is."""

    id = serializers.IntegerField()
    source = serializers.CharField()
    state = serializers.CharField()
    done = serializers.IntegerField()
    total = serializers.IntegerField()
    has_ended = serializers.BooleanField()
    error = serializers.CharField(help_text="Why it failed.")
    attempts = serializers.IntegerField()
    project = serializers.CharField(source="project.slug", allow_null=True, default=None)
    pin = serializers.CharField(source="pin.sha", allow_null=True, default=None)
    created_at = serializers.DateTimeField()
    seen_at = serializers.DateTimeField(help_text="When a worker last showed that it is at it.")
    retry_at = serializers.DateTimeField(allow_null=True, help_text="When it is tried again, if it was put off.")
    ended_at = serializers.DateTimeField(allow_null=True)
    timings = serializers.DictField(child=serializers.FloatField(), help_text="Seconds per state that is behind it.")


class ErrorPages(serializers.Serializer[Any]):
    """One page of a list; `next` and `previous` are addresses, null at the ends."""

    total = serializers.IntegerField()
    page = serializers.IntegerField()
    pages = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)


class Searched(serializers.Serializer[Any]):
    left_out = serializers.ListField(child=serializers.CharField(), help_text="Words of `q` that were given up.")
    mended = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="Words of `q` that no error says, each with those that were looked for instead.",
    )
    is_loose = serializers.BooleanField(help_text="Words were given up and mended; nothing tells which.")


class ErrorResults(ErrorPages):
    facets = serializers.DictField(child=serializers.DictField(child=serializers.IntegerField()))
    is_degraded = serializers.BooleanField(help_text="The search server does not answer; a simpler search did.")
    searched = Searched(help_text="How what was looked for differs from `q`.")
    place = serializers.CharField(
        allow_null=True, help_text="The file and line that `q` is; the results are the errors nearest to it."
    )
    results = ErrorSummary(many=True)


class ProjectResults(ErrorPages):
    results = Project(many=True)


class ExportedFacts(serializers.Serializer[Any]):
    """What a line of a project's download holds beside the summary of the error."""

    category = serializers.CharField(source="entry.category", help_text="source, test, vendored or generated.")
    exc_qualified = serializers.CharField(source="entry.exc_qualified")
    wordings = serializers.ListField(child=serializers.CharField(), help_text="That are said now; Holes {expression}.")
    guards = Guard(many=True, help_text="Conditions that hold whenever the statement runs.")
    permalink = Link(allow_null=True)
    pin = serializers.CharField(help_text="The commit or hash at which path and line hold.")
    explanation = Explanation()


class ExportedError(ErrorSummary, ExportedFacts):
    """One line of a project's download."""


class Failure(serializers.Serializer[Any]):
    code = serializers.ChoiceField(choices=list(CODES), help_text="Never changes once published.")
    message = serializers.CharField(help_text="For people.")
    fields = serializers.DictField(help_text="What is wrong with each field sent.")


class FailureAnswer(serializers.Serializer[Any]):
    """The shape of every error of this API."""

    error = Failure()
