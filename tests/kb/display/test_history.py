import pytest

from kb.display.history import history
from kb.models import ErrorEntry
from tests.factories import make_entry, make_pin, make_project, make_site

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
