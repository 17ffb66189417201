"""What is the cause where a loop ended or an exception was handled, and what only led there."""

import pytest

from tests.ingest.explain.reading import beyond_meaning, explained, part


def said(code, *parts):
    result = explained(code)
    return [text for name in parts or ("trigger", "situations", "solution") for text in part(result, name)]


def test_handler_chose_what_to_raise_so_its_conditions_are_no_cause():
    code = """
def save(row, create=False):
    try:
        row.store()
    except OSError:
        if not create:
            raise ValueError("cannot store")
"""
    result = explained(code)
    assert part(result, "solution") == []
    assert part(result, "meaning")[0] == (
        "`save` raises `ValueError` when `row.store()` raises `OSError` and the parameter `create` is false."
    )
    assert (result.example_fix, result.guard_code) == ("", "")


def test_loop_that_found_nothing_is_the_cause_not_what_led_to_it():
    code = """
def rank(graph, steps=100):
    size = len(graph)
    if size == 0:
        return {}
    for _ in range(steps):
        if improve(graph):
            return graph
    raise ValueError("no end")
"""
    result = explained(code)
    ended = "after the loop `for _ in range(steps)` ended without returning, when `size` is anything but `0`."
    assert part(result, "meaning") == [f"`rank` raises `ValueError` {ended}"]
    assert beyond_meaning(result)[0] == "`size` is `len(graph)`."
    assert result.trigger_code == ""
    raised = "Raise `steps` of `rank`: the loop `for _ in range(steps)` ended without returning after that many rounds."
    assert (part(result, "solution"), result.example_fix, result.guard_code) == ([raised], "", "")
    assert part(explained(code.replace("range(steps)", "graph")), "solution") == []
    assert "ended" not in said(code.replace("return graph", "graph.touch()"), "trigger")[0]


def test_attempt_that_calls_what_is_not_named_names_none_of_its_calls():
    code = """
def page(number):
    try:
        check(number)
        number = int(number)
    except ValueError:
        raise LookupError("no such page")
"""
    assert said(code, "solution") == []


def test_loop_that_ended_without_a_break_is_the_cause_not_what_was_tested_before():
    code = """
def rank(graph, steps=100):
    if steps <= 0:
        return None
    for _ in range(steps):
        if improve(graph):
            break
    else:
        raise ValueError("no end")
"""
    result = explained(code)
    assert part(result, "meaning") == [
        "`rank` raises `ValueError` after the loop `for _ in range(steps)` ended without a break,"
        " when the parameter `steps` is not at most `0`."
    ]
    assert part(result, "solution") == [
        "Raise `steps` of `rank`: the loop `for _ in range(steps)` ended without a break after that many rounds."
    ]


def test_comment_behind_a_statement_is_no_part_of_it():
    code = """
def load(state):
    try:
        read(STATE)  # noqa
    except KeyError as error:
        raise ValueError("no") from error
"""
    wanted = "`load` raises `ValueError` when `read(STATE)` raises `KeyError`."
    assert said(code, "meaning")[0] == wanted


def test_what_only_led_to_a_handler_is_no_situation_to_be_in():
    code = """
def load(path=None):
    if not path:
        try:
            fetch(DEFAULT)
        except OSError:
            raise ValueError("no")
"""
    assert said(code, "situations") == []
    plain = code.replace("try:\n            fetch(DEFAULT)\n        except OSError:\n            raise", "raise")
    assert said(plain, "situations") == ["`path` of `load` is left out: its default is `None`."]


def test_what_would_have_raised_before_a_loop_is_no_condition_of_what_its_end_raises():
    code = """
def pick(graph, args, kwargs):
    if args and kwargs:
        raise TypeError("either")
    for node in graph:
        if node.fits(args):
            return node
    raise LookupError("none fits")
"""
    result = explained(code)
    assert part(result, "meaning") == [
        "`pick` raises `LookupError` after the loop `for node in graph` ended without returning."
    ]
    assert result.trigger_code == ""


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("a, b = row", "unpacking `row` into `a, b` raises `ValueError`"),
        ("self.rest, (a, b) = self.row", "unpacking `self.row` into `self.rest, (a, b)` raises `ValueError`"),
        ("a, b = cut(row)", "`a, b = cut(row)` raises `ValueError`"),
        ("self.row = cut(row)", "`cut(row)` raises `ValueError`"),
        ("row = self.row = cut(row).part", "`cut(row).part` raises `ValueError`"),
        ("self.rows[row] = cut(row)", "`self.rows[row] = cut(row)` raises `ValueError`"),
        ("self.row = row", "`self.row = row` raises `ValueError`"),
        ("row: list[int] = cut(row)", "`cut(row)` raises `ValueError`"),
        ("return cut(row)", "`cut(row)` raises `ValueError`"),
        ("yield", "the code that runs at `yield` raises `ValueError`"),
        ("row = yield cut(row)", "the code that runs at `yield cut(row)` raises `ValueError`"),
    ],
)
def test_what_fails_in_the_one_statement_is_what_it_does_not_what_it_begins_with(statement, said):
    code = f"""
class Anvil:
    def load(self):
        try:
            {statement}
        except ValueError:
            raise KeyError("no")
"""
    assert any(said in text for text in part(explained(code), "meaning"))


OPENED = """
def read(folder, names=()):
    if not isinstance(folder, dict):
        if folder == "ONLINE":
            config = None
        else:
            try:
                config = find(folder)["rows"]
                config.rows().first(key(), other())
            except Exception as err:
                if len(names) != 0:
                    raise ValueError(f"Cannot open due to {err}")
"""


@pytest.mark.parametrize("header", ["except Exception as err", "except BaseException as err", "except"])
def test_what_went_wrong_in_the_block_is_told_though_its_handler_takes_whatever_there_is(header):
    result = explained(OPENED.replace("except Exception as err", header).replace("due to {err}", "it"))
    around = "while handling whatever went wrong in its `try` block, when"

    assert around in part(result, "meaning")[0]
    assert part(result, "trigger")[0].startswith(f"Only {around}")


CHOSEN = """
def migrate(name):
    if name == "zero":
        return undo_all()
    else:
        try:
            return find(name)
        except KeyError:
            raise ValueError(f"no migration name {name!r}")
"""


def test_other_way_than_the_one_that_failed_is_no_advice():
    found = part(explained(CHOSEN), "solution")
    assert found == ["Check `name` of `migrate`: `find(name)` fails with it (`KeyError`)."]
    kinds = CHOSEN.replace('name == "zero"', "isinstance(name, Command)").replace("no migration name", "no `name`:")
    assert not any(text.startswith("Pass") for text in part(explained(kinds), "solution"))
