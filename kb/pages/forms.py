"""What readers ask for: search words and narrowings, read leniently, since an address is easily mistyped."""

from __future__ import annotations

import re
from typing import Final

from django import forms
from django.http import QueryDict

from kb.display.listing import MOST_PAGES, Selection
from kb.display.projects import find_project
from kb.models import ErrorEntry, PinFile, Project

# What is put into a command for a shell is the visitor's own: nothing in it may mean anything there.
_SLUG: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*/[A-Za-z0-9_.][A-Za-z0-9_.-]*")


class ListingForm(forms.Form):
    """The narrowings of a list of entries; a value that makes no sense narrows nothing."""

    q = forms.CharField(max_length=500, required=False)
    kind = forms.ChoiceField(choices=ErrorEntry.Kind.choices, required=False)
    exc_type = forms.CharField(max_length=200, required=False)
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
            # Words are looked for in a project's own code alone.
            category=(not got.get("q") and got.get("category")) or PinFile.Category.SOURCE,
            include_passing=got.get("passing", False),
        )

    @property
    def page_number(self) -> int:
        return self.cleaned_data.get("page") or 1

    @property
    def words(self) -> str:
        return str(self.cleaned_data.get("q", ""))

    @property
    def query(self) -> QueryDict:
        """What makes sense of the query, for links that change a part of it."""
        query = QueryDict(mutable=True)
        query.update({"q": self.words} if self.words else {})
        query.update(self.narrowings)
        query.update({"page": str(self.page_number)} if self.page_number > 1 else {})
        return query

    @property
    def narrowings(self) -> dict[str, str]:
        """What the list is narrowed by beside search words, as it stands in the address."""
        aside = ("q", "page", "category") if self.words else ("q", "page")
        given = {name: self.cleaned_data.get(name) for name in self.fields if name not in aside}
        return {name: "on" if value is True else str(value) for name, value in given.items() if value}


class SearchForm(ListingForm):
    """A ListingForm over all projects, which can be narrowed to one."""

    project = forms.CharField(max_length=201, required=False)

    def found_project(self) -> Project | None:
        slug = str(self.cleaned_data.get("project", ""))
        return find_project(*slug.split("/")) if slug.count("/") == 1 else None

    @property
    def ingest_command(self) -> str:
        """What reads the project, which stands in it as it was asked for; "" where that cannot be its name."""
        slug = str(self.cleaned_data.get("project", ""))
        return f"manage.py ingest github:{slug}@commit" if _SLUG.fullmatch(slug) else ""


class FolderForm(forms.Form):
    """Which folder of a project is looked into; one that makes no sense is the topmost."""

    folder = forms.CharField(max_length=1000, required=False, strip=False)

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data)
        self.is_valid()

    @property
    def path(self) -> str:
        """ "" or with a slash at its end."""
        path = str(self.cleaned_data.get("folder", "")).lstrip("/")
        return path if not path or path.endswith("/") else f"{path}/"
