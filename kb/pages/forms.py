"""What readers send: search words, narrowings and pastes, read leniently, since an address is easily mistyped."""

from __future__ import annotations

from django import forms
from django.http import QueryDict

from kb.display.listing import MOST_PAGES, Selection
from kb.models import ErrorEntry, PinFile, Project


class ListingForm(forms.Form):
    """The narrowings of a list of entries; a value that makes no sense narrows nothing."""

    q = forms.CharField(max_length=500, required=False)
    exc_type = forms.CharField(max_length=200, required=False)
    kind = forms.ChoiceField(choices=ErrorEntry.Kind.choices, required=False)
    path = forms.CharField(max_length=1000, required=False, strip=False)
    category = forms.ChoiceField(choices=PinFile.Category.choices, required=False)
    passing = forms.BooleanField(required=False)
    page = forms.IntegerField(min_value=1, max_value=MOST_PAGES, required=False)

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        self.is_valid()

    def selection(self, project: Project | None) -> Selection:
        got = self.cleaned_data
        return Selection(
            project=project,
            q=got.get("q", ""),
            exc_type=got.get("exc_type", ""),
            kind=got.get("kind", ""),
            path=got.get("path", ""),
            category=got.get("category") or PinFile.Category.SOURCE,
            include_passing=got.get("passing", False),
        )

    @property
    def page_number(self) -> int:
        return self.cleaned_data.get("page") or 1
