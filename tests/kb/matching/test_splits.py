"""Where one value ends and the next begins, when the words between them stand in the message twice."""

import pytest

from kb.matching import match
from kb.search.indexing import index_pin
from tests.factories import make_entry

pytestmark = pytest.mark.django_db


def values(template, message):
    entry = make_entry(message=template)
    index_pin(entry.first_pin_id)
    return match(f"ValueError: {message}").matches[0].values


@pytest.mark.parametrize("module", ["module", "cls.__module__", "package", "base_path", "find_package(here)[0].module"])
@pytest.mark.parametrize("name", ["name", "cls.__name__", "attr", "class_name!s"])
def test_a_module_takes_all_dots_but_the_last(module, name):
    found = values(f"Model {{{module}}}.{{{name}}} has no label given", "Model app.models.Foo has no label given")
    assert found == {module: "app.models", name: "Foo"}


def test_a_name_has_no_dot_whatever_stands_before_it():
    found = values("Model {where}.{type(x).__name__} has no label", "Model app.models.Foo has no label")
    assert found == {"where": "app.models", "type(x).__name__": "Foo"}


def test_a_qualname_begins_with_the_first_capital():
    found = values("Model {c.__module__}.{c.__qualname__} has no label", "Model app.models.Foo.Meta has no label")
    assert found == {"c.__module__": "app.models", "c.__qualname__": "Foo.Meta"}


def test_a_qualname_without_a_capital_is_not_told_from_its_module():
    found = values("Model {c.__module__}.{c.__qualname__} has no label", "Model app.models.make has no label")
    assert found == {"c.__module__}.{c.__qualname__": "app.models.make"}


def test_values_that_nothing_parts_share_one():
    found = values("Model {left}.{right} has no label given", "Model app.models.Foo has no label given")
    assert found == {"left}.{right": "app.models.Foo"}


def test_of_three_values_those_are_told_that_can_be():
    found = values(
        "From {start} to {module}.{name} nothing leads", "From here to there to app.models.Foo nothing leads"
    )
    assert found == {"start} to {module": "here to there to app.models", "name": "Foo"}


@pytest.mark.parametrize(
    ("message", "right"),
    [
        ("shapes (3, 4), (5, 6) cannot be broadcast", {"a.shape": "(3, 4)", "b.shape": "(5, 6)"}),
        ("shapes (3, 4), 7 cannot be broadcast", {"a.shape": "(3, 4)", "b.shape": "7"}),
        ("shapes 'a, b', c cannot be broadcast", {"a.shape": "'a, b'", "b.shape": "c"}),
        ("shapes [(1, 2), 3], {4, 5} cannot be broadcast", {"a.shape": "[(1, 2), 3]", "b.shape": "{4, 5}"}),
        ("shapes a), b, c cannot be broadcast", {"a.shape}, {b.shape": "a), b, c"}),
    ],
)
def test_what_stands_in_brackets_or_quotes_belongs_to_one_value(message, right):
    assert values("shapes {a.shape}, {b.shape} cannot be broadcast", message) == right


@pytest.mark.parametrize("sign", [".", ":", "/", "::"])
def test_the_last_part_of_a_path_has_no_sign_that_joins_it(sign):
    found = values(f"Found {{package}}{sign}{{name}} twice here", f"Found a{sign}b{sign}c twice here")
    assert found == {"package": f"a{sign}b", "name": "c"}


@pytest.mark.parametrize("between", [" for ", ", ", "-", " . ", ": "])
@pytest.mark.parametrize(("holder", "part"), [("package", "name"), ("c.__module__", "c.__qualname__")])
def test_what_is_no_path_is_parted_on_no_guess(holder, part, between):
    found = values(f"No {{{holder}}}{between}{{{part}}} is there", f"No x{between}Y{between}Z is there")
    assert found == {f"{holder}}}{between}{{{part}": f"x{between}Y{between}Z"}


def test_one_way_to_part_them_needs_no_telling():
    assert values("Model {left}.{right} has no label", "Model app.Foo has no label") == {"left": "app", "right": "Foo"}


@pytest.mark.parametrize(
    ("template", "message", "right"),
    [
        ("Input {padded}contains not-a-number", "Input X contains not-a-number", {"padded": "X "}),
        ("cannot open{where} the archive", "cannot open at  once the archive", {"where": " at  once"}),
        ("cannot open {where} the archive", "cannot open  here  the archive", {"where": "here"}),
        ("cannot open the archive{why}", "cannot open the archive: locked", {"why": ": locked"}),
    ],
)
def test_blanks_are_the_values_where_no_word_around_it_has_them(template, message, right):
    assert values(template, message) == right


def test_a_value_in_quotes_is_one_though_a_blank_is_all_that_parts_it_from_the_next():
    template = "SQL expression {element!r} {extra}should be declared"
    assert values(template, "SQL expression 'select 1' should be declared") == {"element!r": "'select 1'", "extra": ""}


def test_values_that_a_blank_parts_are_parted_at_the_first_one():
    assert values("found {count} {kind} of faults here", "found 2 very bad of faults here") == {
        "count": "2",
        "kind": "very bad",
    }
