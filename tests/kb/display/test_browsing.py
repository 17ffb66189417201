import pytest

from kb.display import files
from kb.display.classes import ClassNode, class_tree
from kb.display.files import folder
from tests.factories import make_entry, make_pin

pytestmark = pytest.mark.django_db

EXCEPTION = ["builtins.Exception", "builtins.BaseException", "builtins.object"]


def outline(nodes: tuple[ClassNode, ...]) -> dict:
    return {f"{node.name} {node.errors}/{node.total}": outline(node.children) for node in nodes}


def raised(pin, qualified: str, *bases: str, **values) -> None:
    facts = {"bases": [*bases, *EXCEPTION]}
    make_entry(pin, exc_qualified=qualified, exc_type=qualified.rpartition(".")[2], site={"facts": facts}, **values)


def test_classes_stand_below_the_ones_that_they_extend_with_their_counts():
    pin = make_pin()
    raised(pin, "anvil.Hot", "anvil.Broken")
    raised(pin, "anvil.Hot", "anvil.Broken")
    raised(pin, "anvil.Cold", "anvil.Broken")
    raised(pin, "builtins.KeyError")

    assert outline(class_tree(pin.project)) == {
        "BaseException 0/4": {
            "Exception 0/4": {"Broken 0/3": {"Cold 1/1": {}, "Hot 2/2": {}}, "KeyError 1/1": {}},
        }
    }


def test_class_of_which_nothing_is_known_stands_at_the_top():
    pin = make_pin()
    make_entry(pin, exc_qualified="", exc_type="Mystery")

    assert outline(class_tree(pin.project)) == {"Mystery 1/1": {}}


def test_topmost_classes_with_the_most_errors_come_first():
    pin = make_pin()
    make_entry(pin, exc_qualified="", exc_type="Alone")
    raised(pin, "builtins.KeyError")
    raised(pin, "builtins.ValueError")

    assert list(outline(class_tree(pin.project))) == ["BaseException 0/2", "Alone 1/1"]


def test_classes_that_claim_to_extend_each_other_do_no_harm():
    pin = make_pin()
    make_entry(pin, exc_qualified="a.A", exc_type="A", site={"facts": {"bases": ["a.B"]}})
    make_entry(pin, exc_qualified="a.B", exc_type="B", site={"facts": {"bases": ["a.A"]}})

    assert class_tree(pin.project) == ()


def test_warnings_tests_and_removed_errors_are_in_no_tree():
    pin = make_pin()
    raised(pin, "a.W", kind="warning")
    raised(pin, "a.T", category="test")
    raised(pin, "a.G", removed_in=pin)

    assert class_tree(pin.project) == ()


def test_folder_shows_what_lies_in_it_with_the_errors_below():
    pin = make_pin()
    for path in ("src/a/x.py", "src/a/y.py", "src/b.py", "setup.py"):
        make_entry(pin, site={"path": path})

    assert [(p.name, p.errors) for p in folder(pin.project, "").places] == [("src/", 3), ("setup.py", 1)]
    inner = folder(pin.project, "src/")
    assert [(p.path, p.errors) for p in inner.places] == [("src/a/", 2), ("src/b.py", 1)]
    assert inner.errors == 3
    assert [place.path for place in folder(pin.project, "src/a/").above] == ["src/"]


def test_folder_with_very_many_files_shows_those_with_the_most_errors_and_counts_all(monkeypatch):
    monkeypatch.setattr(files, "MOST_SHOWN", 2)
    pin = make_pin()
    for path in ("a.py", "b.py", "b.py", "c/x.py", "c/y.py", "d.py"):
        make_entry(pin, site={"path": path})

    found = folder(pin.project, "")

    assert [place.name for place in found.places] == ["c/", "b.py"]
    assert (found.errors, found.left_out) == (6, 2)


def test_folder_that_is_none_is_empty():
    pin = make_pin()
    make_entry(pin)

    assert folder(pin.project, "no/such/").places == ()


def test_browsing_takes_one_query_for_any_number_of_errors(django_assert_num_queries):
    pin = make_pin()
    for number in range(30):
        raised(pin, f"anvil.E{number}", "anvil.Broken")

    with django_assert_num_queries(1):
        class_tree(pin.project)
    with django_assert_num_queries(1):
        folder(pin.project, "src/")
