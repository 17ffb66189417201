import pytest

from kb.guards import deciding, is_condition

AROUND = ["for x in y", "while x", "except KeyError", "except"]
PATTERNS = ["match x", "match (x, y)", "case 1", "case -1", "case [a, b]", "case x if x"]
CALLED_LIKE_THOSE = ["match is None", "match.group(1)", "case in known", "match", "not (match)"]


@pytest.mark.parametrize("guard", [*AROUND, *PATTERNS])
def test_what_stands_around_a_statement_is_no_condition(guard):
    assert not is_condition(guard)


@pytest.mark.parametrize(
    "guard", ["x", "not (x)", "format == 1", "excepted", "matches(x)", "cases", "forth", *CALLED_LIKE_THOSE]
)
def test_names_that_begin_like_keywords_are_conditions(guard):
    assert is_condition(guard)


def test_what_was_found_false_before_something_true_decides_nothing():
    assert deciding(["not (a)", "b", "not (c)", "d"]) == ["b", "d"]


def test_last_branch_is_decided_by_what_was_found_false():
    assert deciding(["a", "not (b)", "not (c)"]) == ["a", "not (b)", "not (c)"]


def test_nearest_conditions_come_last_and_are_at_most_three():
    assert deciding(["a", "b", "for x in y", "c", "d"]) == ["b", "c", "d"]


def test_nothing_decides_where_nothing_is_tested():
    assert deciding([]) == []
    assert deciding(["while True"]) == []
