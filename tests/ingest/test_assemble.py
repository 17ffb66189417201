"""Linked files become rows: published whole, carried over from pin to pin, unchanged by a second run."""

import pytest
from django.forms.models import model_to_dict

from ingest.assemble import assemble
from ingest.extract.sites import Hole, Message
from kb.models import ErrorEntry, IngestJob
from tests.factories import make_file, make_pin, make_project
from tests.ingest.publishing import linked, publish, rows, site, the_entry, unpublished

pytestmark = pytest.mark.django_db


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
