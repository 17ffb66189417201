"""`manage.py match`: what the site says of a paste, on a terminal, and by its exit status whether it knows it."""

import json
from io import BytesIO, StringIO, TextIOWrapper

import pytest
from django.core.management import CommandError, call_command

from kb.management.commands.match import Command
from kb.matching import answer_says, match
from kb.search.indexing import index_pin
from tests.factories import make_entry

pytestmark = pytest.mark.django_db


def known(entry):
    index_pin(entry.first_pin_id)
    return entry


def asked(monkeypatch, paste, *options):
    """What the command prints, and its exit status."""
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(paste)))
    out, status = StringIO(), 0
    try:
        call_command("match", *options, stdout=out)
    except SystemExit as ended:
        status = ended.code
    return out.getvalue(), status


def test_the_command_prints_what_the_api_answers(monkeypatch, client, settings):
    settings.SITE_URL, settings.IS_SITE_URL_TOLD = "http://testserver", True
    known(make_entry())
    printed, status = asked(monkeypatch, b"ValueError: no path given", "--json")
    answer = client.post("/api/match", {"text": "ValueError: no path given"}, content_type="application/json")
    assert json.loads(printed) == answer.json()
    assert status == 0


def test_the_command_says_what_was_decided_and_where_to_read_on(monkeypatch, settings):
    settings.SITE_URL, settings.IS_SITE_URL_TOLD = "http://kb.example:9000", True
    entry = known(make_entry())
    paste = b"ValueError: no path given"
    printed, status = asked(monkeypatch, paste)
    assert status == 0
    assert printed.splitlines()[0] == answer_says(match(paste.decode()))
    assert "ValueError: no path given" in printed
    assert f"{entry.project}  {entry.site.path}:{entry.site.line}" in printed
    assert f"http://kb.example:9000/errors/{entry.id}/" in printed


def test_the_command_ends_with_1_where_nothing_is_known(monkeypatch):
    printed, status = asked(monkeypatch, b"ZyxError: qwertz uiop asdf gone wrong")
    assert status == 1
    assert printed.splitlines() == [answer_says(match("ZyxError: qwertz uiop asdf gone wrong"))]
    assert json.loads(asked(monkeypatch, b"ZyxError: qwertz uiop", "--json")[0])["outcome"] == "unmatched"


def test_the_command_says_in_its_help_how_it_ends(capsys):
    told = " ".join(Command().create_parser("manage.py", "match").format_help().split())
    assert "Exit status: 0 found (exact or ambiguous), 1 nothing is known that surely raised it" in told


def test_the_command_writes_nothing_that_a_terminal_obeys(monkeypatch):
    known(make_entry(message="\x1b[31mno path \x9b2J\u202e given by {who}"))
    printed, _ = asked(monkeypatch, b"ValueError: \x1b[31mno path given by \x07me\0")
    assert "no path" in printed
    assert not set("\x1b\x9b\x07\0\u202e") & set(printed)


@pytest.mark.parametrize(("given", "told"), [(b" \n", "nothing to match"), (b"a" * 1_000_001, "at most 1 MB")])
def test_the_command_says_why_it_takes_no_paste_and_ends_with_2(monkeypatch, given, told):
    with pytest.raises(CommandError, match=told) as failed:
        asked(monkeypatch, given)
    assert failed.value.returncode == 2
