"""Projects, pins and jobs for whoever runs the site: what is going on, and having it done again."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet, URLField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from ingest import jobs, workers
from ingest.sources import SourceFailed, slug_hint, unpinned
from kb.admin import ReadOnly
from kb.models import IngestJob, Pin, Project

_COMMIT: Final = re.compile(r"(@[0-9a-f]{10})[0-9a-f]{30}$")


def has_ingest_permission(request: HttpRequest) -> bool:
    """Whether the person may have workers do something."""
    return request.user.has_perm("kb.add_ingestjob")


def ask(request: HttpRequest, source: str, **options: Any) -> IngestJob | None:
    """Ask for a job and hand it to the workers; the outcome is told to the person."""
    try:
        job = jobs.request(source, **options)
    except SourceFailed as failure:
        messages.error(request, str(failure))
        return None
    if workers.hand(job.pk):
        messages.success(request, f"Job {job.pk}, {job.source}, is with the workers.")
    else:
        messages.warning(request, f"Job {job.pk}, {job.source}, starts when a worker does.")
    return job


def _again(request: HttpRequest, pin: Pin, **options: Any) -> None:
    last = pin.jobs.order_by("-id").first()
    mirror = jobs.mirror_of(last) if last else None
    ask(request, pin.source, mirror=mirror, as_slug=pin.project.slug, **options)


@admin.register(Project)
class ProjectAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("slug", "current_pin", "watch", "created_at")
    list_filter = (("watch", admin.EmptyFieldListFilter),)
    list_select_related = ("current_pin__project",)
    search_fields = ("owner", "name")
    fields = ("owner", "name", "repository_url", "homepage_url", "current_pin", "watch", "created_at")
    readonly_fields = ("owner", "name", "current_pin", "created_at")
    formfield_overrides: ClassVar = {URLField: {"assume_scheme": "https"}}
    actions = ("watch_projects", "unwatch_projects", "look_for_newer_pins", "ingest_again")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False  # ingesting its first pin makes a project

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False  # ids that were handed out are kept for life

    def has_ingest_permission(self, request: HttpRequest) -> bool:
        return has_ingest_permission(request)

    @admin.action(description="Watch for newer pins", permissions=["change"])
    def watch_projects(self, request: HttpRequest, projects: QuerySet[Project]) -> None:
        for project in projects.exclude(current_pin=None).select_related("current_pin"):
            project.watch = unpinned(project.current_pin.source) if project.current_pin else ""
            project.save(update_fields=["watch"])
            if not project.watch:
                messages.warning(request, f"{project.slug} was read from a folder, which has no newer pins.")

    @admin.action(description="Stop watching", permissions=["change"])
    def unwatch_projects(self, request: HttpRequest, projects: QuerySet[Project]) -> None:
        projects.update(watch="")

    @admin.action(description="Look for newer pins of watched projects now", permissions=["ingest"])
    def look_for_newer_pins(self, request: HttpRequest, projects: QuerySet[Project]) -> None:
        for project in projects.exclude(watch=""):
            if workers.look(project.pk):
                messages.success(request, f"A worker looks for a newer pin of {project.slug}.")
            else:
                messages.error(request, "The broker does not answer, so no worker can be asked.")

    @admin.action(description="Ingest the current pin again", permissions=["ingest"])
    def ingest_again(self, request: HttpRequest, projects: QuerySet[Project]) -> None:
        for project in projects.exclude(current_pin=None).select_related("current_pin__project"):
            if project.current_pin:
                _again(request, project.current_pin)


@admin.register(Pin)
class PinAdmin(ReadOnly):
    list_display = ("__str__", "label", "dated_at", "published_at", "order", "errors", "is_current")
    list_filter = ("source_kind", ("published_at", admin.EmptyFieldListFilter))
    list_select_related = ("project",)
    search_fields = ("project__owner", "project__name", "sha", "label")
    ordering: ClassVar = ("-published_at", "-id")
    actions = ("ingest_again", "make_current")

    def has_ingest_permission(self, request: HttpRequest) -> bool:
        return has_ingest_permission(request)

    @admin.display(description="errors")
    def errors(self, pin: Pin) -> int | None:
        entries: int | None = pin.counts.get("entries")
        return entries

    @admin.display(boolean=True, description="current")
    def is_current(self, pin: Pin) -> bool:
        return pin.project.current_pin_id == pin.pk

    @admin.action(description="Ingest again", permissions=["ingest"])
    def ingest_again(self, request: HttpRequest, pins: QuerySet[Pin]) -> None:
        for pin in pins:
            _again(request, pin)

    @admin.action(description="Make it the project's current pin", permissions=["ingest"])
    def make_current(self, request: HttpRequest, pins: QuerySet[Pin]) -> None:
        for pin in pins:
            _again(request, pin, current=True)


class JobForm(forms.ModelForm):  # type: ignore[type-arg]
    """What `manage.py ingest` takes, but for a mirror, which is a folder of the machine that the worker runs on."""

    as_slug = forms.CharField(label="As", required=False, help_text="owner/name, where the source does not tell it")
    watch = forms.BooleanField(required=False, help_text="look for newer pins on schedule")
    current = forms.BooleanField(required=False, help_text="make it the current pin even if it is an older one")

    class Meta:
        model = IngestJob
        fields = ("source",)

    def clean(self) -> None:
        try:
            slug_hint(self.cleaned_data.get("source", ""), self.cleaned_data.get("as_slug") or None)
        except SourceFailed as failure:
            raise forms.ValidationError(str(failure)) from failure


@admin.register(IngestJob)
class IngestJobAdmin(ReadOnly):
    list_display = ("id", "state", "progress", "error", "project", "asked", "created_at", "took", "attempts")
    list_filter = ("state",)
    list_select_related = ("project",)
    search_fields = ("source",)
    ordering: ClassVar = ("-id",)
    actions = ("start_again",)
    form = JobForm
    change_list_template = "admin/jobs.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        return has_ingest_permission(request)

    def get_fields(self, request: HttpRequest, obj: IngestJob | None = None) -> tuple[str, ...]:
        return tuple(field.name for field in IngestJob._meta.fields) if obj else tuple(JobForm.base_fields)

    def save_model(self, request: HttpRequest, obj: IngestJob, form: forms.ModelForm[IngestJob], change: bool) -> None:
        """Ask for the job that the form describes, in place of the row that it would have made."""
        asked = form.cleaned_data
        flags = {name: asked[name] for name in ("watch", "current")}
        job = ask(request, asked["source"], as_slug=asked["as_slug"] or None, **flags)
        obj.pk = job.pk if job else None

    def response_add(self, request: HttpRequest, obj: IngestJob, post_url_continue: str | None = None) -> HttpResponse:
        return redirect("admin:kb_ingestjob_changelist")

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        at_work = IngestJob.objects.unended().exists()
        return super().changelist_view(request, {"is_live": at_work} | (extra_context or {}))

    @admin.display(description="source", ordering="source")
    def asked(self, job: IngestJob) -> str:
        """The SOURCE with a commit's first digits alone."""
        return _COMMIT.sub(r"\1", job.source)

    @admin.display
    def progress(self, job: IngestJob) -> SafeString | str:
        if job.has_ended or not job.total:
            return ""
        bar = '<progress value="{}" max="{}"></progress> {} of {}'
        return format_html(bar, job.done, job.total, f"{job.done:,}", f"{job.total:,}")

    @admin.display
    def took(self, job: IngestJob) -> str:
        """Seconds at work; waiting does not count."""
        now = 0.0 if job.has_ended or job.state == job.State.QUEUED else (timezone.now() - job.state_at).total_seconds()
        return f"{sum(job.timings.values()) + now:.1f} s"

    @admin.action(description="Start again", permissions=["ingest"])
    def start_again(self, request: HttpRequest, rows: QuerySet[IngestJob]) -> None:
        for job in rows:
            flags = {name: bool(job.options.get(name)) for name in ("watch", "current")}
            ask(request, job.source, mirror=jobs.mirror_of(job), as_slug=job.options.get("as"), **flags)

    def has_ingest_permission(self, request: HttpRequest) -> bool:
        return has_ingest_permission(request)
