import json

import pytest

from bench.cases import Case, Frame, Place, read
from bench.scores import Reply, figures, judge, miss, with_words

CASE = Case(
    id="anvil-1",
    exc_type="LoadError",
    exc_module="anvil.errors",
    message="no path given",
    words=3,
    frames=(Frame("src/anvil/run.py", 8, "run", "load(None)"), Frame("src/anvil/load.py", 5, "load", "")),
    accept=(Place("src/anvil/load.py", 5),),
)


def match(**kwargs):
    values = {"project": "acme/anvil", "exc_type": "LoadError", "message": "no path given", "path": "anvil/load.py"}
    return values | {"line": 4, "end_line": 6} | kwargs


def judged(*matches, outcome="exact", case=CASE):
    return judge([case], "message", lambda _text: Reply(outcome, matches, 0.25))[0]


def test_a_statement_that_spans_the_line_in_the_same_installed_file_is_right():
    found = judged(match())
    assert (found.rank, found.says_right, found.is_wrong) == (1, True, False)


@pytest.mark.parametrize("other", [{"path": "anvil/reload.py"}, {"line": 6}, {"end_line": 4}, {"line": None}])
def test_another_file_or_line_is_not_right(other):
    assert judged(match(**other)).rank is None


def test_what_says_the_same_as_a_right_one_that_is_offered_is_no_wrong_answer():
    found = judged(match(path="anvil/save.py"), match())
    assert (found.rank, found.says_right, found.is_wrong) == (2, True, False)


def test_what_says_the_same_as_a_right_one_that_is_not_offered_is_wrong():
    assert judged(match(path="anvil/save.py")).is_wrong


def test_what_differs_in_the_names_of_holes_says_the_same_words_only():
    one = match(path="anvil/save.py", message="no {self.kinds['a']} given to {x}")
    found = judged(one, match(message="no {kind} given to {f'{y}'}"), outcome="ambiguous")
    assert (found.says_right, found.says_words) == (False, True)
    assert not judged(one, match(message="no {kind} given")).says_words


def test_another_text_is_wrong_only_where_it_is_claimed_to_be_exact():
    other = match(message="no file given", path="anvil/save.py")
    assert judged(other, match()).is_wrong
    assert not judged(other, match(), outcome="similar").is_wrong


def test_no_answer_is_neither_right_nor_wrong():
    found = judged(outcome="unmatched")
    assert (found.rank, found.says_right, found.is_wrong) == (None, False, False)


def test_shares_are_of_the_cases_that_were_judged():
    found = figures([judged(match()), judged(match(line=1, end_line=1)), judged(outcome="ambiguous"), judged(match())])
    assert (found.cases, found.strict_at_1, found.wrong, found.p50) == (4, 50.0, 25.0, 250.0)
    assert found.outcomes == {"exact": 3, "ambiguous": 1}


def test_what_never_says_how_sure_it_is_has_no_share_of_wrong_answers():
    assert figures([judged(match(line=1, end_line=1), outcome="")]).wrong is None


def test_cases_of_few_words_can_be_left_out():
    few = judged(match(), case=CASE._replace(words=2))
    untold = judged(match(), case=CASE._replace(words=None))
    assert with_words([few, untold, judged(match())], 3) == [untold, judged(match())]


def test_a_traceback_shows_files_as_they_are_installed_and_the_type_with_its_module():
    lines = CASE.pasted("traceback").split("\n")
    assert lines[1].endswith('site-packages/anvil/run.py", line 8, in run')
    assert lines[-2].endswith('site-packages/anvil/load.py", line 5, in load')
    assert lines[-1] == "anvil.errors.LoadError: no path given"


def test_a_message_that_is_empty_is_not_pasted():
    assert judge([CASE._replace(message="")], "message", pytest.fail) == []


def test_a_miss_says_what_came_first_and_what_would_be_right():
    told = miss(judged(match(path="anvil/save.py"), match()))
    assert (told["rank"], told["first"]["path"]) == (2, "anvil/save.py")
    assert told["accept"] == [{"path": "src/anvil/load.py", "line": 5}]


def test_cases_are_read_and_a_broken_line_is_named(tmp_path):
    whole = {"id": "anvil-1", "exc_type": "LoadError", "exc_module": "anvil.errors", "message": "no path given"}
    whole |= {"words": 3, "frames": CASE.frames, "accept": [place._asdict() for place in CASE.accept]}
    file = tmp_path / "cases.jsonl"
    file.write_text(json.dumps(whole) + "\n\n")
    assert read(file) == [CASE]
    file.write_text(json.dumps(whole) + '\n{"id": "anvil-2"}\n')
    with pytest.raises(ValueError, match="line 2 is no case"):
        read(file)
