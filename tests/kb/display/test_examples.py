import pytest

from kb.display.examples import example_of, examples, paste_of
from kb.search.indexing import index_pin
from tests.factories import make_entry, make_explanation, make_pin, make_project

pytestmark = pytest.mark.django_db

MESSAGE = "cannot open the file {path!r} for reading because it is {state}"


def test_paste_reads_like_a_traceback_with_its_holes_filled():
    entry = make_entry(message="no {name!r} in {place}", exc_qualified="anvil.errors.NotFound", exc_type="NotFound")

    lines = paste_of(entry.templates.get()).splitlines()

    assert lines[0] == "Traceback (most recent call last):"
    assert lines[-3].endswith('site-packages/anvil/load.py", line 3, in load')
    assert lines[-1] == "anvil.errors.NotFound: no 'my_name' in my_place"


def test_example_is_found_by_its_own_text():
    pin = make_pin()
    make_entry(pin, message="short {x}")
    entry = make_entry(pin, message=MESSAGE)
    index_pin(pin.pk)

    assert example_of(pin.project).entry_id == entry.id


def test_error_with_something_to_do_about_it_is_the_example():
    pin = make_pin()
    make_entry(pin, message=MESSAGE)
    advised = make_entry(pin, message=f"{MESSAGE} and so it was left as it is")
    make_explanation(advised, body={"sentences": [{"part": "solution", "text": "Close it first.", "sources": []}]})
    index_pin(pin.pk)

    assert example_of(pin.project).entry_id == advised.id


def test_project_whose_errors_look_alike_has_no_example():
    pin = make_pin()
    for _ in range(2):
        make_entry(pin, message=MESSAGE)
    index_pin(pin.pk)

    assert example_of(pin.project) is None


def test_examples_are_worked_out_once_for_many_readers(django_assert_num_queries):
    pin = make_pin()
    make_entry(pin, message=MESSAGE)
    index_pin(pin.pk)
    bare = make_pin(make_project("acme/bare"), sha="2e" * 20)

    first = examples([pin, bare])

    assert [example.project for example in first] == ["acme/anvil"]
    with django_assert_num_queries(0):
        assert examples([pin, bare]) == first
