"""What becomes of entries from pin to pin: rows carried over, reworded, gone and back."""

import pytest

from ingest.extract.sites import Hole
from kb.models import EntryAlias, ErrorEntry, Project, RaiseSite
from tests.factories import make_project
from tests.ingest.publishing import linked, publish, rows, site, the_entry

pytestmark = pytest.mark.django_db


def test_an_unchanged_error_keeps_its_id_and_shows_its_new_line():
    publish("1", linked(site("a b", line=3)))
    entry = the_entry()
    second, report = publish("2", linked(site("a b", line=90)))
    entry.refresh_from_db()
    assert (entry.site.pin, entry.site.line, entry.site.carried) == (second, 90, "same")
    assert list(entry.sites.order_by("pin__order").values_list("line", flat=True)) == [3, 90]
    assert (report.same, report.new) == (1, 0)
    assert not EntryAlias.objects.exists()


def test_a_moved_error_keeps_its_id_and_can_be_found_by_the_key_of_its_new_place():
    publish("1", linked(site("no such file")))
    entry = the_entry()
    publish("2", linked(site("no such file"), path="src/anvil/io.py"))
    entry.refresh_from_db()
    assert (entry.site.path, entry.site.carried) == ("src/anvil/io.py", "moved")
    alias = EntryAlias.objects.get()
    assert (alias.entry, alias.pk) == (entry, entry.site.key)


def test_a_deployment_that_first_saw_the_error_later_minted_the_alias():
    publish("1", linked(site("no such file")))
    publish("2", linked(site("no such file"), path="src/anvil/io.py"))
    alias = EntryAlias.objects.get().pk
    Project.objects.update(current_pin=None)
    RaiseSite.objects.all().delete()
    ErrorEntry.objects.all().delete()
    publish("2", linked(site("no such file"), path="src/anvil/io.py"))
    assert the_entry().pk == alias


def test_a_reworded_error_keeps_its_id_and_its_old_wording():
    first, _ = publish("1", linked(site("no such file: ", Hole("path"), guards=("not path",))))
    entry = the_entry()
    second, report = publish("2", linked(site("no such file or folder: ", Hole("path"), guards=("not path",))))
    entry.refresh_from_db()
    assert entry.message == "no such file or folder: {path}"
    assert entry.site.carried == "reworded"
    assert report.reworded == 1
    wordings = {row.text: (row.first_pin, row.gone_in) for row in entry.templates.all()}
    assert wordings == {
        "no such file: {path}": (first, second),
        "no such file or folder: {path}": (second, None),
    }


def test_a_wording_that_returns_is_no_longer_gone():
    old = linked(site("no such file: ", Hole("path"), guards=("not path",)))
    new = linked(site("no such file or folder: ", Hole("path"), guards=("not path",)))
    publish("1", old)
    publish("2", new)
    third, _ = publish("3", old)
    entry = the_entry()
    gone = {row.text: row.gone_in for row in entry.templates.all()}
    assert gone == {"no such file: {path}": None, "no such file or folder: {path}": third}


def test_a_removed_error_keeps_its_page_and_says_in_which_pin_it_went():
    first, _ = publish("1", linked(site("a b"), site("c d", line=9)))
    second, report = publish("2", linked(site("c d", line=9)))
    entry = the_entry(message="a b")
    assert (entry.removed_in, entry.site.pin) == (second, first)
    assert report.removed == second.counts["changes"]["removed"] == 1
    third, _ = publish("3", linked(site("c d", line=9)))
    entry.refresh_from_db()
    assert entry.removed_in == second
    assert third.counts["changes"]["removed"] == 0


def test_a_removed_error_that_returns_is_alive_again():
    both = linked(site("a b"), site("c d", line=9))
    publish("1", both)
    entry = the_entry(message="a b")
    publish("2", linked(site("c d", line=9)))
    third, report = publish("3", both)
    entry.refresh_from_db()
    assert (entry.removed_in, entry.site.pin) == (None, third)
    assert (report.new, report.same) == (0, 2)


def test_an_error_put_before_an_equal_one_gets_an_id_of_its_own():
    old = site("a b", line=5, guards=("x",))
    publish("1", linked(old))
    entry = the_entry()
    publish("2", linked(site("a b", line=2, guards=("new",)), old))
    entry.refresh_from_db()
    other = ErrorEntry.objects.exclude(pk=entry.pk).get()
    assert (entry.site.line, other.site.line) == (5, 2)
    assert other.site.key == entry.pk, "the newcomer's key is the name of the known one"
    assert not EntryAlias.objects.filter(pk__in=[entry.pk, other.pk]).exists()
    before = rows()
    publish("2", linked(site("a b", line=2, guards=("new",)), old))
    assert rows() == before


def test_an_older_pin_does_not_become_current_and_removes_nothing():
    newer, _ = publish("2", linked(site("a b")))
    older, report = publish("1", linked(site("x y", qualname="other")))
    project = make_project()
    assert project.current_pin == newer
    assert not report.is_current
    assert report.removed == 0
    assert the_entry(message="a b").removed_in is None
    gone = the_entry(message="x y")
    assert (gone.removed_in, gone.first_pin, gone.site.pin) == (newer, older, older)
    assert older.order == 2


def test_an_older_pin_tells_since_when_an_error_is_known_but_not_how_it_looks_now():
    newer, _ = publish("2", linked(site("no such file or folder", guards=("g",), line=9)))
    older, _ = publish("1", linked(site("no such file", guards=("g",), line=3)))
    entry = the_entry()
    assert (entry.message, entry.site.line, entry.first_pin) == ("no such file or folder", 9, older)
    assert entry.sites.count() == 2
    wordings = {row.text: (row.first_pin, row.gone_in) for row in entry.templates.all()}
    assert wordings == {"no such file or folder": (newer, None), "no such file": (older, newer)}


def test_an_older_pin_becomes_current_when_that_is_asked_for():
    publish("2", linked(site("a b")))
    older, report = publish("1", linked(site("x y", qualname="other")), make_current=True)
    assert make_project().current_pin == older
    assert report.is_current
    assert the_entry(message="a b").removed_in == older
    assert the_entry(message="x y").removed_in is None


def test_a_fix_of_an_old_release_line_is_older_than_the_new_line():
    newer, _ = publish("1", linked(site("a b")), label="2.0.0")
    publish("2", linked(site("a b")), label="1.9.7")
    assert make_project().current_pin == newer


def test_a_better_reading_of_the_same_pin_keeps_the_id_and_forgets_what_was_never_said():
    publish("1", linked(site(Hole("message"), line=3)))
    entry = the_entry()
    publish("1", linked(site("really said", line=3)))
    entry.refresh_from_db()
    assert (entry.message, entry.site.carried) == ("really said", "new")
    assert [row.text for row in entry.templates.all()] == ["really said"]
    assert entry.sites.count() == 1


def test_a_site_that_a_better_reading_no_longer_finds_leaves_its_page():
    pin, _ = publish("1", linked(site("a b"), site("c d", line=9)))
    publish("1", linked(site("c d", line=9)))
    entry = the_entry(message="a b")
    assert (entry.removed_in, entry.site.pin) == (pin, pin)


def test_a_site_that_a_better_reading_no_longer_finds_shows_where_it_stood_before():
    both = linked(site("a b"), site("c d", line=9))
    first, _ = publish("1", both)
    publish("2", both)
    second, _ = publish("2", linked(site("c d", line=9)))
    entry = the_entry(message="a b")
    assert (entry.removed_in, entry.site.pin) == (second, first)
    assert second.sites.count() == 1
