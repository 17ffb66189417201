"""What is copied from the pin before is what assembling all of a pin anew would have written."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.db import transaction

import ingest
from ingest import carrying
from ingest.assemble import assemble
from ingest.extract import extractor_for
from ingest.files import category
from ingest.link import PinnedFile, link
from kb.models import EntryAlias, ErrorEntry, MessageTemplate, Pin, PinFile, RaiseSite
from tests.factories import DATED_AT, make_blob, make_file, make_pin, make_project

pytestmark = pytest.mark.django_db

FOLDER = Path(ingest.__file__).parent
# Code as people write it: ours.
FIRST = {f"forge/{path.relative_to(FOLDER)}": path.read_text() for path in sorted(FOLDER.glob("s*/*.py"))} | {
    "forge/errors.py": 'class Cold(Exception):\n    def __str__(self):\n        return "the forge is cold"\n',
    "forge/strike.py": "from forge.errors import Cold\n\n\ndef strike(x):\n    if not x:\n        raise Cold\n",
    "forge/twice.py": 'def f(x):\n    if x:\n        raise ValueError("twice")\n    raise ValueError("twice")\n',
    "forge/old.py": 'def f(x):\n    raise ValueError(f"no anvil called {x} is here")\n',
    "forge/passing.py": "def f(g):\n    try:\n        g()\n    except OSError:\n        raise\n",
}
# A class says something else, so a file that did not change does; statements come, move, are reworded and go.
SECOND = {path: text for path, text in FIRST.items() if path != "forge/old.py"} | {
    "forge/errors.py": 'class Cold(Exception):\n    def __str__(self):\n        return "the fire is out"\n',
    "forge/new.py": "\n\n" + FIRST["forge/old.py"],
    "forge/twice.py": 'def g():\n    raise ValueError("twice")\n\n\n' + FIRST["forge/twice.py"],
    "forge/sources/spec.py": "# a line more\n" + FIRST["forge/sources/spec.py"].replace("holds no", "has no"),
}
# The first wording again, and another file away.
THIRD = {path: text for path, text in SECOND.items() if path != "forge/strike.py"} | {
    "forge/errors.py": FIRST["forge/errors.py"],
    "forge/old.py": FIRST["forge/old.py"],
}


def publish(sha, files, **kwargs):
    pin = make_pin(
        sha=sha * 40, label="", dated_at=DATED_AT + timedelta(days=int(sha)), published_at=None, order=0, **kwargs
    )
    read = []
    for path, text in files.items():
        blob = make_blob(text.encode())
        make_file(pin, path=path, blob=blob)
        read.append(PinnedFile(path, blob.sha, category(path), extractor_for(path).extract(text.encode())))
    assemble(pin.pk, link(read))
    return pin


def rows():
    """All that assembling writes; rows are named by what they say, since the numbers of two runs differ."""
    pins = {pin.pk: pin.sha for pin in Pin.objects.all()} | {None: None}
    sites = {site.pk: (pins[site.pin_id], site.path, site.line, site.key) for site in RaiseSite.objects.all()}
    names = dict.fromkeys(("pin_id", "first_pin_id", "removed_in_id", "gone_in_id"), pins) | {"site_id": sites}

    def said(row):
        named = {column: names[column][value] if column in names else value for column, value in row.items()}
        # An entry's own id stands in what is said of its sites, too.
        return repr({column: value for column, value in named.items() if column != "id"})

    models = (ErrorEntry, RaiseSite, MessageTemplate, EntryAlias, PinFile)
    found = {model.__name__: sorted(map(said, model.objects.values())) for model in models}
    return found | {"counts": dict(Pin.objects.values_list("sha", "counts"))}


def published(*trees):
    """The rows after these pins, which are then undone."""
    with transaction.atomic():
        for number, files in enumerate(trees, 1):
            publish(str(number), files)
        found = rows()
        transaction.set_rollback(True)
    return found


@pytest.fixture
def copied(monkeypatch):
    """How many sites each pin copied."""
    counts = []
    write = carrying.write
    monkeypatch.setattr(carrying, "write", lambda *args: counts.append(write(*args)) or counts[-1])
    return counts


def anew(monkeypatch, *trees):
    with monkeypatch.context() as patch:
        patch.setattr(carrying, "kept", lambda *args: carrying.Kept())
        return published(*trees)


@pytest.mark.parametrize("trees", [(FIRST, FIRST), (FIRST, SECOND), (FIRST, SECOND, THIRD), (FIRST, SECOND, FIRST)])
def test_copied_or_made_anew_rows_are_the_same(trees, monkeypatch, copied):
    make_project()
    together = published(*trees)
    assert copied[0] == 0
    assert all(count > 20 for count in copied[1:])
    assert together == anew(monkeypatch, *trees)


def test_a_file_that_did_not_change_is_made_anew_if_what_it_says_comes_from_one_that_did(copied):
    publish("1", FIRST)
    publish("2", SECOND)
    entry = ErrorEntry.objects.get(site__path="forge/strike.py")
    assert entry.message == "the fire is out"
    assert entry.site.carried == "reworded"


def test_new_code_that_makes_rows_makes_all_anew(monkeypatch, copied):
    publish("1", FIRST)
    monkeypatch.setattr(carrying, "_CODE_DIGEST", b"other")
    publish("2", FIRST)
    assert copied == [0, 0]


def test_beside_a_newer_pin_nothing_is_copied(copied):
    publish("2", FIRST)
    publish("1", FIRST)
    assert copied == [0, 0]


def test_what_a_pin_lost_since_is_made_anew(copied):
    publish("1", FIRST)
    ErrorEntry.objects.filter(site__path="forge/twice.py").delete()
    publish("2", FIRST)
    assert ErrorEntry.objects.filter(site__path="forge/twice.py", site__pin__sha="2" * 40).count() == 2


def test_a_second_run_over_a_pin_copies_nothing_and_changes_nothing(copied):
    publish("1", FIRST)
    pin = publish("2", SECOND)
    before = rows()
    files = [
        PinnedFile(file.path, file.blob_id, category(file.path), extractor_for(file.path).extract(file.blob.content))
        for file in pin.files.select_related("blob")
    ]
    assemble(pin.pk, link(files))
    assert rows() == before
    assert copied[-1] == 0
