"""What readers say is wrong with a page, to be judged and closed."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from kb.admin.readonly import ReadOnly
from kb.models import ProblemReport


@admin.register(ProblemReport)
class ProblemReportAdmin(ReadOnly):
    list_display = ("made_at", "reason", "page", "origin", "text", "closed_by")
    list_filter = (("closed_at", admin.EmptyFieldListFilter), "reason", "origin")
    list_select_related = ("entry",)
    search_fields = ("=entry__id", "text")
    ordering: ClassVar = ("-id",)
    actions = ("close",)

    def has_close_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("kb.change_problemreport")

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return request.user.has_perm("kb.delete_problemreport")

    @admin.display
    def page(self, report: ProblemReport) -> SafeString:
        return format_html('<a href="{}">{}</a>', report.entry.get_absolute_url(), report.entry_id)

    @admin.action(description="Close: seen to", permissions=["close"])
    def close(self, request: HttpRequest, reports: QuerySet[ProblemReport]) -> None:
        reports.filter(closed_at=None).update(closed_at=timezone.now(), closed_by=request.user.get_username())
