"""What tools really printed about one error: tests/data/pastes holds their output for a shop without a price."""

from pathlib import Path

import pytest

from kb.paste import read

PASTES = Path(__file__).parents[2] / "data" / "pastes"
NAMES = sorted(path.stem for path in PASTES.glob("*.txt"))
# What these styles do not print at all.
WITHOUT_FUNCTION = {"pytest_line"}
ONLY_THE_LAST = {"python38_lines", "python312_lines", "python313_lines"}


def errors_in(name):
    return read((PASTES / f"{name}.txt").read_text()).errors


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ONLY_THE_LAST])
def test_each_tool_s_print_leads_to_the_statement_that_raised(name):
    error = next(error for error in errors_in(name) if error.exc_type == "PriceError")

    assert error.message == "No price for 'A-7' in list 'spring'"
    last = error.frames[-1]
    assert last.path.endswith("cart.py")
    assert last.line == 14
    assert last.function.rpartition(".")[2] == ("" if name in WITHOUT_FUNCTION else "price")


@pytest.mark.parametrize("name", NAMES)
def test_nothing_but_the_errors_is_read(name):
    kinds = {error.exc_type for error in errors_in(name)}

    assert kinds <= {"PriceError", "RuntimeError", "KeyError", "ValueError", "ExceptionGroup"}
    assert len(errors_in(name)) == len(kinds) or "group" in name


CHAINS = [name for name in NAMES if len(errors_in(name)) == 2 and "context" not in name and "group" not in name]


@pytest.mark.parametrize("name", CHAINS)
def test_cause_is_the_root_and_what_was_raised_from_it_the_wrapper(name):
    roles = {error.exc_type: error.role for error in errors_in(name)}

    assert roles == {"PriceError": "root", "RuntimeError": "wrapper"}
    (wrapper,) = [error for error in errors_in(name) if error.role == "wrapper"]
    assert wrapper.message == "Checkout failed"
    assert (wrapper.frames[-1].line, wrapper.frames[-1].function) == (14, "checkout")


def test_most_of_the_tools_print_chains():
    assert len(CHAINS) > 20


@pytest.mark.parametrize("name", [name for name in NAMES if "context" in name and name.startswith("python")])
def test_error_that_was_being_handled_is_told_apart(name):
    handled, last = errors_in(name)

    assert (handled.exc_type, handled.role) == ("PriceError", "handled")
    assert (last.exc_type, last.message, last.role) == ("KeyError", "'stock'", "root")


@pytest.mark.parametrize("name", sorted(ONLY_THE_LAST))
def test_message_over_several_lines_keeps_its_items_and_its_last_line(name):
    (error,) = errors_in(name)

    assert error.message == "Bad cart:\n  - B-1\n\n  - A-7\nGive up"


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("_note")])
def test_note_is_no_part_of_the_message(name):
    (error,) = errors_in(name)

    assert error.notes == ("note: ask sales",)


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("_group")])
def test_group_wraps_the_errors_in_it(name):
    group, *members = errors_in(name)

    assert (group.exc_type, group.message, group.role) == (
        "ExceptionGroup",
        "Nobody can pay (1 sub-exception)",
        "wrapper",
    )
    assert [(member.exc_type, member.role) for member in members] == [("PriceError", "root")]


def test_what_a_log_says_again_and_again_ends_a_message():
    chatter = "  Fetching part-{}.bin (33 kB)\nmodule_{} is checked\n"
    paste = "".join(chatter.format(n, n) for n in range(3)) + TWO_LINES + chatter.format(12, 7) + "and nothing more\n"
    (error,) = read(paste).errors
    assert error.message == "no such part\n  and none like it"
    assert paste[slice(*error.span)].endswith("none like it")


def test_a_line_that_the_log_says_only_once_or_twice_stays_in_the_message():
    paste = "  and none like it\n" * 2 + TWO_LINES + TWO_LINES.replace("part", "piece")
    assert [error.message for error in read(paste).errors] == [
        "no such part\n  and none like it",
        "no such piece\n  and none like it",
    ]


def test_a_closing_bracket_is_no_chatter():
    paste = "}\n" * 5 + TWO_LINES.replace("  and none like it", "{\n  'a': 1\n}")
    assert read(paste).errors[-1].message == "no such part\n{\n  'a': 1\n}"


TWO_LINES = """\
Traceback (most recent call last):
  File "/app/parts.py", line 3, in find
    raise LookupError(text)
LookupError: no such part
  and none like it
"""
