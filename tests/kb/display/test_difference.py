import pytest

from kb.display.difference import MOST_SHOWN, MOST_WORDINGS, Changes, difference
from tests.factories import make_entry, make_pin, make_project, make_site, make_template

pytestmark = pytest.mark.django_db


@pytest.fixture
def pins():
    project = make_project()
    return make_pin(project, sha="1" * 40), make_pin(project, sha="2" * 40)


def titles(changes: Changes) -> list[str]:
    return [change.entry.title for change in changes.shown]


def test_each_change_is_told_from_the_others(pins):
    before, after = pins
    make_entry(before, message="gone", removed_in=after)
    make_entry(after, message="added")
    same = make_entry(before, message="same")
    make_site(same, pin=after, line=9)
    moved = make_entry(before, message="moved", site={"path": "src/old.py"})
    make_site(moved, pin=after, path="src/new.py", key="m" * 16, carried="moved")
    reworded = make_entry(before, message="reworded")
    make_site(reworded, pin=after, key="r" * 16, carried="reworded")
    reworded.templates.update(gone_in=after)
    make_template(reworded, text="reworded since", first_pin=after)

    found = difference(before.project, before, after)

    assert titles(found.added) == ["added"]
    assert titles(found.removed) == ["gone"]
    assert titles(found.moved) == ["moved"]
    assert found.moved.shown[0].before.path == "src/old.py"
    assert titles(found.reworded) == ["reworded"]
    assert found.reworded.shown[0].was == ("reworded",)
    assert found.reworded.shown[0].says == ("reworded since",)


def test_what_was_reworded_twice_between_two_pins_shows_the_first_and_the_last_wording():
    project = make_project()
    one, two, three = (make_pin(project, sha=f"{n}" * 40) for n in (1, 2, 3))
    entry = make_entry(one, message="first")
    entry.templates.update(gone_in=two)
    make_template(entry, text="second", first_pin=two, gone_in=three)
    make_template(entry, text="third", first_pin=three)
    make_site(entry, pin=three, key="t" * 16, carried="reworded")

    (change,) = difference(project, one, three).reworded.shown

    assert (change.was, change.says) == (("first",), ("third",))


def test_tests_of_a_project_are_left_out(pins):
    before, after = pins
    make_entry(after, message="added", category="test")

    assert difference(before.project, before, after).added.total == 0


def test_a_pin_does_not_differ_from_itself(pins):
    before, _ = pins
    make_entry(before)

    found = difference(before.project, before, before)

    assert [changes.total for changes in (found.added, found.removed, found.moved, found.reworded)] == [0, 0, 0, 0]


def test_large_difference_is_counted_whole_and_shown_in_part(pins, django_assert_max_num_queries):
    before, after = pins
    for number in range(MOST_SHOWN + 5):
        make_entry(after, message=f"added {number}")
        moved = make_entry(before, message=f"moved {number}")
        make_site(moved, pin=after, path="src/new.py", key=f"{number:016d}", carried="moved")

    with django_assert_max_num_queries(8):
        found = difference(before.project, before, after)

    assert (found.added.total, len(found.added.shown)) == (MOST_SHOWN + 5, MOST_SHOWN)
    assert (found.moved.total, len(found.moved.shown)) == (MOST_SHOWN + 5, MOST_SHOWN)


def test_statement_with_very_many_wordings_shows_the_first(pins):
    before, after = pins
    entry = make_entry(before, message="one of many")
    make_site(entry, pin=after, key="r" * 16, carried="reworded")
    for number in range(MOST_WORDINGS + 1):
        make_template(entry, text=f"wording {number}", first_pin=after)

    (change,) = difference(before.project, before, after).reworded.shown

    assert change.says == tuple(f"wording {number}" for number in range(MOST_WORDINGS))


def test_wordings_are_told_by_age_where_the_older_pin_was_read_later():
    project = make_project()
    newer = make_pin(project, sha="2" * 40, label="v2.0.0")
    older = make_pin(project, sha="1" * 40, label="v1.0.0", is_current=False)
    entry = make_entry(newer, message="says now")
    make_template(entry, text="said once", first_pin=older, gone_in=newer)
    make_site(entry, pin=older, key="o" * 16, carried="reworded")

    (change,) = difference(project, older, newer).reworded.shown

    assert (change.was, change.says) == (("said once",), ("says now",))
