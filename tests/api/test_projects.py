"""GET /api/projects, /api/projects/<owner>/<name> and /api/jobs/<id>"""

from datetime import UTC, datetime

import pytest

from kb.models import IngestJob
from tests.factories import make_job, make_pin, make_project

pytestmark = pytest.mark.django_db


def test_projects_come_with_pin_and_count(golden):
    make_pin(counts={"entries": 12, "kinds": {"error": 12}})
    make_pin(make_project("beta/bolt"), sha="2e" * 20, is_current=False)

    golden("projects", "/api/projects")


def test_project_has_all_counts_of_its_pin(golden):
    make_pin(counts={"entries": 12, "kinds": {"error": 12}, "reasons": {"dynamic": 1}})

    golden("project", "/api/projects/acme/anvil")


@pytest.mark.parametrize("slug", ["no/such", "a%00/b", "acme"])
def test_unknown_project_is_not_found(client, slug):
    response = client.get(f"/api/projects/{slug}")

    assert response.status_code == 404
    assert response.json()["error"]["code"] == "not_found"


def test_job_says_how_far_it_is(golden):
    pin = make_pin()
    job = make_job(id=17, state="extracting", done=3, total=10, project=pin.project, pin=pin)
    at = datetime(2026, 3, 1, tzinfo=UTC)
    IngestJob.objects.filter(pk=job.pk).update(created_at=at, seen_at=at)

    golden("job", f"/api/jobs/{job.pk}")


@pytest.mark.parametrize("job_id", ["0", "-1", "abc", "9" * 400, "1%00", "1.5", "%D9%A1"])
def test_unknown_job_is_not_found(client, job_id):
    assert client.get(f"/api/jobs/{job_id}").status_code == 404


def test_lists_take_a_bounded_number_of_queries(client, django_assert_max_num_queries):
    for number in range(5):
        make_pin(make_project(f"acme/p{number}"), sha=f"{number}" * 40)
    with django_assert_max_num_queries(2):
        assert len(client.get("/api/projects").json()["results"]) == 5
