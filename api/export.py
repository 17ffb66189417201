"""GET /api/projects/<owner>/<name>/errors.jsonl: all errors of a project, one JSON object a line."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import Http404, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import get_conditional_response
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from api import examples, serializers
from api.base import ApiView
from api.negotiation import AnythingGoes
from kb.display.export import exported
from kb.display.freshness import database_stamp
from kb.display.projects import find_project
from kb.models import Project


class Export(ApiView):
    content_negotiation_class = AnythingGoes

    @extend_schema(
        operation_id="project_errors",
        responses={
            (200, "application/x-ndjson"): OpenApiResponse(
                OpenApiTypes.STR, description="Lines that are each an ExportedError."
            ),
            404: serializers.FailureAnswer,
            429: serializers.FailureAnswer,
        },
        examples=examples.failures(lacks=True),
    )
    def get(self, request: Request, owner: str, name: str) -> HttpResponseBase:
        """All errors of the project's current pin, each with its wordings and explanation: JSON, one a line."""
        project = None if "\0" in owner + name else find_project(owner, name)
        if project is None:
            raise Http404(f"No project {owner}/{name} has been read.")
        # Explanations are written without a pin; to look for their marks is to read them all.
        stamp = database_stamp()
        tag = f'W/"{stamp}"' if stamp else None
        fresh = get_conditional_response(request, etag=tag)
        if fresh is not None:
            return fresh
        response = StreamingHttpResponse(_lines(project, request), content_type="application/x-ndjson")
        if tag:
            response["ETag"] = tag
        response["Content-Disposition"] = f'attachment; filename="{_file_name(project)}"'
        return response


def _lines(project: Project, request: Request) -> Iterator[bytes]:
    renderer, context = JSONRenderer(), {"request": request}
    # One of each for all rows: to make its fields takes longer than to fill them.
    summary, facts = serializers.ErrorSummary(context=context), serializers.ExportedFacts(context=context)
    for found in exported(project):
        line = {**summary.to_representation(found.entry), **facts.to_representation(found)}
        yield renderer.render(line) + b"\n"


def _file_name(project: Project) -> str:
    kept = "".join(
        letter if letter.isascii() and (letter.isalnum() or letter in "._-") else "_" for letter in project.name
    )
    return f"{kept}.jsonl"
