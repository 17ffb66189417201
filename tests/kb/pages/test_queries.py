"""Pages take a bounded number of queries, however much there is."""

import pytest

from kb.models import ErrorEntry, RaiseSite
from tests.factories import make_blob, make_entry, make_file, make_pin, make_project, make_template

pytestmark = pytest.mark.django_db

PINS = ["1f" * 20, "2e" * 20, "3d" * 20]


@pytest.fixture
def crowded() -> ErrorEntry:
    """Three pins, 300 entries with a site at each, and among them one with all that an entry can have."""
    project = make_project()
    pins = [make_pin(project, sha=sha) for sha in PINS]
    blob = make_blob()
    entries = ErrorEntry.objects.bulk_create(
        ErrorEntry(
            id=f"{number:016x}", project=project, first_pin=pins[0], kind="error", exc_qualified="a.LoadError",
            exc_type="LoadError", message=f"number {number} of {{name}}", title=f"number {number} of {{name}}",
        )
        for number in range(0x1000, 0x1000 + 299)
    )  # fmt: skip
    sites = RaiseSite.objects.bulk_create(
        RaiseSite(
            pin=pin, entry=entry, key=entry.id, blob=blob, path="src/anvil/load.py", line=number, end_line=number,
            qualname="load", file_name="load.py", function="load", form="f-string", facts={},
        )
        for number, entry in enumerate(entries, 1)
        for pin in pins
    )  # fmt: skip
    for entry, site in zip(entries, sites[2::3], strict=True):
        entry.site = site
    ErrorEntry.objects.bulk_update(entries, ["site"])
    full = make_entry(pins[0], exc_qualified="a.LoadError", message="first", removed_in=pins[1])
    for number in range(5):
        make_template(full, text=f"former {number}", gone_in=pins[1])
        make_file(pins[2], path=f"skipped{number}.py", skipped="too large")
    return full


def test_entry_page_takes_a_bounded_number_of_queries(client, crowded, django_assert_max_num_queries):
    living = ErrorEntry.objects.exclude(pk=crowded.pk).first()
    for entry in (crowded, living):
        with django_assert_max_num_queries(8):
            assert client.get(f"/errors/{entry.id}/").status_code == 200


def test_alias_takes_three_queries_at_most(client, crowded, django_assert_max_num_queries):
    with django_assert_max_num_queries(3):
        client.get("/errors/0123456789abcdef/")


def test_project_page_takes_a_bounded_number_of_queries(client, crowded, django_assert_max_num_queries):
    with django_assert_max_num_queries(7):
        assert len(client.get("/acme/anvil/?page=2").context["listing"].entries) == 20


def test_pin_page_takes_a_bounded_number_of_queries(client, crowded, django_assert_max_num_queries):
    with django_assert_max_num_queries(6):
        assert client.get(f"/acme/anvil/pins/{PINS[2]}/").status_code == 200


def test_home_takes_two_queries_for_any_number_of_projects(client, crowded, django_assert_max_num_queries):
    for number in range(5):
        make_pin(make_project(f"acme/p{number}"), sha=f"{number}" * 40)
    client.get("/")  # examples are worked out
    with django_assert_max_num_queries(2):
        assert len(client.get("/?again").context["projects"].projects) == 6
