"""How sure an answer may be: what must not be claimed, beside what may."""

import pytest

from kb.matching import match
from tests.factories import make_entry
from tests.kb.matching.test_match import ids, known, traceback

pytestmark = pytest.mark.django_db

INSIDE = "/env/lib/python3.12/site-packages/anvil/load.py"
ELSEWHERE = "/env/lib/python3.12/site-packages/hammer/run.py"
LIBRARY = "/usr/lib/python3.12/json/decoder.py"


def outcome(pasted):
    return match(pasted).outcome


def test_two_words_that_are_all_of_the_message_leave_it_open_for_a_type_of_pythons_own():
    known(make_entry(message="path missing"))
    answer = match("ValueError: path missing")
    assert answer.outcome == "ambiguous"
    assert "so few words" in answer.decides


def test_two_words_of_another_type_are_not_enough():
    known(make_entry(message="path missing"))
    assert outcome("KeyError: path missing") in ("similar", "unmatched")


def test_a_message_that_is_all_value_is_no_more_than_similar():
    known(make_entry(message="{reason}", exc_type="LoadError", exc_qualified="anvil.errors.LoadError"))
    answer = match("anvil.errors.LoadError: the disk went away")
    assert answer.outcome == "similar"
    assert answer.matches[0].reasons[0].startswith("no word of its template is fixed")


def test_a_word_next_to_a_hole_counts_where_the_value_does_not_touch_it():
    known(make_entry(message="Input {padded}contains faults"))
    assert outcome("ValueError: Input X contains faults") == "exact"
    assert outcome("ValueError: Input Xcontains faults") == "ambiguous"


def test_two_words_and_a_class_of_the_projects_own_are_enough():
    known(make_entry(message="path missing", exc_type="LoadError"))
    assert outcome("LoadError: path missing") == "exact"


def test_a_class_of_the_same_name_in_another_package_is_not_the_projects_own():
    said = {"message": "no archive is named {name}", "exc_type": "LoadError"}
    known(make_entry(**said, exc_qualified="anvil.errors.LoadError"))
    assert outcome("anvil.LoadError: no archive is named x") == "exact"
    assert outcome("hammer.errors.LoadError: no archive is named x") == "similar"
    moved = traceback(("/env/lib/python3.12/site-packages/anvil/load.py", 9, "load"), last="LoadError: no archive")
    assert outcome(moved.replace("LoadError: no archive", "hammer.LoadError: no archive is named x")) == "exact"


def test_a_type_of_another_language_is_not_pythons_of_the_same_name():
    known(
        make_entry(
            message="no archive is named {name}", exc_type="AssertionError", exc_qualified="builtins.AssertionError"
        )
    )
    assert outcome("AssertionError: no archive is named x") == "exact"
    assert outcome("java.lang.AssertionError: no archive is named x") == "similar"


def test_what_a_command_lines_reader_says_is_claimed_by_its_own_statements_or_many_words():
    pasted = "usage: anvil [-h] [--n N]\nanvil: error: no value for {}\n"
    known(
        make_entry(message="no value for {name}"),
        make_entry(message="no anvil can be lifted without its {name}"),
        make_entry(message="the hammer wants {name}", kind="usage", exc_type="SystemExit"),
    )
    assert outcome(pasted.format("x")) == "similar"
    assert outcome(pasted.replace("no value for {}", "no anvil can be lifted without its x")) == "exact"
    assert outcome(pasted.replace("no value for {}", "the hammer wants x")) == "exact"


def test_values_longer_than_the_words_around_them_leave_it_exact():
    known(make_entry(message="archive {path} cannot be read with {reader}"))
    assert outcome(f"ValueError: archive {'/a/very/long/folder' * 20} cannot be read with {list(range(90))}") == "exact"


def test_quotes_alone_do_not_decide_between_two_statements():
    one = make_entry(message="there is no option '{name}' here")
    other = make_entry(message="there is no option {name!r} here", site={"qualname": "save"})
    known(one, other)
    answer = match("ValueError: there is no option 'x' here")
    assert answer.outcome == "ambiguous"
    assert ids(answer)[0] == one.id


def test_a_text_that_goes_on_after_the_template_is_not_claimed_without_its_class():
    known(make_entry(message="the archive {path} is damaged", exc_type="LoadError"))
    assert outcome("400: the archive x.zip is damaged") == "similar"
    assert outcome("LoadError: the archive x.zip is damaged") == "exact"


def test_a_value_does_not_reach_over_the_sign_that_ends_it():
    known(make_entry(message="no reader is named {name!r}.", exc_type="LoadError"))
    assert outcome("no reader is named 'f'.\n  in line 1 of x.txt") != "exact"


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


LONG = "the archive cannot be read with the reader zip"


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


@pytest.mark.parametrize(
    "pasted",
    [
        "LoadError: {}\n    at load (/app/load.js:10:5)\n    at Object.<anonymous> (/app/index.js:1:1)",
        "LoadFailed: {}\n    at load (/app/load.js:10:5)\n    at Object.<anonymous> (/app/index.js:1:1)",
        'Exception in thread "main" anvil.LoadError: {}\n\tat anvil.Load.load(Load.java:12)\n',
        "panic: {}\n\ngoroutine 1 [running]:\nmain.load(0x1)\n\t/app/load.go:10 +0x1\n",
        "thread 'main' panicked at src/load.rs:4:5:\n{}\n",
        "load.rb:3:in `load': {} (LoadError)\n",
    ],
)
def test_what_a_program_in_another_language_says_is_not_claimed(pasted):
    known(make_entry(message=LONG, exc_type="LoadFailed" if "Failed" in pasted else "LoadError"))
    assert outcome(pasted.format(LONG)) == "similar"


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


@pytest.mark.parametrize(
    "frames",
    ["\n\tat a.b.Loader.load(Loader.java:3)", "\n    at load (/srv/a.js:3:9)", "\n\napp/load.rb:3:in `load'"],
)
def test_what_a_program_in_another_language_prints_is_never_claimed(frames):
    known(make_entry(message="the archive cannot be read with the reader {name}"))
    assert outcome(f"ValueError: the archive cannot be read with the reader zip{frames}") != "exact"


HEADER = "Traceback (most recent call last):\n"
FORK = "/env/lib/python3.12/site-packages/hammer/load.py"


@pytest.mark.parametrize(
    ("path", "function"),
    [
        (FORK, "load"),
        (ELSEWHERE, "run"),
        ("/usr/lib/python3.12/json/decoder.py", "decode"),
        ("hammer/_load.pyx", "hammer._load.load"),
        ("/home/someone/hammer/load.py", "load"),
    ],
)
def test_an_innermost_frame_of_another_package_said_it_itself_though_its_line_is_not_shown(path, function):
    known(make_entry(message=LONG))
    answer = match(f'{HEADER}  File "{path}", line 9, in {function}\nValueError: {LONG}')
    assert answer.outcome == "similar"
    assert answer.matches[0].reasons[0].startswith("the innermost frame stands in ")


def test_a_folder_of_the_same_name_in_another_package_is_not_the_statements():
    known(make_entry(message=LONG, site={"path": "src/anvil/json/load.py"}))
    path = "/env/lib/python3.12/site-packages/hammer/json/load.py"
    assert outcome(f'{HEADER}  File "{path}", line 9, in load\nValueError: {LONG}') == "similar"
    assert outcome(traceback((path, 9, "load"), last=f"ValueError: {LONG}")) == "similar"
    assert outcome(traceback((path.replace("hammer", "anvil"), 9, "load"), last=f"ValueError: {LONG}")) == "exact"


def test_another_package_that_makes_the_error_said_it_itself_though_the_statements_own_called_it():
    known(make_entry(message=LONG, site={"path": "src/anvil/reader.py", "qualname": "read"}))
    assert outcome(traceback((INSIDE, 3, "load"), (ELSEWHERE, 9, "run"), last=f"ValueError: {LONG}")) == "similar"


@pytest.mark.parametrize(
    "pasted",
    [
        # The user's own frames alone are left, or frames are left out, or lost at the end.
        f'{HEADER}  File "/home/someone/tool/main.py", line 9, in main\nValueError: {LONG}',
        f'{HEADER}  File "main.py", line 9, in main\nValueError: {LONG}',
        f'{HEADER}  File "{ELSEWHERE}", line 9, in run\n  ...\nValueError: {LONG}',
        f'{HEADER}  File "{ELSEWHERE}", line 9, in run\n  [...]\nValueError: {LONG}',
        # The line calls what has no frames.
        f'{HEADER}  File "{ELSEWHERE}", line 9, in run\n    return self.reader(path)\nValueError: {LONG}',
        f'{HEADER}  File "{ELSEWHERE}", line 9, in run\n    return load(path)\nValueError: {LONG}',
        # Below the statement's own frame a helper of another package raises.
        f'{HEADER}  File "{INSIDE}", line 3, in load\n  File "{ELSEWHERE}", line 9, in fail\nValueError: {LONG}',
        f"E   ValueError: {LONG}\n\ntests/test_run.py:3: ValueError",
        f"run.py:9: in run\nE   ValueError: {LONG}",
    ],
)
def test_frames_that_may_have_been_cut_away_leave_a_long_text_exact(pasted):
    known(make_entry(message=LONG))
    assert outcome(pasted) == "exact"


@pytest.mark.parametrize("code", ["", "    raise ValueError(\n", "    return load(path)\n"])
def test_a_file_without_folders_may_be_the_users_own_unless_its_line_is_the_statements(code):
    known(make_entry(message=LONG))

    def pasted(path, line):
        return f'{HEADER}  File "{path}", line {line}, in load\n{code}ValueError: {LONG}'

    answer = match(pasted("load.py", 40))
    assert answer.outcome == "similar"
    assert "another file of that name" in answer.matches[0].reasons[0]
    assert outcome(pasted("load.py", 3)) == "exact"
    assert outcome(pasted("anvil/load.py", 40)) == "exact"


@pytest.mark.parametrize(
    "pasted",
    [
        "main.c:3:5: error: {}",
        "src/main.zig:3:5: error: {}",
        "Main.hs:3:5: error: {}",
        "lib/x.ex:5: {}",
        "x.proto:3:5: {}",
        "bad.yml:3:5: {}",
        "bad.yml:3: ValueError: {}",
        "psql:x.sql:3: ERROR: {}",
        "SQLSTATE[42000]: {}",
        "Uncaught ValueError: {}",
        "Uncaught (in promise) ValueError: {}",
        "Unhandled exception:\nValueError: {}\n#0      main (file:///a/b.dart:3:3)",
        "2026-01-02 03:04:05 ERROR src/load.cc:33: {}",
    ],
)
def test_a_line_of_a_tool_that_speaks_of_files_of_other_languages_is_not_claimed(pasted):
    known(make_entry(message=LONG))
    answer = match(pasted.format(LONG))
    assert answer.outcome == "similar"
    assert "another language's program printed it" in answer.matches[0].reasons


@pytest.mark.parametrize(
    "pasted",
    [
        "{}",
        "ValueError: {}",
        "ERROR: {}",
        "error: {}",
        "load.py:3: {}",
        "src/load.py:3:5: error: {}",
        "tests/test_load.py:3: ValueError: {}",
        "2026-01-02 03:04:05 ERROR load.py:33: {}",
        "ERROR:anvil.load:{}",
        "anvil.loading:33: {}",
        "worker[4242]: {}",
        "Uncaught exception: ValueError: {}",
    ],
)
def test_lines_as_python_and_its_tools_print_them_are_claimed_by_their_text(pasted):
    known(make_entry(message=LONG))
    assert outcome(pasted.format(LONG)) == "exact"


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


def test_a_value_that_no_format_makes_of_its_expression_leaves_a_text_unclaimed():
    known(make_entry(message="'{option}' is an invalid keyword argument for {cls_.__name__}", exc_type="TypeError"))
    said = "TypeError: 'anvil' is an invalid keyword argument for {}"
    assert outcome(said.format("Forge")) == "exact"
    assert outcome(said.format("this function")) == "similar"


def test_an_unlikely_value_leaves_a_text_unclaimed_of_which_signs_are_missing():
    known(make_entry(message="{value!r} is not a valid {self.name} for this archive."))
    assert outcome("ValueError: 'x' is not a valid reader for this archive") == "exact"
    assert outcome("ValueError: x is not a valid reader for this archive.") == "exact"
    assert outcome("ValueError: x is not a valid reader for this archive") == "similar"


@pytest.mark.parametrize("code", ["    raise ValueError(\n", ""])
def test_the_words_of_another_function_are_not_claimed_where_the_frames_own_says_nearly_the_same(code):
    own = make_entry(message="the thing that was given must be an archive or a folder")
    known(
        own, make_entry(message="the thing that was given must be an archive.", site={"qualname": "save", "line": 90})
    )
    last = "ValueError: the thing that was given must be an archive."
    pasted = traceback((INSIDE, 40, "load"), last=last).replace("    raise ValueError(\n", code)
    assert outcome(pasted) == "similar"
    assert outcome(pasted.replace("in load", "in save")) == "exact"
    assert outcome(pasted.replace("in load", "in other")) == "exact"


def test_a_longer_sentence_is_not_claimed_for_the_words_in_its_midst():
    known(make_entry(message="sample larger than population"))
    assert outcome("ValueError: Sample larger than population or is negative") == "similar"
    assert outcome("ValueError: sample larger than population. Try another.") == "exact"


def test_a_clause_is_not_claimed_for_a_longer_sentence_unless_its_class_tells_or_it_was_cut():
    said = "the left end of the interval must be before the right end; offending: {those}"
    known(make_entry(message=said), make_entry(message=said.replace("interval", "range"), exc_type="RangeError"))
    assert outcome("ValueError: the left end of the interval must be before the right end") == "similar"
    assert outcome("ValueError: the left end of the interval must be before the right end...") == "exact"
    assert outcome("RangeError: the left end of the range must be before the right end") == "exact"
