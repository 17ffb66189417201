"""How sure an answer may be: what must not be claimed, beside what may."""

import pytest

from kb.matching import match
from tests.factories import make_entry
from tests.kb.matching.pasted import ELSEWHERE, HEADER, INSIDE, LIBRARY, LONG, outcome
from tests.kb.matching.test_match import ids, known, traceback

pytestmark = pytest.mark.django_db


def test_a_traceback_of_another_project_is_unmatched_where_the_text_says_little():
    known(make_entry(message="path missing"))
    assert outcome(traceback((ELSEWHERE, 9, "run"), last="ValueError: path missing")) == "unmatched"


def test_a_text_in_a_file_that_no_frame_names_must_say_more():
    known(
        make_entry(message="no path given"),
        make_entry(message="the archive cannot be read with the reader {name}", site={"line": 9}),
    )
    cut = 'Traceback (most recent call last):\n  File "/home/someone/tool/run.py", line 9, in run\n'
    assert outcome(f"{cut}ValueError: no path given") == "similar"
    assert outcome(f"{cut}ValueError: the archive cannot be read with the reader zip") == "exact"


def test_another_project_whose_frame_shows_the_raise_said_it_itself():
    known(make_entry(message="the archive cannot be read with the reader {name}"))
    last = "ValueError: the archive cannot be read with the reader zip"
    assert outcome(traceback((ELSEWHERE, 9, "run"), last=last)) == "similar"


def test_a_statement_that_has_moved_within_its_project_is_exact():
    known(make_entry(message="no path given by {who}", site={"path": "src/anvil/reader.py", "qualname": "read"}))
    assert outcome(traceback((INSIDE, 3, "load"), last="ValueError: no path given by me")) == "exact"


def test_a_line_that_raises_nothing_is_no_statement_of_another_file():
    known(make_entry(message="'{name}' object has no attribute '{attr}'", site={"path": "src/anvil/reader.py"}))
    pasted = f'Traceback (most recent call last):\n  File "{INSIDE}", line 4, in load\n    return path.name\n'
    assert outcome(f"{pasted}ValueError: 'NoneType' object has no attribute 'name'") == "unmatched"


def test_what_tests_say_is_not_claimed_without_their_frame():
    known(make_entry(message="the worker is gone", category="test"))
    assert outcome("ValueError: the worker is gone") == "similar"
    assert outcome(traceback((INSIDE, 3, "load"), last="ValueError: the worker is gone")) == "exact"


@pytest.mark.parametrize("category", ["test", "vendored", "generated"])
@pytest.mark.parametrize(
    "pasted",
    [
        "the worker is gone today",
        "the worker is gone",
        "ValueError: the worker is gone today",
        "RuntimeError: the worker is gone",
        traceback((ELSEWHERE, 3, "run"), last="KeyError: the worker is gone"),
    ],
)
def test_what_few_people_meet_is_not_offered_for_its_words(category, pasted):
    known(make_entry(message="the worker is gone", category=category))
    assert outcome(pasted) == "unmatched"


@pytest.mark.parametrize(
    "pasted",
    ["what is the time", "the file is not there", "it does not work", "Why was this not found?", "a thing went wrong"],
)
def test_words_that_everyone_says_find_nothing(pasted):
    known(
        make_entry(message="{a!r} is {b!r}"),
        make_entry(message="{a!r} is not {b!r}", site={"line": 9}),
        make_entry(message="{method} does not work with sparse matrices", site={"line": 12}),
        make_entry(message="{path} was not found before {date}", site={"line": 15}),
        make_entry(message="{request} something went wrong", site={"line": 18}),
    )
    assert match(pasted).matches == ()


def test_two_words_of_its_own_in_a_longer_text_are_shown():
    entry = known(make_entry(message="the anvil archive is empty"))
    assert ids(match("I think that the anvil archive is empty today")) == [entry.id]


def test_a_subclass_of_what_a_statement_raises_is_not_claimed_for_it():
    known(make_entry(message="no module named {name} here", exc_type="ImportError"))
    assert outcome("ModuleNotFoundError: no module named hammer here") == "similar"


@pytest.mark.parametrize("message", ["{error}", "{path}: {error}"])
def test_what_a_library_raises_is_not_claimed_for_the_function_that_called_it(message):
    known(make_entry(message=message))
    pasted = traceback((INSIDE, 3, "load"), (LIBRARY, 355, "raw_decode"), last="ValueError: char 0: Expecting value")
    assert outcome(pasted) == "unmatched"


def test_a_statement_that_hands_its_text_to_a_helper_is_exact():
    entry = known(make_entry(message="no path given by {who}"))
    pasted = traceback((INSIDE, 3, "load"), (LIBRARY, 8, "fail"), last="ValueError: no path given by me")
    assert outcome(pasted) == "exact"
    assert ids(match(pasted)) == [entry.id]


def test_what_the_interpreter_raises_on_a_line_that_raises_nothing_is_not_claimed():
    known(make_entry(message="{error}", exc_type="TypeError"))
    pasted = f'Traceback (most recent call last):\n  File "{INSIDE}", line 4, in load\n    return path[0]\n'
    assert outcome(f"{pasted}TypeError: 'NoneType' object is not subscriptable") in ("similar", "unmatched")


def test_an_empty_message_is_not_claimed_by_a_statement_of_holes():
    known(
        make_entry(message="{error}", exc_type="", site={"qualname": "close", "line": 9}),
        make_entry(message="", exc_type="LoadError"),
    )
    answer = match(traceback((INSIDE, 9, "close"), (INSIDE, 3, "load"), last="anvil.LoadError"))
    assert answer.matches[0].exc_type == "LoadError"


def test_a_text_that_another_message_quotes_is_not_all_that_was_said():
    known(make_entry(message="the archive {path} cannot be read with the reader {name}"))
    quoted = "the archive x.zip cannot be read with the reader zip"
    assert outcome(f"Caught more than was expected: ['{quoted}', {list(range(40))}]") != "exact"


def test_what_python_itself_says_is_not_claimed_for_a_statement_that_says_the_same():
    known(make_entry(message="unsupported operand type(s) for {op}: '{left}' and '{right}'", exc_type="TypeError"))
    said = "TypeError: unsupported operand type(s) for +: 'int' and 'str'"
    answer = match(said)
    assert answer.outcome == "similar"
    assert "Python itself says this, of any code" in answer.matches[0].reasons
    assert outcome(traceback((ELSEWHERE, 3, "run"), last=said)) != "exact"


def test_what_python_itself_says_is_claimed_where_a_frame_shows_the_statement():
    known(make_entry(message="unsupported operand type(s) for {op}: '{left}' and '{right}'", exc_type="TypeError"))
    said = "TypeError: unsupported operand type(s) for +: 'int' and 'str'"
    answer = match(traceback((INSIDE, 3, "load"), last=said))
    assert answer.outcome == "exact"
    assert "Python itself says this, of any code" not in answer.matches[0].reasons


@pytest.mark.parametrize(
    ("path", "function"),
    [
        ("/env/lib/python3.12/site-packages/hammer/load.py", "load"),
        ("/home/someone/tool/load.py", "load"),
        ("/home/someone/tool/load.py", "main"),
        ("load.py", "main"),
        ("script.py", "main"),
    ],
)
def test_a_raise_in_a_file_that_shares_no_more_than_its_name_said_it_itself(path, function):
    known(make_entry(message=LONG, exc_type="LoadError"))
    assert outcome(traceback((path, 9, function), last=f"LoadError: {LONG}")) == "similar"


def test_a_file_that_is_shown_by_its_name_alone_is_known_by_its_function():
    known(make_entry(message=LONG))
    assert outcome(traceback(("load.py", 3, "load"), last=f"ValueError: {LONG}")) == "exact"


def test_words_that_a_broken_off_text_does_not_show_do_not_count():
    known(make_entry(message="the archive at {path} cannot be read with the reader"))
    assert outcome("ValueError: the archive at x.zip") == "similar"
    assert outcome("ValueError: the archive at x.zip cannot be read wi") == "exact"


def test_without_frames_and_type_a_statement_of_holes_alone_is_no_answer():
    known(make_entry(message="{name}"))
    assert outcome("something else went wrong") == "unmatched"


def test_two_words_that_begin_a_longer_text_are_not_enough():
    known(make_entry(message="Invalid address {url!r}: no host supplied"))
    assert outcome("invalid address") == "similar"
    assert outcome("Invalid address 'x': no host supp") == "exact"


def test_a_text_cut_before_two_templates_part_is_ambiguous():
    short = make_entry(message="the archive cannot be renamed")
    long = make_entry(message="the archive cannot be read with the reader {name} of this version", site={"line": 9})
    known(short, long)
    assert outcome("ValueError: the archive cannot be re…") == "ambiguous"
    assert outcome("ValueError: the archive cannot be read with the rea…") == "exact"


def test_a_file_whose_folders_are_left_out_is_not_taken_for_the_users_own():
    known(make_entry(message=LONG))
    assert outcome(f'{HEADER}  File ".../load.py", line 40, in load\nValueError: {LONG}') == "exact"
    assert outcome(f'{HEADER}  File "~/load.py", line 40, in load\nValueError: {LONG}') == "similar"


def test_holes_alone_are_not_offered_for_a_type_that_anything_raises():
    site = {"qualname": "own"}
    own = make_entry(message="{name!r}", exc_type="NoSuchPart", exc_qualified="anvil.errors.NoSuchPart", site=site)
    known(
        own, make_entry(message="{key!r}", exc_type="KeyError"), make_entry(message="{text}", exc_type="RuntimeError")
    )
    assert match("KeyError: 'name'").outcome == "unmatched"
    assert match("RuntimeError: the loop was closed").outcome == "unmatched"
    answer = match("anvil.NoSuchPart: 'some.thing'")
    assert (answer.outcome, ids(answer)) == ("similar", [own.id])
    assert match("hammer.NoSuchPart: 'some.thing'").outcome == "unmatched"


def test_a_statement_is_not_claimed_for_a_compiled_file_of_its_package_that_raised_by_itself():
    entry = known(make_entry(message=LONG, exc_type="LoadError"))
    pasted = (
        f'{HEADER}  File "/env/lib/python3.12/site-packages/anvil/run.py", line 40, in run\n    self.reader.read()\n'
        f'  File "anvil/_reader.pyx", line 571, in anvil._reader.Reader.read\nanvil.errors.LoadError: {LONG}'
    )
    answer = match(pasted)
    assert (answer.outcome, ids(answer)) == ("similar", [entry.id])
    assert "the innermost frame stands in anvil/_reader.pyx, which is compiled" in answer.matches[0].reasons


def test_an_unrelated_class_does_not_come_before_the_one_that_was_pasted_for_a_file_of_that_name():
    said = {"message": "No filter named {name!r}."}
    site = {"path": "src/anvil/load.py", "qualname": "check"}
    other = make_entry(**said, exc_type="LoadError", site=site)
    right = make_entry(**said, exc_type="FilterError", site={**site, "path": "src/anvil/compiler.py"})
    known(other, right)
    pasted = traceback((INSIDE, 9, "load"), last="anvil.errors.FilterError: No filter named 'x'.")
    assert ids(match(pasted.replace("raise ValueError(", "self.handle(source)")))[0] == right.id


def test_a_file_of_which_only_the_name_agrees_is_said_to_be_perhaps_another():
    known(make_entry(message="no archive is named {name}", site={"path": "src/anvil/load.py", "qualname": "other"}))
    pasted = traceback(("/srv/things/load.py", 9, "load"), last="ValueError: no archive is named x")
    pasted = pasted.replace("    raise ValueError(\n", "")
    reasons = match(pasted).matches[0].reasons
    assert "a frame names a load.py, which may be another file" in reasons
    named = match(pasted.replace("/srv/things/", "/srv/anvil/")).matches[0].reasons
    assert "a frame names src/anvil/load.py" in named


def test_of_a_value_that_python_wrote_out_nothing_more_is_shown():
    known(make_entry(message="no archive {name!r} with {values!r}"))
    answer = match("ValueError: no archive 'x' with ['id', \"]\"]. Did you mean 'y' instead?")
    assert answer.matches[0].values == {"name!r": "'x'", "values!r": "['id', \"]\"]"}


def test_a_remark_behind_the_message_leaves_it_exact_and_is_told():
    known(make_entry(message="Parent {one} is not bound to a session; loading '{key}' cannot proceed"))
    pasted = "Parent <User at 0x7f> is not bound to a session; loading 'name' cannot proceed"
    answer = match(f"ValueError: {pasted} (Background on this error at: https://docs.example/e/20/bhk3)")
    assert answer.outcome == "exact"
    assert answer.matches[0].values == {"one": "<User at 0x7f>", "key": "name"}
    assert answer.matches[0].reasons[0] == "the whole message fits the template, but for the remark at its end"
