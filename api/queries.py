"""What a request may ask for: query parameters, checked strictly, since a program should hear of its mistakes."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.exceptions import TooLarge
from kb.display.listing import MOST_PAGES, PAGE_SIZE, Selection
from kb.display.paste_limit import TOO_LARGE, is_too_large, storable
from kb.display.projects import find_project
from kb.models import ErrorEntry, PinFile

MOST_PER_PAGE = 100
MOST_MATCHES = 100
MOST_IN_A_BATCH = 20

SLUG = r"^[^/]+/[^/]+$"


class PageQuery(serializers.Serializer[Any]):
    page = serializers.IntegerField(min_value=1, max_value=MOST_PAGES, default=1)
    size = serializers.IntegerField(min_value=1, max_value=MOST_PER_PAGE, default=PAGE_SIZE)


class ErrorQuery(PageQuery):
    project = serializers.RegexField(SLUG, max_length=201, default="", allow_blank=True, help_text="owner/name")
    exc_type = serializers.CharField(
        max_length=200, default="", allow_blank=True, help_text="The class's own name, e.g. ValueError."
    )
    kind = serializers.ChoiceField(choices=ErrorEntry.Kind.choices, default="", allow_blank=True)
    path = serializers.CharField(max_length=1000, default="", allow_blank=True, trim_whitespace=False)
    category = serializers.ChoiceField(choices=PinFile.Category.choices, default=PinFile.Category.SOURCE)
    passing = serializers.BooleanField(
        default=False, help_text="With warnings, logged errors and messages that are handed on."
    )
    q = serializers.CharField(max_length=500, default="", allow_blank=True, help_text="Search words.")

    def selection(self) -> Selection:
        """The narrowings; a project that has not been read is a ValidationError."""
        got = self.validated_data
        project = None
        if slug := got["project"]:
            project = find_project(*slug.split("/"))
            if project is None:
                raise serializers.ValidationError({"project": [f"No project {slug} has been read."]})
        if got["q"] and got["category"] != PinFile.Category.SOURCE:
            raise serializers.ValidationError({"category": ["Search words are looked for in a project's own code."]})
        return Selection(
            project=project,
            q=got["q"],
            exc_type=got["exc_type"],
            kind=got["kind"],
            path=got["path"],
            category=got["category"],
            include_passing=got["passing"],
        )


@extend_schema_field({"type": "string", "minLength": 1, "pattern": r"\S"})
class PasteText(serializers.Field[str, Any, str, Any]):
    """Text as it was pasted: nothing is trimmed, and NULs, which no other field takes, are replaced."""

    default_error_messages = {"invalid": "Not a string.", "blank": "There is nothing to match."}

    def to_internal_value(self, data: object) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        if not data.strip():
            self.fail("blank")
        if is_too_large(data):
            raise TooLarge(TOO_LARGE)
        return storable(data)


class MatchQuery(serializers.Serializer[Any]):
    text = PasteText(help_text="An error, a traceback or a whole log; at most 1 MB.")
    project = serializers.RegexField(
        SLUG, max_length=201, required=False, allow_null=True, help_text="owner/name, to look there first."
    )
    limit = serializers.IntegerField(min_value=1, max_value=MOST_MATCHES, default=25)


class BatchQuery(serializers.Serializer[Any]):
    items = serializers.ListField(
        child=MatchQuery(),
        min_length=1,
        max_length=MOST_IN_A_BATCH,
        help_text=f"At most {MOST_IN_A_BATCH}, together at most 1 MB; each counts as one match.",
    )

    def validate_items(self, items: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if is_too_large("".join(item["text"] for item in items)):
            raise TooLarge(TOO_LARGE)
        return items
