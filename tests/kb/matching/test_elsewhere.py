"""Frames that show that another statement raised the error."""

import pytest

from kb.matching import match
from tests.factories import make_entry
from tests.kb.matching.pasted import ELSEWHERE, HEADER, INSIDE, LONG, outcome
from tests.kb.matching.test_match import ids, known, traceback

pytestmark = pytest.mark.django_db


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


def test_a_file_that_the_frame_names_whole_is_no_other_of_the_project_that_ends_alike():
    near, _ = known(
        make_entry(message="the forge failed: {error}", site={"path": "src/anvil/core/forge/heat.py"}),
        make_entry(message="the forge failed: {error}", site={"path": "src/anvil/shop/tools/forge/heat.py"}),
    )
    frame = '  File "/srv/checkout/src/anvil/core/forge/heat.py", line 70, in load\n    raise ValueError(f"the forge'
    answer = match(f'{HEADER}{frame} failed: {{error}}")\nValueError: the forge failed: no coal')
    assert (answer.outcome, ids(answer)[0]) == ("exact", near.id)
