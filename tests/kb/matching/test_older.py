"""Pastes of other versions than the newest that was read."""

import pytest

from kb.matching import match
from kb.search.indexing import index_pin
from tests.factories import make_blob, make_entry, make_file, make_pin, make_project, make_site
from tests.kb.matching.test_match import ids, traceback

pytestmark = pytest.mark.django_db

FILE = "/env/lib/python3.12/site-packages/anvil/load.py"


@pytest.fixture
def pins():
    project = make_project()
    return make_pin(project, label="1.0"), make_pin(project, sha="2e" * 20, label="2.0")


def moved(pins, old, new, **kwargs):
    """An entry whose statement stands elsewhere at the second pin."""
    entry = make_entry(pins[0], site=old, **kwargs)
    entry.site = make_site(entry, pin=pins[1], **new)
    entry.save()
    for pin in pins:
        index_pin(pin.pk)
    return entry


def reasons(answer):
    return "; ".join(answer.matches[0].reasons)


def test_a_line_of_an_older_pin_tells_statements_of_one_function_apart(pins):
    one = moved(pins, {"line": 10}, {"line": 30})
    moved(pins, {"line": 20}, {"line": 40})

    answer = match(traceback((FILE, 10, "load")))

    assert (answer.outcome, ids(answer)[0]) == ("exact", one.id)
    assert "as of 1.0" in reasons(answer)


def test_a_line_that_is_of_one_statement_then_and_of_another_now_decides_nothing(pins):
    one = moved(pins, {"line": 10}, {"line": 30})
    other = moved(pins, {"line": 20}, {"line": 10})

    answer = match(traceback((FILE, 10, "load")))

    assert answer.outcome == "ambiguous"
    assert set(ids(answer)[:2]) == {one.id, other.id}
    assert "version" in answer.decides


@pytest.mark.parametrize(("printed", "ran"), [("begin(now)", 1), ("start(then)", 0)])
def test_source_that_a_frame_prints_tells_which_version_ran(pins, printed, ran):
    entries = [moved(pins, {"line": 10}, {"line": 30}), moved(pins, {"line": 20}, {"line": 10})]
    for pin, code in zip(pins, ("start(then)", "begin(now)"), strict=True):
        make_file(pin, path="src/anvil/run.py", blob=make_blob(f"def run():\n    {code}\n".encode()))
    frames = f'  File "/env/site-packages/anvil/run.py", line 2, in run\n    {printed}\n'
    pasted = traceback((FILE, 10, "load")).replace("last):\n", f"last):\n{frames}")

    answer = match(pasted)

    assert (answer.outcome, ids(answer)[0]) == ("exact", entries[ran].id)


def test_a_pin_whose_file_is_not_known_is_not_said_to_show_other_source(pins):
    entries = [moved(pins, {"line": 10}, {"line": 30}), moved(pins, {"line": 20}, {"line": 10})]
    make_file(pins[1], path="src/anvil/run.py", blob=make_blob(b"def run():\n    begin(now)\n"))
    frames = '  File "/env/site-packages/anvil/run.py", line 2, in run\n    begin(now)\n'
    pasted = traceback((FILE, 10, "load")).replace("last):\n", f"last):\n{frames}")

    answer = match(pasted)

    assert answer.outcome == "ambiguous"
    assert set(ids(answer)[:2]) == {one.id for one in entries}


def test_of_two_older_pins_the_one_that_upstream_made_last_is_named(pins):
    entry = moved(pins, {"line": 10}, {"line": 30})
    for sha, label in (("3e" * 20, "1.5"), ("4e" * 20, "1.2")):
        make_site(entry, pin=make_pin(entry.project, sha=sha, label=label), line=10)

    assert "as of 1.5" in reasons(match(traceback((FILE, 10, "load"))))


def test_a_statement_that_moved_is_found_where_it_stood_and_said_to_have_moved(pins):
    entry = moved(pins, {"line": 10}, {"path": "src/anvil/reader.py", "qualname": "Reader.read", "carried": "moved"})

    answer = match(traceback((FILE, 10, "load")))

    assert (answer.outcome, ids(answer)) == ("exact", [entry.id])
    assert "a frame names load in src/anvil/load.py as of 1.0" in reasons(answer)
    assert "moved since: 2.0 has it in read" in reasons(answer)


def test_the_newest_place_is_not_said_to_be_of_a_version(pins):
    moved(pins, {"line": 10}, {"line": 30})

    assert "as of" not in reasons(match(traceback((FILE, 30, "load"))))


def test_a_statement_that_is_gone_says_as_of_which_version_it_stood_there(pins):
    entry = make_entry(pins[0], removed_in=pins[1])
    index_pin(pins[0].pk)

    answer = match(traceback((FILE, 3, "load")))

    assert (answer.outcome, ids(answer)) == ("exact", [entry.id])
    assert "as of 1.0" in reasons(answer)
    assert "no longer in the current version" in reasons(answer)
