"""Runs of the LLM explainer: what was asked, what held, what it cost."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin

from kb.admin.readonly import ReadOnly
from kb.models import ExplainRun, LlmAnswer


@admin.register(ExplainRun)
class ExplainRunAdmin(ReadOnly):
    list_display = ("id", "pin", "model", "state", "done", "total", "asked", "tokens_in", "tokens_out", "cost", "error")
    list_filter = ("state", "model")
    list_select_related = ("pin__project",)
    ordering: ClassVar = ("-id",)


@admin.register(LlmAnswer)
class LlmAnswerAdmin(ReadOnly):
    list_display = ("id", "entry_id", "model", "unusable", "kept", "tokens_in", "tokens_out", "cost", "made_at")
    list_filter = ("unusable", "model")
    search_fields = ("=entry__id",)
    ordering: ClassVar = ("-made_at", "id")
