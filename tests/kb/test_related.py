import pytest

from kb.models import ErrorEntry
from kb.related import related_entries
from kb.search.indexing import index_pin
from tests.factories import make_entry, make_pin, make_project

pytestmark = pytest.mark.django_db


def site(path="src/anvil/other.py", line=900, qualname="elsewhere", guards=(), **facts):
    return {
        "path": path, "line": line, "qualname": qualname,
        "facts": {"guards": [{"text": text, "line": 1} for text in guards], **facts},
    }  # fmt: skip


def filler(pin, count=14):
    """Entries that have nothing to do with anything, so that words are rare or common as in a real project."""
    for number in range(count):
        make_entry(pin, message=f"filler{number} thing", site=site(path=f"src/anvil/f{number}.py"))


def related(entry: ErrorEntry) -> list[tuple[str, str]]:
    index_pin(entry.first_pin_id)
    entry = ErrorEntry.objects.select_related("site").get(pk=entry.pk)
    return [(found.title, found.reason) for found in related_entries(entry)]


def test_same_condition_comes_before_same_function_before_same_class_before_same_file():
    pin = make_pin()
    entry = make_entry(pin, message="alpha", site=site("a.py", 50, "Engine.run", ["backend == 'fast'"]))
    make_entry(pin, message="one", site=site("a.py", 51, "helper"))
    make_entry(pin, message="two", site=site("a.py", 52, "Engine.stop"))
    make_entry(pin, message="three", site=site("a.py", 53, "Engine.run"))
    make_entry(pin, message="four", site=site("a.py", 54, "other", ["backend == 'fast'"]))
    make_entry(pin, message="five", site=site("b.py"))

    assert related(entry) == [
        ("four", "same condition: backend == 'fast'"),
        ("three", "same function: Engine.run"),
        ("two", "same class: Engine"),
        ("one", "same file"),
    ]


def test_entries_elsewhere_are_found_by_the_rare_words_that_they_share():
    pin = make_pin()
    filler(pin)
    entry = make_entry(pin, message="Quokka needs a thing", site=site("a.py"))
    make_entry(pin, message="No thing for quokka and wombat", site=site("b.py"))

    assert related(entry) == [("No thing for quokka and wombat", "similar text: quokka")]


def test_words_that_many_say_tie_nothing():
    pin = make_pin()
    filler(pin)
    entry = make_entry(pin, message="another thing", site=site("a.py"))

    assert related(entry) == []


def test_words_of_holes_tie_nothing():
    pin = make_pin()
    filler(pin)
    entry = make_entry(pin, message="bad {quokka}", site=site("a.py"))
    make_entry(pin, message="wrong {quokka}", site=site("b.py"))

    assert related(entry) == []


def test_option_that_both_conditions_test_ties_them():
    pin = make_pin()
    filler(pin)
    entry = make_entry(pin, message="one", site=site("a.py", guards=["self.quantization_bit == 4"]))
    make_entry(pin, message="two", site=site("b.py", guards=["config.quantization_bit is not None"]))
    make_entry(pin, message="three", site=site("c.py", guards=["config.name is not None"]))

    assert related(entry) == [("two", "same option: quantization_bit")]


def test_own_exception_class_ties_and_a_builtin_one_does_not():
    pin = make_pin()
    entry = make_entry(pin, message="one", exc_qualified="a.LoadError", site=site("a.py", bases=["a.Base"]))
    make_entry(pin, message="two", exc_qualified="a.LoadError", site=site("b.py"))
    make_entry(pin, message="three", exc_qualified="a.Base", site=site("c.py"))
    make_entry(pin, message="four", site=site("d.py"))
    plain = make_entry(pin, message="five", site=site("e.py"))

    assert related(entry) == [("two", "same kind of exception: LoadError"), ("three", "same kind of exception: Base")]
    assert related(plain) == []


def test_copies_of_one_message_show_once():
    pin = make_pin()
    entry = make_entry(pin, message="start", site=site("a.py", 100))
    for number in range(8):
        message = f"You must give exactly one of ids or embeds {{x{number}}}"
        make_entry(pin, message=message, site=site("a.py", 100 + number))
    make_entry(pin, message="something else", site=site("a.py", 200))

    assert [title for title, _ in related(entry)] == [
        "You must give exactly one of ids or embeds {x0}",
        "something else",
    ]


def test_removed_errors_tests_and_other_projects_are_left_out():
    pin = make_pin()
    entry = make_entry(pin, message="quokka", site=site("a.py"))
    make_entry(pin, message="quokka gone", removed_in=pin, site=site("a.py"))
    make_entry(pin, message="quokka tested", category="test", site=site("a.py"))
    make_entry(make_pin(make_project("beta/bolt"), sha="2e" * 20), message="quokka away", site=site("a.py"))

    assert related(entry) == []


def test_removed_error_still_has_neighbours():
    pin = make_pin()
    entry = make_entry(pin, message="one", removed_in=pin, site=site("a.py"))
    make_entry(pin, message="two", site=site("a.py"))

    assert [title for title, _ in related(entry)] == ["two"]


def test_at_most_five_come_and_each_once():
    pin = make_pin()
    entry = make_entry(pin, message="alpha one", exc_qualified="a.LoadError", site=site("a.py"))
    for name in "bcdefghij":
        make_entry(pin, message=f"alpha {name * 9}", exc_qualified="a.LoadError", site=site("a.py"))

    found = related(entry)

    assert len(found) == len(set(found)) == 5


def test_words_that_look_like_query_syntax_do_no_harm():
    pin = make_pin()
    entry = make_entry(pin, message="it's 'odd' & | ! :* \\ (<->) quokka", site=site("a.py", guards=["x == 'a\\'b'"]))
    make_entry(pin, message="quokka 'odd' too", site=site("b.py"))

    assert [title for title, _ in related(entry)] == ["quokka 'odd' too"]


def test_long_words_without_end_cost_little():
    pin = make_pin()
    entry = make_entry(pin, message="a" * 10_000 + " quokka", site=site("a.py"))
    for number in range(20):
        make_entry(pin, message=f"{number} " + "b" * 9_000 + f"{number} quokka", site=site("a.py", number))

    assert len(related(entry)) == 5
