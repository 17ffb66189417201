"""At the next pin an entry is read again only if something that its explanation was made from has changed."""

import pytest

from ingest.explain import saying, traces
from ingest.explain.writing import bodies, explain_pin
from kb.models import ParsedTest
from tests.factories import make_blob, make_entry, make_file, make_pin, make_project, make_site

pytestmark = pytest.mark.django_db

LOAD = "from anvil.names import Kind\n\n\ndef load(kind: Kind):\n    raise ValueError('no path given')\n"
NAMES = "from enum import Enum\n\n\nclass Kind(Enum):\n    IRON = 1\n"
TEST = "def test_it():\n    with raises(ValueError, match='no path given'):\n        load(1)\n"
FILES = {"anvil/load.py": LOAD, "anvil/names.py": NAMES}
GUARDS = {"guards": [{"text": "kind is Kind.IRON", "line": 4}]}


@pytest.fixture
def read(monkeypatch):
    """The paths of the sites that were read."""
    paths = []
    original = saying._evidence
    monkeypatch.setattr(saying, "_evidence", lambda reader, site: paths.append(site.path) or original(reader, site))
    return paths


def published(files, *, entry=None, sha="1f" * 20, line=5):
    pin = make_pin(make_project(), sha=sha)
    for path, text in files.items():
        category = "test" if path.startswith("tests/") else "source"
        make_file(pin, path=path, blob=make_blob(text.encode()), category=category)
    site = {"path": "anvil/load.py", "line": line, "blob": make_blob(files["anvil/load.py"].encode()), "facts": GUARDS}
    if entry is None:
        entry = make_entry(pin, site=site)
    else:
        entry.site = make_site(entry, pin=pin, **site)
        entry.save()
    explain_pin(pin.pk)
    return entry


def again(files, read, *, line=5):
    """The explanation after a second pin, when it is looked at which files were read."""
    entry = published(FILES)
    read.clear()
    published(files, entry=entry, sha="2e" * 20, line=line)
    return entry.explanations.select_related("pin").get()


def test_what_did_not_change_is_not_read_again_and_holds_at_the_new_pin(read):
    row = again(FILES | {"anvil/other.py": "def other():\n    return 1\n"}, read)

    assert read == []
    assert row.pin.sha == "2e" * 20
    assert row.body["sentences"]


@pytest.mark.parametrize(
    "change",
    [
        {"anvil/load.py": LOAD + "\n\ndef save():\n    pass\n"},
        {"anvil/names.py": f"# Names.\n{NAMES}"},
        {"other/names.py": NAMES},
        {"tests/test_load.py": TEST},
    ],
    ids=["its own bytes", "the file that it asked", "who else might answer", "a test that expects it"],
)
def test_whatever_it_was_made_from_counts(change, read):
    again(FILES | change, read)

    assert read == ["anvil/load.py"]


def test_only_the_entry_that_asked_is_read_again_and_all_is_said_as_if_made_anew(monkeypatch):
    files = FILES | {"anvil/load.py": LOAD + "\n\ndef save(path):\n    raise ValueError('no room')\n"}
    first = published(files)
    blob = make_blob(files["anvil/load.py"].encode())
    place = {"path": "anvil/load.py", "line": 9, "qualname": "save", "blob": blob}
    second = make_entry(first.site.pin, site=place, message="no room")
    explain_pin(first.site.pin_id)
    lines = []
    original = saying._evidence
    monkeypatch.setattr(saying, "_evidence", lambda reader, site: lines.append(site.line) or original(reader, site))

    pin = make_pin(make_project(), sha="2e" * 20)
    second.site = make_site(second, pin=pin, **place)
    second.save()
    published(files | {"anvil/names.py": f"# Names.\n{NAMES}"}, entry=first, sha="2e" * 20)

    assert lines == [5]
    said = {entry.pk: entry.explanations.get().body for entry in (first, second)}
    assert said == {pk: body for pk, body, _ in bodies(pin)}
    # Nothing of one that was not read again is forgotten.
    lines.clear()
    explain_pin(pin.pk)
    assert lines == []


def test_what_moved_in_another_file_is_cited_where_it_stands_now(read):
    row = again(FILES | {"anvil/names.py": f"# Names.\n{NAMES}"}, read)

    places = [place for option in row.body["options"] for place in [option["source"]]]
    places += [place for sentence in row.body["sentences"] for place in sentence["sources"]]
    held = {path: text.split("\n") for path, text in (FILES | {"anvil/names.py": f"# Names.\n{NAMES}"}).items()}
    assert all(quote in held[path][line - 1] for path, line, quote in places)


def test_site_that_moved_is_read_again(read):
    again(FILES | {"anvil/load.py": f"\n{LOAD}"}, read, line=6)

    assert read == ["anvil/load.py"]


def test_new_code_of_the_explainer_reads_all_again(read, monkeypatch):
    entry = published(FILES)
    read.clear()
    monkeypatch.setattr(traces, "VERSION", "another")

    explain_pin(entry.site.pin_id)

    assert read == ["anvil/load.py"]


def test_file_whose_explanation_is_gone_is_read_again(read):
    entry = published(FILES)
    entry.explanations.all().delete()
    read.clear()

    assert explain_pin(entry.site.pin_id) == 1
    assert read == ["anvil/load.py"]


def test_test_file_is_parsed_once_for_all_pins_that_hold_it(monkeypatch):
    entry = published(FILES | {"tests/test_load.py": TEST})
    monkeypatch.setattr("ingest.explain.proof.finding.expectations", None)

    published(FILES | {"tests/test_moved.py": TEST}, entry=entry, sha="2e" * 20)

    (test,) = entry.explanations.get().body["tests"]
    assert (test["path"], test["line"]) == ("tests/test_moved.py", 2)


@pytest.mark.parametrize("step", ["expectations", "setting"])
def test_test_file_that_could_not_be_read_is_read_again(step, monkeypatch):
    files = FILES | {"tests/test_load.py": TEST}
    with monkeypatch.context() as patch:
        patch.setattr(f"ingest.explain.proof.finding.{step}", None)
        entry = published(files)
    assert not any(known.expected["settings"] for known in ParsedTest.objects.all())

    published(files, entry=entry, sha="2e" * 20)

    assert entry.explanations.get().body["tests"]
    (known,) = ParsedTest.objects.all()
    assert len(known.expected["expected"]) == len(known.expected["settings"]) == 1
