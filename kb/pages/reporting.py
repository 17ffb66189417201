"""The form by which a reader reports a problem with an error's page; it leads elsewhere if the site says so."""

from __future__ import annotations

import logging
from math import ceil
from typing import Any

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods
from redis.exceptions import RedisError
from rest_framework.throttling import SimpleRateThrottle

from kb.authoring.reports import report as keep
from kb.display.entry import entry_page
from kb.display.permalinks import filled
from kb.models import ErrorEntry, ProblemReport

logger = logging.getLogger(__name__)


class ReportForm(forms.Form):
    reason = forms.ChoiceField(choices=ProblemReport.Reason.choices, widget=forms.RadioSelect)
    text = forms.CharField(
        label="What is wrong?",
        required=False,
        max_length=ProblemReport.MOST_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 6}),
    )


class _Throttle(SimpleRateThrottle):
    """So many reports of one address; the API's way of counting."""

    scope = "report"

    def get_cache_key(self, request: Any, view: Any) -> str:  # noqa: ANN401, ARG002 - Django's request serves
        return str(self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)})


@csrf_exempt  # It does nothing in anyone's name, and needs no cookie this way.
@require_http_methods(["GET", "HEAD", "POST"])
def report(request: HttpRequest, entry_id: str) -> HttpResponse:
    entry = ErrorEntry.objects.select_related("project", "site__pin").filter(pk=entry_id.lower()).first()
    if entry is None:
        raise Http404(f"No error has the id {entry_id}.")
    if settings.REPORT_URL:
        url = settings.SITE_URL.rstrip("/") + entry.get_absolute_url()
        return redirect(filled(settings.REPORT_URL, id=entry.pk, url=url, title=entry.heading))
    form = ReportForm(request.POST if request.method == "POST" else None)
    context: dict[str, Any] = {"entry": entry, "form": form}
    if not form.is_valid():
        return render(request, "pages/report.html", context, status=400 if form.is_bound else 200)
    if wait := _wait(request):
        context["refused"] = f"Too many reports came from your address. Try again in {ceil(wait / 60)} minutes."
        response = render(request, "pages/report.html", context, status=429)
        response["Retry-After"] = str(ceil(wait))
        return response
    origin = entry_page(entry.pk).explanation.origin
    context["is_kept"] = keep(entry, form.cleaned_data["reason"], form.cleaned_data["text"], origin)
    context["is_sent"] = True
    return render(request, "pages/report.html", context)


def _wait(request: HttpRequest) -> float:
    """Seconds until the address may report again; 0 if it may now."""
    throttle = _Throttle()
    try:
        is_allowed = throttle.allow_request(request, None)  # type: ignore[arg-type]
    except RedisError:
        # The bound on open reports of an error holds all the same.
        logger.warning("report throttle has no cache", exc_info=True)
        return 0
    return 0 if is_allowed else (throttle.wait() or 60)
