import pytest

from kb.display.history import MOST_MOMENTS, history
from kb.models import ErrorEntry, Pin, RaiseSite
from tests.factories import PUBLISHED_AT, make_entry, make_pin, make_project, make_site

pytestmark = pytest.mark.django_db


def told(entry: ErrorEntry) -> list[tuple[str, str]]:
    joined = ErrorEntry.objects.select_related("project", "removed_in").get(pk=entry.pk)
    return [(moment.change, moment.pin.label) for moment in history(joined)]


def pins(count: int):
    project = make_project()
    return [make_pin(project, sha=f"{number}" * 40, label=f"v{number}") for number in range(1, count + 1)]


def test_only_pins_that_changed_something_are_told_with_the_last_one():
    one, two, three, four = pins(4)
    entry = make_entry(one)
    make_site(entry, pin=two, carried="same")
    make_site(entry, pin=three, carried="moved", path="src/anvil/other.py")
    make_site(entry, pin=four, carried="same", path="src/anvil/other.py")

    assert told(entry) == [("first seen", "v1"), ("moved", "v3"), ("unchanged", "v4")]


def test_rewording_and_removal_are_told():
    one, two, three = pins(3)
    entry = make_entry(one, removed_in=three)
    make_site(entry, pin=two, carried="reworded")

    assert told(entry) == [("first seen", "v1"), ("reworded", "v2"), ("gone", "v3")]


def test_pin_that_is_not_published_is_not_told():
    (one,) = pins(1)
    entry = make_entry(one)
    make_site(entry, pin=make_pin(one.project, sha="f" * 40, published_at=None), carried="moved")

    assert told(entry) == [("first seen", "v1")]


def test_pins_are_told_by_age_though_the_older_one_was_read_later():
    project = make_project()
    newer = make_pin(project, sha="2" * 40, label="v2")
    entry = make_entry(newer, site={"path": "src/new.py"})
    older = make_pin(project, sha="1" * 40, label="v1", is_current=False)
    make_site(entry, pin=older, path="src/old.py", carried="moved")

    assert told(entry) == [("first seen", "v1"), ("moved", "v2")]


def test_entry_of_very_many_pins_is_told_from_its_first_to_its_last():
    project = make_project()
    made = [Pin(project=project, sha=f"{n:040x}", label=f"v{n}", source="x", order=n, published_at=PUBLISHED_AT)
            for n in range(1, 401)]  # fmt: skip
    pins = Pin.objects.bulk_create(made)
    entry = make_entry(pins[0])
    (first,) = entry.sites.all()
    RaiseSite.objects.bulk_create(
        RaiseSite(
            entry=entry, pin=pin, key=entry.id, blob=first.blob, path=f"src/{pin.label}.py", line=1, end_line=1,
            qualname="load", file_name="x.py", function="load", form="constant", carried="moved",
        )
        for pin in pins[1:]
    )  # fmt: skip

    moments = told(entry)

    assert moments[0] == ("first seen", "v1")
    assert moments[-1] == ("moved", "v400")
    assert len(moments) == MOST_MOMENTS + 1
