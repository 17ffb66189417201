"""What becomes of the words of people and LLMs when the code under them is read again."""

import pytest

from ingest.explain.writing import explain_pin
from kb.display.entry import entry_page
from kb.models import Explanation, ExplanationChange
from tests.factories import make_blob, make_entry, make_explanation, make_file, make_pin, make_project, make_site

pytestmark = pytest.mark.django_db

CODE = "def load(path=None):\n    if path is None:\n        raise ValueError('no path given')\n"
PATH = "src/anvil/load.py"
WORDS = {"sentences": [{"part": "meaning", "text": "By hand.", "sources": [[PATH, 2, "path is None"]]}]}


def published(code, *, entry=None, sha="1f" * 20, line=3):
    """The entry, its site at a pin whose file holds `code`."""
    pin = make_pin(make_project(repository_url="https://github.com/acme/anvil"), sha=sha)
    blob = make_blob(code.encode())
    make_file(pin, path=PATH, blob=blob)
    site = {"blob": blob, "line": line, "facts": {"guards": [{"text": "path is None", "line": line - 1}]}}
    if entry is None:
        entry = make_entry(pin, site=site)
    else:
        entry.site = make_site(entry, pin=pin, **site)
        entry.save()
    explain_pin(pin.pk)
    return entry


def written(entry, origin="human", **kwargs):
    evidence_hash = entry.explanations.get(origin="static").evidence_hash
    return make_explanation(entry, origin=origin, body=WORDS, evidence_hash=evidence_hash, **kwargs)


@pytest.mark.parametrize("origin", ["human", "llm"])
def test_same_evidence_on_other_lines_is_kept_and_cited_at_the_new_pin(origin):
    entry = published(CODE)
    row = written(entry, origin)

    published(f"import os\n\n\n{CODE}", entry=entry, sha="2e" * 20, line=6)

    row.refresh_from_db()
    assert (row.is_stale, row.pin.sha) == (False, "2e" * 20)
    assert row.body["sentences"][0]["sources"] == [[PATH, 5, "path is None"]]


@pytest.mark.parametrize("origin", ["human", "llm"])
def test_changed_evidence_flags_the_words_and_leaves_them_as_they_are(origin):
    entry = published(CODE)
    row = written(entry, origin)

    published(CODE.replace("None)", "'.')"), entry=entry, sha="2e" * 20)

    row.refresh_from_db()
    assert (row.is_stale, row.pin.sha, row.body) == (True, "1f" * 20, WORDS)


def test_flag_goes_when_the_code_is_again_what_it_was():
    entry = published(CODE)
    row = written(entry)
    published(CODE.replace("None)", "'.')"), entry=entry, sha="2e" * 20)

    published(CODE, entry=entry, sha="3d" * 20)

    row.refresh_from_db()
    assert (row.is_stale, row.pin.sha) == (False, "3d" * 20)


def test_place_that_is_not_found_again_for_sure_is_cited_where_it_holds():
    entry = published(CODE)
    row = written(entry)

    published(f"{CODE}\n\ndef other(path):\n    return path is None\n", entry=entry, sha="2e" * 20)

    row.refresh_from_db()
    assert (row.is_stale, row.pin.sha) == (False, "1f" * 20)
    (sentence,) = entry_page(entry.id).explanation.sentences
    assert sentence.sources[0].url == f"https://github.com/acme/anvil/blob/{'1f' * 20}/{PATH}#L2"


def test_words_that_are_flagged_say_so_on_the_page_and_in_json(client):
    entry = published(CODE)
    written(entry)
    published(CODE.replace("None)", "'.')"), entry=entry, sha="2e" * 20)

    assert "The code has changed since this explanation was written" in client.get(f"/errors/{entry.id}/").text
    assert client.get(f"/api/errors/{entry.id}").json()["explanation"]["is_stale"] is True


def test_old_words_of_an_llm_give_way_to_what_the_code_says_now():
    entry = published(CODE)
    written(entry, "llm", model="m-1")
    published(CODE.replace("None)", "'.')"), entry=entry, sha="2e" * 20)

    assert entry_page(entry.id).explanation.origin == "static"


def test_static_words_that_did_not_change_are_of_the_new_pin():
    entry = published(CODE)
    made_at = Explanation.objects.get().made_at

    published(CODE, entry=entry, sha="2e" * 20)

    row = Explanation.objects.get()
    assert (row.pin.sha, row.made_at) == ("2e" * 20, made_at)


def test_what_a_person_approved_is_flagged_when_the_program_writes_something_else():
    entry = published(CODE)
    Explanation.objects.update(approved_by="sam", approved_at="2026-01-01T00:00Z")

    published(CODE.replace("None)", "'.')"), entry=entry, sha="2e" * 20)

    row = Explanation.objects.get()
    assert (row.is_stale, row.approved_by, row.approved_at) == (True, "", None)
    assert ExplanationChange.objects.get().action == "remade"


def test_what_a_person_approved_stays_so_when_only_lines_moved():
    entry = published(CODE)
    Explanation.objects.update(approved_by="sam", approved_at="2026-01-01T00:00Z")

    published(f"\n{CODE}", entry=entry, sha="2e" * 20, line=4)

    row = Explanation.objects.get()
    assert (row.is_stale, row.approved_by, row.pin.sha) == (False, "sam", "2e" * 20)
