"""What a request may ask for: query parameters, checked strictly, since a program should hear of its mistakes."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from kb.display.listing import MOST_PAGES, PAGE_SIZE, Selection
from kb.display.projects import find_project
from kb.models import ErrorEntry, PinFile

MOST_PER_PAGE = 100


class PageQuery(serializers.Serializer[Any]):
    page = serializers.IntegerField(min_value=1, max_value=MOST_PAGES, default=1)
    size = serializers.IntegerField(min_value=1, max_value=MOST_PER_PAGE, default=PAGE_SIZE)


class ErrorQuery(PageQuery):
    project = serializers.RegexField(r"^[^/]+/[^/]+$", max_length=201, default="", help_text="owner/name")
    exc_type = serializers.CharField(max_length=200, default="", help_text="The class's own name, e.g. ValueError.")
    kind = serializers.ChoiceField(choices=ErrorEntry.Kind.choices, default="")
    path = serializers.CharField(max_length=1000, default="", trim_whitespace=False)
    category = serializers.ChoiceField(choices=PinFile.Category.choices, default=PinFile.Category.SOURCE)
    passing = serializers.BooleanField(default=False, help_text="With warnings and logged errors.")
    q = serializers.CharField(max_length=500, default="", help_text="Search words.")

    def selection(self) -> Selection:
        """The narrowings; a project that has not been read is a ValidationError."""
        got = self.validated_data
        project = None
        if slug := got["project"]:
            project = find_project(*slug.split("/"))
            if project is None:
                raise serializers.ValidationError({"project": [f"No project {slug} has been read."]})
        return Selection(
            project=project,
            q=got["q"],
            exc_type=got["exc_type"],
            kind=got["kind"],
            path=got["path"],
            category=got["category"],
            include_passing=got["passing"],
        )
