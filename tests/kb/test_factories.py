"""The factories must make what assembling makes, or tests prove nothing."""

import pytest

from tests.factories import make_blob, make_entry, make_pin, make_site, make_template, pieces_of


def test_braces_become_holes():
    assert pieces_of("no {name} in {place!r}") == ["no ", {"hole": "name"}, " in ", {"hole": "place!r"}]


@pytest.mark.django_db
def test_entry_comes_with_site_template_and_current_pin():
    entry = make_entry(message="no {name}")

    assert entry.site.pin == entry.project.current_pin == entry.first_pin
    assert entry.title == "no {name}"
    assert [template.pieces for template in entry.templates.all()] == [["no ", {"hole": "name"}]]


@pytest.mark.django_db
def test_entries_share_project_pin_and_blob():
    first, second = make_entry(), make_entry()

    assert first.pk != second.pk
    assert first.project == second.project
    assert first.site.blob == second.site.blob


@pytest.mark.django_db
def test_later_pin_becomes_the_current_one():
    first, second = make_pin(), make_pin(sha="b" * 40)

    assert (first.order, second.order) == (1, 2)
    assert second.project.current_pin == second


@pytest.mark.django_db
def test_site_and_template_alone_bring_their_entry():
    assert make_site(path="a/b.py").file_name == "b.py"
    assert make_template(text="only this").entry.templates.count() == 1
    assert make_blob(b"x").content == b"x"
