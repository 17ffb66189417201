"""Entries and their wordings for whoever runs the site: to look at, not to change, since ingestion writes them."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from kb.admin.readonly import ReadOnly
from kb.models import ErrorEntry, MessageTemplate, RaiseSite


class WordingInline(admin.TabularInline):  # type: ignore[type-arg]
    model = MessageTemplate
    fields = ("ordinal", "text", "words", "first_pin", "gone_in")
    can_delete = False
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[MessageTemplate]:
        return super().get_queryset(request).select_related("first_pin__project", "gone_in__project")


class SiteInline(admin.TabularInline):  # type: ignore[type-arg]
    model = RaiseSite
    fk_name = "entry"
    fields = ("pin", "path", "line", "qualname", "form", "carried")
    can_delete = False
    extra = 0

    def get_queryset(self, request: HttpRequest) -> QuerySet[RaiseSite]:
        return super().get_queryset(request).select_related("pin__project").defer("facts")


@admin.register(ErrorEntry)
class ErrorEntryAdmin(ReadOnly):
    list_display = ("id", "project", "kind", "exc_type", "title", "site", "removed_in")
    list_filter = ("kind", "category", ("removed_in", admin.EmptyFieldListFilter))
    list_select_related = ("project", "site", "removed_in__project")
    search_fields = ("=id", "exc_type", "message")
    ordering: ClassVar = ("id",)
    inlines = (WordingInline, SiteInline)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ErrorEntry]:
        joined = ("project", "site", "first_pin__project", "removed_in__project")
        return super().get_queryset(request).select_related(*joined)


@admin.register(MessageTemplate)
class MessageTemplateAdmin(ReadOnly):
    list_display = ("text", "entry", "words", "first_pin", "gone_in")
    list_filter = (("gone_in", admin.EmptyFieldListFilter),)
    list_select_related = ("entry", "first_pin__project", "gone_in__project")
    search_fields = ("text", "=entry__id")
    ordering: ClassVar = ("id",)
