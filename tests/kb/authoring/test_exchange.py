"""Explanations leave as JSON lines and come back the same; what does not fit is told and nothing of it is lost."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from kb.authoring.exchange import exported, take
from kb.models import Explanation, ExplanationChange
from tests.factories import make_alias, make_blob, make_entry, make_explanation, make_file, make_pin

pytestmark = pytest.mark.django_db

PATH = "src/anvil/load.py"
BODY = {
    "sentences": [{"part": "meaning", "text": "No “path”.", "sources": [[PATH, 2, "if not path"]]}],
    "example_fix": "load('x')",
}


@pytest.fixture
def entry():
    pin = make_pin()
    make_file(pin, path=PATH, blob=make_blob(b"def load(path):\n    if not path:\n        raise ValueError('no')\n"))
    return make_entry(pin)


def written(entry, **kwargs):
    row = make_explanation(entry, **({"body": BODY} | kwargs))
    row.refresh_from_db()
    return row


def all_lines():
    return list(exported(Explanation.objects.exclude(origin="static")))


def facts(row):
    names = ("entry_id", "origin", "pin_id", "body", "evidence_hash", "made_at", "model", "is_stale", "is_hidden")
    return {name: getattr(row, name) for name in (*names, "is_pinned", "approved_by", "approved_at")}


def changed(line, **kwargs):
    return json.dumps(json.loads(line) | kwargs)


def why(line):
    taken = take([line], "sam")
    assert taken.left == [line]
    ((number, reason),) = taken.unfit
    assert number == 1
    return reason


def test_what_was_exported_comes_back_the_same(entry):
    human = written(entry, is_pinned=True, approved_by="sam", approved_at="2026-01-01T00:00:00Z")
    llm = written(entry, origin="llm", model="m-1", is_stale=True, is_hidden=True)
    before, lines = [facts(human), facts(llm)], all_lines()
    Explanation.objects.all().delete()

    taken = take(lines, "sam")

    assert (taken.new, taken.unfit) == (2, [])
    assert [facts(row) for row in Explanation.objects.order_by("origin")] == before
    assert all_lines() == lines


def test_importing_twice_changes_nothing(entry):
    written(entry)

    taken = take(all_lines(), "sam")

    assert (taken.new, taken.same, taken.replaced, taken.kept) == (0, 1, 0, [])
    assert not ExplanationChange.objects.exists()


def test_words_that_this_site_has_are_kept_unless_they_are_to_be_replaced(entry):
    written(entry)
    (line,) = all_lines()
    Explanation.objects.update(body={"sentences": [{"part": "meaning", "text": "Ours.", "sources": []}]})

    taken = take([line], "sam")
    assert (taken.left, taken.kept[0][0]) == ([line], 1)
    assert Explanation.objects.get().body["sentences"][0]["text"] == "Ours."

    assert take([line], "sam", replace=True).replaced == 1
    assert Explanation.objects.get().body == BODY
    last, first = ExplanationChange.objects.all()
    assert (last.action, first.action, first.body["sentences"][0]["text"]) == ("imported", "replaced", "Ours.")


def test_bad_line_costs_itself_alone(entry):
    written(entry)
    (line,) = all_lines()
    Explanation.objects.all().delete()

    taken = take(["nonsense", "", line, changed(line, entry="f" * 16)], "sam")

    assert taken.new == 1
    assert [number for number, _ in taken.unfit] == [1, 4]
    assert len(taken.left) == 2


@pytest.mark.parametrize(
    "change, reason",
    [
        ({"entry": "f" * 16}, "no error has the id ffffffffffffffff"),
        ({"entry": 7}, "Expected `str`, got `int` - at `$.entry`"),
        ({"project": "beta/bolt"}, "is an error of acme/anvil, not of beta/bolt"),
        ({"pin": "2e" * 20}, "this site has not read acme/anvil at 2e2e"),
        ({"origin": "static"}, "Invalid enum value 'static'"),
        ({"made_at": "yesterday"}, "Invalid RFC3339 encoded datetime - at `$.made_at`"),
        ({"evidence_hash": "e" * 17}, "Expected `str` of length <= 16 - at `$.evidence_hash`"),
        ({"model": "m" * 201}, "at `$.model`"),
        ({"approved_by": "s" * 151}, "at `$.approved_by`"),
        ({"surprise": 1}, "unknown field `surprise`"),
        ({"body": {"sentences": []}}, "its body has no sentence"),
        ({"body": {"sentences": [{"part": "poem", "text": "x"}]}}, "Invalid enum value 'poem'"),
        ({"body": {"sentences": [{"part": "meaning", "text": ""}]}}, "a sentence has 1 to 2000 characters"),
        ({"body": {"sentences": [{"part": "meaning", "text": "a\0b"}]}}, "NUL"),
        (
            {"body": {"sentences": [{"part": "meaning", "text": "x", "sources": [["a.py", 1, "x"]]}]}},
            "has no file a.py",
        ),
        ({"body": {"sentences": [{"part": "meaning", "text": "x", "sources": [[PATH, 1, "y"]]}]}}, "does not hold 'y'"),
        ({"body": {"sentences": [{"part": "meaning", "text": "x", "sources": [[PATH, 9, "y"]]}]}}, "has no line 9"),
    ],
)
def test_line_that_does_not_fit_says_why(entry, change, reason):
    written(entry)
    (line,) = all_lines()

    assert reason in why(changed(line, **change))


def test_words_about_an_escaped_nul_are_no_nul(entry):
    written(entry, body={"sentences": [{"part": "meaning", "text": r"A `\u0000` is refused.", "sources": []}]})
    lines = all_lines()
    Explanation.objects.all().delete()

    assert take(lines, "sam").unfit == []
    assert all_lines() == lines


def test_columns_are_as_long_as_a_line_may_fill_them():
    longest = {name: Explanation._meta.get_field(name).max_length for name in ("evidence_hash", "model", "approved_by")}

    assert longest == {"evidence_hash": 16, "model": 200, "approved_by": 150}


@pytest.mark.parametrize("line", ["nonsense", "[]", "7", '{"entry": "x"}', "[" * 100_000, "\ufffd"])
def test_what_is_no_line_says_why(line):
    assert why(line)


def test_second_pinned_explanation_of_an_error_is_refused(entry):
    written(entry, is_pinned=True)
    (line,) = all_lines()
    Explanation.objects.all().delete()
    written(entry, origin="llm", is_pinned=True)

    assert "unpin it first" in why(line)


def test_id_of_another_site_is_understood(entry):
    written(entry)
    (line,) = all_lines()
    Explanation.objects.all().delete()
    make_alias(entry, id="fade0000000000bb")

    assert take([changed(line, entry="fade0000000000bb")], "sam").new == 1
    assert Explanation.objects.get().entry_id == entry.pk


def test_commands_print_take_and_keep_what_was_left(entry, tmp_path):
    written(entry)
    printed = StringIO()
    call_command("exportexplanations", "--project", "acme/anvil", stdout=printed)
    (tmp_path / "in.jsonl").write_text(printed.getvalue() + "nonsense\n")
    Explanation.objects.all().delete()
    out, err = StringIO(), StringIO()

    with pytest.raises(CommandError, match="1 lines were not taken"):
        call_command("importexplanations", tmp_path / "in.jsonl", "--left", tmp_path / "left", stdout=out, stderr=err)

    assert out.getvalue().strip() == "1 new, 0 same, 0 replaced, 0 kept, 1 unfit"
    assert err.getvalue().startswith("line 2: ")
    assert (tmp_path / "left").read_text() == "nonsense\n"
    assert Explanation.objects.get().body == BODY


def test_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(CommandError, match="No such file"):
        call_command("importexplanations", tmp_path / "none")


def test_project_that_was_not_read_is_told():
    with pytest.raises(CommandError, match="No project no/such"):
        call_command("exportexplanations", "--project", "no/such")
