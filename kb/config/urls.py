"""Where each address leads: admin, the API, and the pages (last, since a project's address is `/<owner>/<name>/`)."""

from django.contrib import admin
from django.urls import include, path

from kb.config.health import health, readiness
from kb.config.metrics import exposition

urlpatterns = [
    path("healthz", health, name="health"),
    path("readyz", readiness, name="readiness"),
    path("metrics", exposition, name="metrics"),
    path("admin/", admin.site.urls),
    path("api/", include("api.urls")),
    path("", include("kb.pages.urls")),
]

handler400 = "kb.config.failures.bad_request"
handler404 = "kb.config.failures.not_found"
handler500 = "kb.config.failures.server_error"
