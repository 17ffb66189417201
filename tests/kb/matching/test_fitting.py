"""What a value says about the expression of its Hole: what Python says of it, never what a name may mean."""

import pytest

from kb.matching.fitting import Fit, Told, _as_repr, fit


def weighed(expression, value, qualname="load", *conditions):
    return fit({expression: value}, Told(qualname, conditions))


@pytest.mark.parametrize("expression", ["kind!r", "repr(kind)"])
def test_a_quoted_value_speaks_for_the_repr_of_a_text(expression):
    assert weighed(expression, "'colour'") == Fit(1, 0)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("len(rows)", "many"),
        ("int(text)", "not given"),
        ("type(kind).__name__", "3"),
        ("self.__class__.__qualname__", "[1, 2]"),
        ("type(kind).__name__", "this kind"),
        ("kind.__name__", "this kind"),
        ("load.__qualname__", "this function"),
        ("sorted(kinds)", "a, b"),
        ("[k for k in kinds]", "(1, 2)"),
        ("{k: 1 for k in kinds}", "a=1"),
        ("set(kinds)", "[1]"),
    ],
)
def test_what_no_format_makes_of_the_expression_is_impossible(expression, value):
    assert weighed(expression, value) == Fit(0, 0, 1)


@pytest.mark.parametrize("expression", ["kind!r", "kind!a", "repr(kind)", "len(rows)", "type(kind).__name__"])
def test_what_is_never_empty_is_missing(expression):
    assert weighed(expression, "") == Fit(0, 0, 1, missing=1)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("kind.__name__", "3"),
        ("type(error)", "ValueError"),
        ("left == right", "3"),
        ("kind!r", "colour"),
        ("id(self)", "the anvil"),
        ("tuple(kinds)", "a"),
        ("kind!r", "'x' is no valid kind"),
        ("values.shape", "seven"),
        ("values.shape[0]", "(3, 4)"),
        ("values.shape[-1]", "first"),
        ("table.keys()", "first"),
        ("name.upper()", "Name"),
        ("name.lower()", "Name"),
        ("set(left) - set(right)", "[1]"),
        ("left - {1, 2}", "[1]"),
    ],
)
def test_what_python_mostly_prints_otherwise_is_unlikely_and_never_impossible(expression, value):
    assert weighed(expression, value) == Fit(0, 1, 0)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("values.shape", "(3, 4)"),
        ("values.shape", "torch.Size([3])"),
        ("values.shape[0]", "3"),
        ("values.shape[axis]", "first"),
        ("table.keys()", "dict_keys(['a'])"),
        ("table.keys()", "Index(['a'], dtype='object')"),
        ("table.get()", "first"),
        ("table.keys(1)", "first"),
        ("name.upper()", "É_1"),
        ("name.lower()", "é_1"),
        ("name + 'x'", "many"),
        ("left - right", "many"),
        ("kind!r", "'x"),
        ("kind!r", "<A 'x'>"),
        ("set(left) - set(right)", "{1}"),
        ("len(rows)", "1,234"),  # {len(rows):,}
        ("len(rows)", "1_234"),
        ("len(rows)", "1.234e+03"),
        ("len(rows)", "41%"),
        ("len(rows)", "ff"),  # {len(rows):x}
        ("len(rows)", "   3"),
        ("float(text)", "nan"),
        ("id(self)", "0x7f00"),  # {id(self):#x}
        ("id(self)", "7f00ab"),
        ("isinstance(kind, str)", "1"),  # {…:d}
        ("left == right", "[ True False]"),
        ("list(kinds)", "[1, 2"),  # cut
        ("set(kinds)", "set()"),
        ("sorted(kinds)", ""),
        ("type(model).__name__", "Reply[int]"),
        ("type(model).__name__", "Reply[int, str]"),
        ("model.__name__", "<lambda>"),
        ("type(kind).__name__!a", "'Forge'"),
        ("number - 1", "[1 2]"),
    ],
)
def test_however_a_value_is_formatted_it_does_not_speak_against_its_expression(expression, value):
    found = weighed(expression, value)

    assert (found.unlikely, found.impossible) == (0, 0)


@pytest.mark.parametrize(
    ("condition", "value"),
    [
        ("count > 1.0", "1.00"),  # of 1.001
        ("count > 1.004", "1.0"),
        ("count == 1.234", "1.23"),
        ("count == 'a'", "Kind.A"),
    ],
)
def test_a_condition_says_nothing_of_what_was_another_value_before_it_was_printed(condition, value):
    assert weighed("count", value, "load", condition) == Fit(0, 0, 0)


def test_a_condition_of_the_newest_release_rules_nothing_out():
    assert weighed("n", "7", "load", "n > 10") == Fit(0, 1, 0)


def test_the_nearest_conditions_are_read_and_none_that_is_endless():
    far = [f"ready != {number}" for number in range(30)]

    assert weighed("count", "-3", "load", *far, "count < 0") == Fit(1, 0)
    assert weighed("count", "-3", "load", "count < 0 and " + "x" * 1000) == Fit(0, 0)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("len(rows)", "3"),
        ("type(kind).__name__", "Forge"),
        ("func.__qualname__", "Forge.<locals>.run"),
        ("type(error)", "<class 'ValueError'>"),
        ("sorted(kinds)", "['a', 'b']"),
        ("[k for k in kinds]", "[1]"),
        ("tuple(shape)", "(1, 2)"),
        ("number + 1", "4"),
        ("left == right", "False"),
        ("length", "many"),
        ("names", "3"),
        ("', '.join(kinds)", "a"),
        ("sep * 3", "---"),
        ("'%s' % kind", "a"),
        ("kind!r", "None"),
        ("kind!r", "<Kind 3>"),
        ("kind.name", "3"),
        ("not python at all (", "3"),
        ("a}{b", "3"),
        ("cls.__name__!r.__x", "3"),
        ("x" * 1000, "3"),
        ("len(rows)", "3" * 1000),
        ("(" * 250 + ")" * 250, "3"),
    ],
)
def test_what_python_does_not_tell_decides_nothing(expression, value):
    assert weighed(expression, value) == Fit(0, 0)


@pytest.mark.parametrize(
    ("condition", "value", "found"),
    [
        ("count < 0", "-3", Fit(1, 0)),
        ("count < 0", "3", Fit(0, 1)),
        ("not (count > 0)", "-3", Fit(1, 0)),
        ("count not in (1, 2)", "2", Fit(0, 1)),
        ('count in ("a", "b")', "a", Fit(1, 0)),
        ('not (count == "a")', "a", Fit(0, 1)),
        ("count is None", "None", Fit(1, 0)),
        ("ready and count < 0", "3", Fit(0, 1)),
        ("not (ready or count >= 0)", "-3", Fit(1, 0)),
        ("not (ready or count == 3)", "4", Fit(0, 0)),
        ("count != 3", "4", Fit(0, 0)),
        ("not (count != 3)", "3", Fit(1, 0)),
        ("ready or count < 0", "3", Fit(0, 0)),
        ("not (ready and count < 0)", "3", Fit(0, 0)),
        ("count < limit", "3", Fit(0, 0)),
        ("other < 0", "3", Fit(0, 0)),
        ("0 < count < 9", "3", Fit(0, 0)),
        ("count < 0", "<object>", Fit(0, 0)),
        ("for count in range(3)", "3", Fit(0, 0)),
    ],
)
def test_conditions_that_held_are_true_of_the_value(condition, value, found):
    assert weighed("count", value, "load", condition) == found


def test_a_class_that_names_itself_is_the_one_around_the_statement_or_named_after_it():
    own = weighed("type(self).__name__", "Anvil", "Anvil.strike").supporting
    below = weighed("self.__class__.__name__", "SmallAnvil", "Anvil.strike").supporting
    other = weighed("cls.__name__", "Hammer", "Anvil.strike").supporting

    assert own > below > other


@pytest.mark.parametrize(
    ("value", "own", "found"),
    [
        ("Shelf", "WideShelf", 1),
        ("depot.Shelf", "WideShelf", 1),
        ("TallShelf", "WideShelf", 0),
        ("VeryWideShelf", "WideShelf", 0),
        ("Shelf", "BaseShelf", 0),
        ("Shelf", "AbstractWideShelf", 0),
    ],
)
def test_a_class_is_rarely_named_with_less_than_the_one_that_it_derives_from(value, own, found):
    assert weighed("type(self).__name__", value, f"{own}.rename").unlikely == found


def test_a_function_around_the_statement_is_no_class():
    assert weighed("cls.__name__", "load", "load.<locals>.inner") == Fit(0, 0)


def test_quote_within_a_text_that_was_cut_does_not_end_it():
    assert _as_repr("'it\\'s cut") is None
    assert _as_repr("'it' and so on") is False
