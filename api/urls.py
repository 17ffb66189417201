"""Addresses of the JSON API, each with an example above it."""

from django.urls import URLPattern, URLResolver, path, re_path
from django.views.generic import TemplateView

from api import views
from api.codes import CODES
from api.endpoints import endpoints
from api.export import Export
from api.matching import BatchView, MatchView
from api.trying import trial

urlpatterns: list[URLPattern | URLResolver] = [
    # /api/errors?project=hiyouga/LlamaFactory&exc_type=ValueError&q=vllm&page=2
    path("errors", views.ErrorList.as_view(), name="api-errors"),
    # /api/errors/d460de83d1a08d54
    path("errors/<str:entry_id>", views.Error.as_view(), name="api-entry"),
    # /api/match  {"text": "ValueError: no path given"}
    path("match", MatchView.as_view(), name="api-match"),
    # /api/match/batch  {"items": [{"text": "ValueError: no path given"}, …]}
    path("match/batch", BatchView.as_view(), name="api-match-batch"),
    # /api/projects?page=2
    path("projects", views.ProjectIndex.as_view(), name="api-projects"),
    # /api/projects/hiyouga/LlamaFactory
    path("projects/<str:owner>/<str:name>", views.ProjectDetail.as_view(), name="api-project"),
    # /api/projects/hiyouga/LlamaFactory/errors.jsonl
    path("projects/<str:owner>/<str:name>/errors.jsonl", Export.as_view(), name="api-project-errors"),
    # /api/jobs/17
    path("jobs/<str:job_id>", views.Job.as_view(), name="api-job"),
    path("schema", views.Schema.as_view(), name="api-schema"),
    # /api/docs
    path(
        "docs",
        TemplateView.as_view(
            template_name="pages/api_docs.html",
            extra_context={"codes": CODES, "endpoints": endpoints, "trial": trial},
        ),
        name="api-docs",
    ),
    re_path("", views.Unknown.as_view()),
]
