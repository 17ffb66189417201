import pytest
from django.db import OperationalError

from kb.config import metrics
from tests.factories import make_job, make_pin

pytestmark = pytest.mark.django_db
TOKEN = {"Authorization": "Bearer a-long-token"}


def value(text: str, name: str) -> float:
    return next((float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(name)), 0)


def test_requests_are_counted_by_view_not_by_address(client, settings):
    settings.METRICS_TOKEN = "a-long-token"
    series = 'raised_requests_total{method="GET",status="404",view="entry"}'
    before = value(client.get("/metrics", headers=TOKEN).content.decode(), series)

    client.get("/errors/fade0000000000aa/")
    client.get("/errors/fade0000000000ab/")
    text = client.get("/metrics", headers=TOKEN).content.decode()

    assert value(text, series) == before + 2
    assert "fade" not in text


def test_jobs_projects_and_errors_are_counted(client, settings):
    settings.METRICS_TOKEN = "a-long-token"
    make_pin(counts={"entries": 12})
    make_job(state="failed")

    text = client.get("/metrics", headers=TOKEN).content.decode()

    assert value(text, 'raised_jobs{state="failed"}') == 1
    assert value(text, 'raised_jobs{state="done"}') == 0
    assert (value(text, "raised_projects "), value(text, "raised_errors ")) == (1, 12)


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer other"}, {"Authorization": "a-long-token"}])
def test_metrics_are_for_who_has_the_token(client, settings, headers):
    settings.METRICS_TOKEN = "a-long-token"

    assert client.get("/metrics", headers=headers).status_code == 401


def test_there_are_no_metrics_without_the_setting(client):
    assert client.get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_counters_are_told_while_the_database_is_away(client, settings, monkeypatch):
    settings.METRICS_TOKEN = "a-long-token"

    def away(self):
        raise OperationalError("the server is away")

    monkeypatch.setattr(metrics.Facts, "collect", away)
    response = client.get("/metrics", headers=TOKEN)

    assert response.status_code == 200
    assert "raised_request_seconds" in response.text
    assert "raised_jobs" not in response.text
