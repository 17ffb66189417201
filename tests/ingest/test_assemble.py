"""Linked files become rows: published whole, carried over from pin to pin, unchanged by a second run."""

from datetime import timedelta

import pytest
from django.forms.models import model_to_dict

from ingest.assemble import assemble
from ingest.extract.sites import ExtractedSite, Guard, Hole, LinkedFile, Message
from kb.models import EntryAlias, ErrorEntry, IngestJob, MessageTemplate, Pin, PinFile, Project, RaiseSite
from tests.factories import DATED_AT, make_blob, make_file, make_pin, make_project

pytestmark = pytest.mark.django_db


def site(*pieces, line=3, kind="error", qualname="load", exc_type="ValueError", guards=(), **kwargs):
    """A site whose one message has these pieces (str, or Hole); `messages` gives several."""
    kwargs.setdefault("messages", (Message(pieces),) if pieces else ())
    kwargs.setdefault("form", "constant" if pieces else "no message")
    return ExtractedSite(
        kind=kind,
        line=line,
        end_line=kwargs.pop("end_line", line),
        column=kwargs.pop("column", 4),
        qualname=qualname,
        exc=exc_type,
        exc_type=exc_type,
        guards=tuple(Guard(text, line - 1) for text in guards),
        **kwargs,
    )


def linked(*sites, path="src/anvil/load.py", category="source"):
    return LinkedFile(path=path, blob=make_blob(path.encode()).sha, category=category, sites=sites)


def unpublished(sha, *, days=0, label="", **kwargs):
    """A pin whose files are there, dated `days` after the first one."""
    return make_pin(
        sha=sha * 40, label=label, dated_at=DATED_AT + timedelta(days=days), published_at=None, order=0, **kwargs
    )


def publish(sha, *files, days=None, label="", make_current=False):
    """A pin of its own with these linked files, published. `days` grow with the sha unless given."""
    pin = unpublished(sha, days=int(sha, 16) if days is None else days, label=label)
    report = assemble(pin.pk, files, make_current=make_current)
    pin.refresh_from_db()
    return pin, report


def the_entry(**kwargs):
    return ErrorEntry.objects.get(**kwargs)


def rows():
    """Every row that assembling may write, whole."""
    models = (Project, Pin, PinFile, ErrorEntry, EntryAlias, RaiseSite, MessageTemplate)
    return {model.__name__: list(model.objects.order_by("pk").values()) for model in models}


def test_a_site_becomes_an_entry_with_its_facts():
    text = ("no ", Hole("kind"), " in ", Hole("path"))
    first, _ = publish(
        "1",
        linked(
            site(
                *text,
                line=7,
                end_line=9,
                qualname="Loader.load",
                exc_qualified="anvil.errors.LoadError",
                exc_type="LoadError",
                guards=("not path", "kind"),
                bases=("anvil.errors.AnvilError", "builtins.Exception"),
                doc="Load it.",
                cause="error",
                function_line=2,
            )
        ),
    )
    entry = the_entry()
    assert (entry.kind, entry.category, entry.exc_type) == ("error", "source", "LoadError")
    assert entry.exc_qualified == "anvil.errors.LoadError"
    assert entry.message == entry.title == "no {kind} in {path}"
    assert (entry.first_pin, entry.removed_in, entry.reason) == (first, None, "")
    stored = entry.site
    assert (stored.pin, stored.key, stored.carried) == (first, entry.pk, "new")
    assert (stored.path, stored.line, stored.end_line, stored.column) == ("src/anvil/load.py", 7, 9, 4)
    assert (stored.qualname, stored.function, stored.file_name) == ("Loader.load", "load", "load.py")
    assert stored.facts == {
        "guards": [{"text": "not path", "line": 6}, {"text": "kind", "line": 6}],
        "bases": ["anvil.errors.AnvilError", "builtins.Exception"],
        "doc": "Load it.",
        "cause": "error",
        "exc": "LoadError",
        "function_line": 2,
    }
    template = entry.templates.get()
    assert template.pieces == ["no ", {"hole": "kind"}, " in ", {"hole": "path"}]
    assert (template.text, template.first_pin, template.gone_in) == (entry.message, first, None)


def test_a_pin_is_published_with_its_counts():
    pin = unpublished("1")
    make_file(pin, path="src/anvil/load.py")
    make_file(pin, path="big.py", skipped="too large")
    files = [
        linked(
            site("a b"),
            site("c d", kind="warning", line=5, exc_type="UserWarning"),
            site(form="unresolved", reason="dynamic", line=6),
            site(form="reraise", line=7, reason="caught exception"),
        ),
        linked(site("e f"), path="tests/test_load.py", category="test"),
    ]
    assemble(pin.pk, files)
    pin.refresh_from_db()
    assert pin.published_at
    assert pin.order == 1
    assert pin.project.current_pin == pin
    assert pin.counts == {
        "entries": 2,
        "files": {"read": 1, "too large": 1},
        "categories": {"source": 4, "test": 1},
        "kinds": {"error": 3, "warning": 1},
        "forms": {"constant": 2, "reraise": 1, "unresolved": 1},
        "reasons": {"caught exception": 1, "dynamic": 1},
        "changes": {"new": 4, "same": 0, "moved": 0, "reworded": 0, "removed": 0},
    }


def test_a_reraise_is_counted_but_is_no_entry():
    publish("1", linked(site(form="reraise", exc_type="")))
    assert not ErrorEntry.objects.exists()


def test_each_wording_of_a_site_is_kept_and_the_first_is_the_message():
    messages = (Message(("no file",)), Message(("no ", Hole("what"))))
    publish("1", linked(site(messages=messages)))
    entry = the_entry()
    assert entry.message == "no file"
    assert [template.text for template in entry.templates.all()] == ["no file", "no {what}"]


def test_an_entry_without_a_known_text_has_no_wording():
    publish("1", linked(site(reason="argument of the caller")))
    entry = the_entry()
    assert (entry.message, entry.title, entry.reason) == ("", "", "argument of the caller")
    assert not entry.templates.exists()


def test_a_title_is_the_messages_first_sixty_characters_on_one_line():
    publish("1", linked(site("\nfirst line\n" + "x" * 100)))
    assert the_entry().title == "first line " + "x" * 49


def test_code_of_others_is_found_and_set_apart():
    file = make_file(unpublished("1"), path="gen.py")
    publish("1", linked(site("a b"), path="gen.py", category="generated"))
    file.refresh_from_db()
    assert file.category == the_entry().category == "generated"
    assert not ErrorEntry.objects.in_source().exists()


def test_a_second_run_changes_no_row():
    files = [linked(site("a ", Hole("b")), site("a ", Hole("b"), line=4)), linked(site("c", kind="log"), path="b.py")]
    publish("1", *files)
    before = rows()
    publish("1", *files)
    assert rows() == before


def test_a_second_run_over_an_older_pin_changes_no_row():
    first, second = linked(site("old words here"), site("same in both", line=9)), linked(site("same in both", line=8))
    publish("1", first)
    publish("2", second)
    before = rows()
    publish("1", first)
    publish("2", second)
    assert rows() == before


def test_the_order_of_files_does_not_matter():
    files = [linked(site("a b"), path="a.py"), linked(site("a b"), path="b.py")]
    publish("1", *files)
    before = rows()
    publish("1", *reversed(files))
    assert rows() == before


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


def test_entries_of_one_project_are_no_ones_else():
    publish("1", linked(site("a b")))
    other = make_pin(make_project("acme/hammer"), sha="9" * 40, published_at=None)
    assemble(other.pk, [linked(site("a b"))])
    assert {entry.project.slug for entry in ErrorEntry.objects.all()} == {"acme/anvil", "acme/hammer"}


def test_readers_see_nothing_of_a_pin_that_fails():
    publish("1", linked(site("a b")))
    before = rows()
    pin = unpublished("2", days=2)

    def broken():
        yield linked(site("c d"))
        raise RuntimeError("lost")

    with pytest.raises(RuntimeError):
        assemble(pin.pk, broken())
    pin.delete()
    assert rows() == before


def test_hostile_texts_are_stored_visibly():
    bad = "a\0b\udc80<script>"
    publish(
        "1",
        linked(site(bad, Hole(bad), qualname=bad, exc_type=bad, exc_qualified=bad, doc=bad, cause=bad, guards=(bad,))),
    )
    entry = the_entry()
    assert entry.message == "a␀b�<script>{a␀b�<script>}"
    assert entry.site.facts["guards"][0]["text"] == entry.site.facts["cause"] == "a␀b�<script>"


def test_hostile_lengths_are_stored_within_bounds():
    long = "é" * 1_000_000
    guards = tuple(f"{n}{long}" for n in range(100))
    publish("1", linked(site(long, qualname=long, exc_type=long, exc_qualified=long, doc=long, guards=guards)))
    entry = the_entry()
    assert len(entry.message) == 10_000
    assert entry.exc_type.endswith("…")
    assert len(entry.site.facts["guards"]) == 30


def test_a_file_that_is_all_raises_is_stored():
    sites = tuple(site("a b", line=n, column=0) for n in range(1, 5_001))
    publish("1", linked(*sites))
    assert ErrorEntry.objects.count() == 5_000


def test_two_sites_at_one_place_are_two_entries():
    publish("1", linked(site("a b"), site("c d")))
    assert ErrorEntry.objects.count() == 2


def test_progress_counts_sites_up_to_all():
    told = []
    pin = unpublished("1")
    assemble(pin.pk, [linked(site("a b"), site("c d"))], lambda done, total: told.append((done, total)))
    assert told[-1] == (2, 2)


def test_a_pin_costs_a_bounded_number_of_queries(django_assert_max_num_queries):
    for sha, count in (("1", 3), ("2", 300)):
        pin = unpublished(sha, days=int(sha))
        file = linked(*(site(f"text {n}", line=n) for n in range(1, count)))
        with django_assert_max_num_queries(45):
            assemble(pin.pk, [file])


def test_a_job_is_not_touched():
    IngestJob.objects.create(source="x")
    before = model_to_dict(IngestJob.objects.get())
    publish("1", linked(site("a b")))
    assert model_to_dict(IngestJob.objects.get()) == before
