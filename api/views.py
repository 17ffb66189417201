"""The API's reads: each view checks the request, calls one function of `kb`, and serializes."""

from __future__ import annotations

import re
from typing import Any, Final, TypeVar

from django.db.models import QuerySet
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.exceptions import NotFound
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api import examples, serializers
from api.base import ApiView, linked
from api.exceptions import PageOutOfRange
from api.queries import ErrorQuery, PageQuery
from kb.display.entry import entry_page
from kb.display.freshness import entry_stamp
from kb.display.kept import kept_answer
from kb.display.listing import listing
from kb.display.pins import pin_facts
from kb.display.projects import ProjectFacts, find_project, project_facts, project_list
from kb.models import EntryAlias, ErrorEntry, IngestJob

Checked = TypeVar("Checked", bound=PageQuery)

_ENTRY_ID: Final = re.compile(r"[0-9a-fA-F]{16}")
_MOST_JOBS: Final = 2**63
_FAILURES: Final = {404: serializers.FailureAnswer, 429: serializers.FailureAnswer}
_BAD: Final = {400: serializers.FailureAnswer} | _FAILURES


class Error(ApiView):
    @extend_schema(
        operation_id="error",
        responses={200: serializers.EntryPage, 301: None} | _FAILURES,
        parameters=[OpenApiParameter("entry_id", str, "path", pattern=_ENTRY_ID.pattern)],
        examples=[*examples.answers("entry", "entry_removed"), *examples.failures(lacks=True)],
    )
    def get(self, request: Request, entry_id: str) -> HttpResponse:
        """One error with all facts of its page. An id that another deployment gave it leads here by a redirect."""
        if not _ENTRY_ID.fullmatch(entry_id):
            raise Http404("An id is 16 hex digits.")
        stamp = entry_stamp(entry_id.lower())
        if stamp is None:
            alias = EntryAlias.objects.filter(pk=entry_id.lower()).first()
            if alias is None:
                raise Http404(f"No error has the id {entry_id}.")
            return HttpResponseRedirect(reverse("api-entry", args=[alias.entry_id]), status=301)
        plain = request._request  # DRF's hands on each look at it, at a cost
        return kept_answer(plain, stamp, "application/json", lambda: _entry_json(entry_id.lower(), request))


class ErrorList(ApiView):
    @extend_schema(
        operation_id="errors",
        parameters=[ErrorQuery],
        responses={200: serializers.ErrorResults} | _BAD,
        examples=[*examples.answers("errors"), *examples.failures(refuses=True, lacks=True)],
    )
    def get(self, request: Request) -> Response:
        """Errors, narrowed down by project, type, kind, file and search words."""
        query = _checked(ErrorQuery, request)
        found = listing(query.selection(), query.validated_data["page"], query.validated_data["size"])
        body = _page(request, found.page, found.pages, found.total, bool(found.entries)) | {
            "facets": found.facets,
            "is_degraded": found.is_degraded,
            "searched": found.searched,
            "place": found.place and str(found.place),
            "results": found.entries,
        }
        return linked(Response(serializers.ErrorResults(body, context={"request": request}).data), body)


class ProjectIndex(ApiView):
    @extend_schema(
        operation_id="projects",
        parameters=[PageQuery],
        responses={200: serializers.ProjectResults} | _BAD,
        examples=[*examples.answers("projects"), *examples.failures(refuses=True, lacks=True)],
    )
    def get(self, request: Request) -> Response:
        """The projects that have been read."""
        query = _checked(PageQuery, request)
        found = project_list(query.validated_data["page"], query.validated_data["size"])
        body = _page(request, found.page, found.pages, found.total_projects, bool(found.projects))
        body["results"] = [_project(project) for project in found.projects]
        return linked(Response(serializers.ProjectResults(body, context={"request": request}).data), body)


class ProjectDetail(ApiView):
    @extend_schema(
        operation_id="project",
        responses={200: serializers.ProjectWithCounts} | _FAILURES,
        examples=[*examples.answers("project"), *examples.failures(lacks=True)],
    )
    def get(self, request: Request, owner: str, name: str) -> Response:
        """One project at its current pin."""
        project = None if "\0" in owner + name else find_project(owner, name)
        if project is None:
            raise Http404(f"No project {owner}/{name} has been read.")
        facts = project_facts(project)
        body = _project(facts) | {"counts": facts.pin.counts}
        return Response(serializers.ProjectWithCounts(body, context={"request": request}).data)


class Job(ApiView):
    @extend_schema(
        operation_id="job",
        responses={200: serializers.JobState} | _FAILURES,
        parameters=[OpenApiParameter("job_id", int, "path")],
        examples=[*examples.answers("job"), *examples.failures(lacks=True)],
    )
    def get(self, request: Request, job_id: str) -> Response:
        """How far an ingestion is, and how it ended."""
        jobs: QuerySet[IngestJob] = IngestJob.objects.select_related("project", "pin")
        is_number = job_id.isascii() and job_id.isdigit() and int(job_id[:20]) < _MOST_JOBS
        job = jobs.filter(pk=int(job_id)).first() if is_number else None
        if job is None:
            raise Http404(f"There is no job {job_id}.")
        return Response(serializers.JobState(job, context={"request": request}).data)


@extend_schema(exclude=True)
class Unknown(ApiView):
    """Any other address; without it the pages would take `/api/x/` for a project."""

    def get(self, request: Request) -> Response:
        raise NotFound(f"There is nothing at {request.path}; /api/docs lists what there is.")

    post = get


class Schema(SpectacularAPIView):
    """This API as OpenAPI."""


def _entry_json(entry_id: str, request: Request) -> bytes:
    try:
        page = entry_page(entry_id)
    except ErrorEntry.DoesNotExist:  # since its stamp was taken
        raise Http404(f"No error has the id {entry_id}.") from None
    rendered: bytes = JSONRenderer().render(serializers.EntryPage(page, context={"request": request}).data)
    return rendered


def _checked(query: type[Checked], request: Request) -> Checked:
    # As a dict: of a form DRF would take what is empty for what was not given.
    checked = query(data=request.query_params.dict())
    checked.is_valid(raise_exception=True)
    return checked


def _page(request: Request, page: int, pages: int, total: int, has_any: bool) -> dict[str, Any]:
    """The frame of a page of results; PageOutOfRange past the last one."""
    if page > 1 and not has_any:
        raise PageOutOfRange(f"There are {pages} pages.")
    return {
        "total": total,
        "page": page,
        "pages": pages,
        "next": _at_page(request, page + 1) if page < pages else None,
        "previous": _at_page(request, page - 1) if page > 1 else None,
    }


def _at_page(request: Request, page: int) -> str:
    query = request.query_params.copy()
    query["page"] = str(page)
    return request.build_absolute_uri(f"{request.path}?{query.urlencode()}")


def _project(facts: ProjectFacts) -> dict[str, Any]:
    return {
        "slug": facts.slug,
        "url": facts.url,
        "api_url": reverse("api-project", args=[facts.owner, facts.name]),
        "errors": facts.errors,
        "repository_url": facts.repository_url,
        "homepage_url": facts.homepage_url,
        "pin": pin_facts(facts.pin, facts.pin.project),
    }
