"""What a match is answered with, field by field, as `api.serializers` has the rest."""

# mypy: disable-error-code="assignment"

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers

OUTCOMES: Final = ["exact", "ambiguous", "similar", "unmatched"]


class PastedFrame(serializers.Serializer[Any]):
    path = serializers.CharField(help_text="As pasted.")
    line = serializers.IntegerField(allow_null=True)
    function = serializers.CharField()
    code = serializers.CharField()


class PartSpan(serializers.Serializer[Any]):
    part = serializers.ChoiceField(choices=["type", "message", "note", "frame"])
    start = serializers.IntegerField()
    end = serializers.IntegerField()


class PastedError(serializers.Serializer[Any]):
    """One exception that was read in the text. Offsets count characters of the text, from 0, half open."""

    exc_type = serializers.CharField()
    exc_module = serializers.CharField()
    message = serializers.CharField()
    notes = serializers.ListField(child=serializers.CharField())
    frames = PastedFrame(many=True, help_text="Outermost first.")
    role = serializers.ChoiceField(choices=["only", "root", "wrapper", "handled"])
    count = serializers.IntegerField(help_text="How often it stands in the text.")
    dialect = serializers.CharField(help_text="The way of printing that it was recognised by.")
    is_truncated = serializers.BooleanField()
    span = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    spans = PartSpan(many=True)
    outcome = serializers.ChoiceField(
        choices=OUTCOMES, allow_null=True, help_text="Of this error; null when it was not looked up."
    )
    says = serializers.CharField(allow_null=True, help_text="The outcome in sentences; null when it was not looked up.")
    by_python = serializers.BooleanField(
        help_text="Whether Python itself raised it, as it may in any code, so that there is no statement to find."
    )
    look_at = PastedFrame(
        allow_null=True,
        help_text="Where to look then: the innermost frame outside of Python and of installed packages, if any.",
    )


class Match(serializers.Serializer[Any]):
    """An error offered for one that was pasted."""

    id = serializers.CharField()
    score = serializers.FloatField(help_text="0 to 1.")
    project = serializers.CharField()
    exc_type = serializers.CharField()
    title = serializers.CharField()
    message = serializers.CharField(
        help_text="The entry's wording that fits best, Holes written {expression}: with `values` it is the message."
    )
    path = serializers.CharField()
    line = serializers.IntegerField(allow_null=True)
    end_line = serializers.IntegerField(allow_null=True)
    qualname = serializers.CharField()
    values = serializers.DictField(child=serializers.CharField(), help_text="A Hole's expression: what the paste has.")
    reasons = serializers.ListField(child=serializers.CharField(), help_text="The strongest first.")
    error_index = serializers.IntegerField(help_text="Which of `errors` it is offered for.")
    is_current = serializers.BooleanField(help_text="Whether the current pin still raises it.")
    version = serializers.CharField(allow_blank=True, help_text="At which `line` holds, as upstream names it.")
    pasted_line = serializers.IntegerField(
        allow_null=True,
        help_text="Where the text has the statement, if at another line of the same file and function: so it is of "
        "another version.",
    )
    pasted_version = serializers.CharField(
        allow_blank=True, help_text="The version that has it at `pasted_line`, of those that were read."
    )
    meaning = serializers.CharField(
        allow_blank=True, help_text="Prose with `code` in backticks, as on its page; only of one that is sure."
    )
    solutions = serializers.ListField(
        child=serializers.CharField(), help_text="The first of those on its page; only of one that is sure."
    )
    url = serializers.URLField()
    api_url = serializers.URLField()


class MatchAnswer(serializers.Serializer[Any]):
    outcome = serializers.ChoiceField(choices=OUTCOMES, help_text="Of the error that the first match is for.")
    says = serializers.CharField(
        help_text="The outcome in sentences, as the page says it: exact is a statement that raised the error, or one "
        "that handed its message to what raised it; ambiguous are several that fit equally well, or one of so few "
        "words that others may say them."
    )
    decides = serializers.CharField(help_text="What would tell which match it is, if any, when ambiguous.")
    errors = PastedError(many=True, help_text="All that was read in the text, in its order.")
    matches = Match(many=True, help_text="The best first.")


class BatchAnswer(serializers.Serializer[Any]):
    answers = MatchAnswer(many=True, help_text="One for each text asked, in their order.")


# Made once, since making one copies all of its fields, which takes longer than many an answer.
_MATCH_ANSWER: Final = MatchAnswer()


def answer_fields(body: dict[str, Any]) -> dict[str, Any]:
    """What `MatchAnswer` has of a body, as JSON takes it."""
    fields: dict[str, Any] = _MATCH_ANSWER.to_representation(body)
    return fields
