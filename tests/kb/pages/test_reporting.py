"""Readers say what is wrong with a page; nothing of them is kept, and nobody floods us."""

import pytest
from django.contrib.auth.models import User
from rest_framework.throttling import SimpleRateThrottle

from kb.authoring import reports
from kb.models import ProblemReport
from tests.factories import make_entry, make_explanation

pytestmark = pytest.mark.django_db

ID = "fade0000000000aa"
URL = f"/errors/{ID}/report"


@pytest.fixture
def entry():
    return make_entry(id=ID, message="no <path>")


def test_page_leads_to_the_form(client, entry):
    assert f'<a href="{URL}" rel="nofollow">Report a problem with it</a>' in client.get(f"/errors/{ID}/").text
    page = client.get(URL)
    assert page.status_code == 200
    assert "no &lt;path&gt;" in page.text
    assert not page.cookies


def test_report_is_kept_with_what_was_shown(client, entry):
    make_explanation(entry)

    response = client.post(URL, {"reason": "false", "text": "The default is 2."})

    assert "Thank you: your report is kept" in response.text
    kept = ProblemReport.objects.get()
    assert (kept.entry, kept.pin, kept.origin) == (entry, entry.site.pin, "human")
    assert (kept.reason, kept.text) == ("false", "The default is 2.")


def test_secrets_in_a_report_are_not_kept(client, entry, caplog):
    key = "sk-" + "a1B2" * 10
    client.post(URL, {"reason": "other", "text": f"It printed {key} to me."})

    assert key not in ProblemReport.objects.get().text
    assert key not in caplog.text


@pytest.mark.parametrize(
    "sent", [{}, {"reason": "nonsense"}, {"reason": "false", "text": "x" * 2001}, {"reason": "false", "text": "a\0b"}]
)
def test_report_that_makes_no_sense_is_told_and_not_kept(client, entry, sent):
    response = client.post(URL, sent)

    assert response.status_code == 400
    assert 'role="alert"' in response.text
    assert not ProblemReport.objects.exists()


def test_one_address_cannot_flood(client, entry, monkeypatch):
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"report": "2/hour"})
    answers = [client.post(URL, {"reason": "false"}) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2]["Retry-After"]) > 0
    assert "Try again in" in answers[2].text
    assert ProblemReport.objects.count() == 2


def test_many_addresses_cannot_flood_either(client, entry, monkeypatch):
    monkeypatch.setattr(reports, "MOST_OPEN", 1)
    answers = [client.post(URL, {"reason": "false"}) for _ in range(2)]

    assert "reported often already" in answers[1].text
    assert ProblemReport.objects.count() == 1


def test_site_may_send_reports_elsewhere(client, entry, settings):
    settings.SITE_URL = "https://raised.example"
    settings.REPORT_URL = "https://git.example/issues/new?title={title}&body={url}&id={id}"

    response = client.get(URL)

    filled = (
        "https://git.example/issues/new?title=no%20%3Cpath%3E"
        f"&body=https%3A%2F%2Fraised.example%2Ferrors%2F{ID}%2F&id={ID}"
    )
    assert (response.status_code, response.url) == (302, filled)
    assert client.get(f"/api/errors/{ID}").json()["report"]["url"] == filled


@pytest.mark.parametrize("address", ["/errors/fade0000000000cc/report", "/errors/xyz/report"])
def test_error_that_is_not_there_is_not_found(client, address):
    assert client.get(address).status_code == 404


def test_report_is_closed_in_the_admin(client, entry):
    client.post(URL, {"reason": "false", "text": "<script>alert(1)</script>"})
    client.force_login(User.objects.create(username="sam", is_staff=True, is_superuser=True))
    report = ProblemReport.objects.get()
    listed = client.get("/admin/kb/problemreport/").text

    client.post("/admin/kb/problemreport/", {"action": "close", "_selected_action": [report.pk]})

    assert "<script>alert(1)" not in listed
    report.refresh_from_db()
    assert (report.closed_by, report.closed_at is not None) == ("sam", True)
