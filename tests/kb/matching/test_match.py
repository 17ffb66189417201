"""Pastes against a small knowledge base: the entry, the values, and what is said when it is not certain."""

import pytest

from kb.matching import match
from kb.search.indexing import index_pin
from tests.factories import make_entry, make_pin, make_project, make_site

pytestmark = pytest.mark.django_db


def known(*entries):
    for pin_id in dict.fromkeys(entry.first_pin_id for entry in entries):
        index_pin(pin_id)
    return entries[0] if len(entries) == 1 else entries


def traceback(*frames, last="ValueError: no path given"):
    lines = ["Traceback (most recent call last):"]
    for path, line, function in frames:
        lines += [f'  File "{path}", line {line}, in {function}', "    raise ValueError("]
    return "\n".join([*lines, last])


def ids(answer):
    return [found.id for found in answer.matches]


def test_a_line_lands_on_its_entry_with_the_values_filled_in():
    entry = known(make_entry(message="Unknown kind '{kind}' for {path!r} given"))
    answer = match("ValueError: Unknown kind 'Z z' for 'x.json' given")
    assert answer.outcome == "exact"
    assert ids(answer) == [entry.id]
    assert answer.matches[0].values == {"kind": "Z z", "path!r": "'x.json'"}
    assert (answer.matches[0].path, answer.matches[0].line) == ("src/anvil/load.py", 3)


def test_values_keep_their_line_breaks():
    known(make_entry(message="the frame {frame} is not sorted by key"))
    answer = match("ValueError: the frame a  b\n1  2 is not sorted by key")
    assert answer.matches[0].values == {"frame": "a  b\n1  2"}


def test_the_same_text_at_several_statements_is_ambiguous_and_says_what_decides():
    one, other = known(make_entry(site={"qualname": "load"}), make_entry(site={"qualname": "save"}))
    answer = match("ValueError: no path given")
    assert answer.outcome == "ambiguous"
    assert set(ids(answer)) == {one.id, other.id}
    assert "frame" in answer.decides


def test_the_frame_decides_between_statements_of_the_same_text():
    _, other = known(make_entry(site={"qualname": "load"}), make_entry(site={"qualname": "save"}))
    answer = match(traceback(("/env/lib/python3.12/site-packages/anvil/load.py", 99, "save")))
    assert answer.outcome == "exact"
    assert ids(answer)[0] == other.id


def test_the_line_decides_within_one_function():
    one = make_entry(site={"line": 3})
    other = make_entry(site={"line": 9})
    known(one, other)
    answer = match(traceback(("/env/site-packages/anvil/load.py", 9, "load")))
    assert ids(answer)[0] == other.id
    assert answer.outcome == "exact"


def test_a_line_of_another_release_leaves_one_function_ambiguous():
    known(make_entry(site={"line": 3}), make_entry(site={"line": 9}))
    answer = match(traceback(("/env/site-packages/anvil/load.py", 57, "load")))
    assert answer.outcome == "ambiguous"
    assert "line" in answer.decides


def test_a_line_number_does_not_beat_the_function():
    entry, _ = known(
        make_entry(site={"line": 30, "qualname": "load"}), make_entry(site={"line": 9, "qualname": "save"})
    )
    answer = match(traceback(("/env/site-packages/anvil/load.py", 9, "load")))
    assert ids(answer)[0] == entry.id


def test_a_statement_without_fixed_words_is_found_by_its_frame_alone():
    entry = known(make_entry(message="{key!r}", exc_type="KeyError"))
    answer = match(traceback(("/env/site-packages/anvil/load.py", 3, "load"), last="KeyError: 'colour'"))
    assert answer.outcome == "exact"
    assert ids(answer) == [entry.id]


def test_a_statement_without_fixed_words_is_not_claimed_without_its_frame():
    known(make_entry(message="{key!r}", exc_type="KeyError"))
    assert match("KeyError: 'colour'").outcome == "unmatched"


def test_a_subclass_or_renamed_type_still_matches():
    entry = known(make_entry(exc_type="PathError", site={"facts": {"bases": ["builtins.ValueError"]}}))
    assert ids(match("ValueError: no path given")) == [entry.id]


def test_the_type_tells_statements_of_the_same_text_apart():
    _, other = known(make_entry(), make_entry(exc_type="LoadError", exc_qualified="anvil.errors.LoadError"))
    answer = match("anvil.errors.LoadError: no path given")
    assert ids(answer)[0] == other.id
    assert answer.outcome == "exact"


def test_the_project_that_is_asked_for_comes_first_and_others_stay():
    here = make_entry(make_pin(make_project("acme/anvil")))
    there = make_entry(make_pin(make_project("acme/hammer")))
    known(here, there)
    answer = match("ValueError: no path given", project="acme/hammer")
    assert ids(answer) == [there.id, here.id]
    assert match("ValueError: no path given", project="hammer").matches[0].id == there.id


def test_a_wrapper_that_quotes_the_cause_leads_to_the_cause_too():
    cause, wrapper = known(
        make_entry(message="Unknown kind '{kind}' for {path} given"),
        make_entry(message="task {name} failed: {error}", exc_type="TaskError"),
    )
    answer = match("TaskError: task load failed: ValueError: Unknown kind 'z' for x.json given")
    assert set(ids(answer)) == {cause.id, wrapper.id}


@pytest.mark.parametrize("module", ["anvil.", "errors.", ""])
def test_what_a_message_contains_comes_behind_what_wraps_it_whatever_module_is_printed(module):
    own = {"exc_type": "ForgeError", "exc_qualified": "anvil.forge.ForgeError"}
    inner, wrapper = known(
        make_entry(message="the operation is not supported on this platform", **own),
        make_entry(message="while starting: {thing}", site={"line": 9}, **own),
    )
    answer = match(f"{module}ForgeError: while starting: the operation is not supported on this platform")
    assert ids(answer)[:2] == [wrapper.id, inner.id]


def test_the_root_cause_of_a_chain_leads():
    cause, wrapper = known(
        make_entry(message="Unknown kind {kind} given"),
        make_entry(message="could not start the worker", exc_type="RuntimeError"),
    )
    pasted = "\n\n".join(
        [
            traceback(("/a/anvil/load.py", 3, "load"), last="ValueError: Unknown kind z given"),
            "The above exception was the direct cause of the following exception:",
            traceback(("/a/anvil/run.py", 3, "run"), last="RuntimeError: could not start the worker"),
        ]
    )
    answer = match(pasted)
    assert ids(answer)[0] == cause.id
    assert wrapper.id in ids(answer)
    assert {found.error_index for found in answer.matches} == {0, 1}


def test_an_entry_that_is_gone_is_found_and_said_to_be_gone():
    entry = make_entry()
    entry.removed_in = make_pin(sha="2e" * 20, project=entry.project)
    entry.save()
    known(entry)
    answer = match("ValueError: no path given")
    assert ids(answer) == [entry.id]
    assert not answer.matches[0].is_current
    assert any("no longer" in reason for reason in answer.matches[0].reasons)


def test_a_paste_from_before_a_move_is_found_by_its_old_place():
    entry = known(make_entry(message="{key!r}", exc_type="KeyError"))
    newer = make_pin(sha="2e" * 20, project=entry.project)
    entry.site = make_site(entry, pin=newer, path="src/anvil/reader.py", carried="moved")
    entry.save()
    index_pin(newer.pk)
    answer = match(traceback(("/env/site-packages/anvil/load.py", 3, "load"), last="KeyError: 'colour'"))
    assert ids(answer) == [entry.id]
    assert answer.matches[0].path == "src/anvil/reader.py"


def test_a_misspelt_half_of_a_message_is_similar_at_best():
    entry = known(make_entry(message="the loader cannot read this kind of archive without a password"))
    answer = match("the loadr cannot raed this kind of archve")
    assert answer.outcome in ("similar", "unmatched")
    assert ids(answer) in ([entry.id], [])


@pytest.mark.parametrize(
    "pasted", ["", "   ", "hello world", "Traceback (most recent call last):", "\x00\x01", "{" * 500]
)
def test_what_is_no_known_error_is_unmatched(pasted):
    known(make_entry())
    answer = match(pasted)
    assert (answer.outcome, answer.matches) == ("unmatched", ())


def test_an_unrelated_error_is_not_claimed():
    known(make_entry(message="Unknown kind {kind} given"))
    assert match("OSError: [Errno 28] No space left on device").outcome == "unmatched"


def test_a_match_takes_a_bounded_number_of_queries(django_assert_max_num_queries):
    pin = make_pin()
    known(*[make_entry(pin, message=f"no path given by caller {{who}} number {n}") for n in range(30)])
    log = "\n".join(traceback(("/a/anvil/load.py", n, "load"), last=f"ValueError: no path {n}") for n in range(40))
    with django_assert_max_num_queries(8):
        match(log)


def test_the_limit_holds():
    pin = make_pin()
    known(*[make_entry(pin, site={"qualname": f"f{n}"}) for n in range(12)])
    assert len(match("ValueError: no path given", limit=5).matches) == 5


REWORDED = "may have been reworded"


def test_beside_an_entry_that_fits_whole_no_other_is_said_to_be_reworded():
    known(make_entry(message="no path given"), make_entry(message="archive {name} is damaged", site={"line": 9}))
    answer = match(traceback(("/env/site-packages/anvil/load.py", 3, "load")))
    assert answer.outcome == "exact"
    runner_up = answer.matches[1]
    assert "its wording does not fit" in runner_up.reasons
    assert not any(REWORDED in reason for found in answer.matches for reason in found.reasons)


def test_where_no_wording_fits_the_entry_of_the_frame_may_have_been_reworded():
    known(make_entry(message="archive {name} is damaged"))
    answer = match(traceback(("/env/site-packages/anvil/load.py", 3, "load")))
    assert any(REWORDED in reason for reason in answer.matches[0].reasons)


def test_of_equal_statements_the_one_nearest_to_the_top_of_its_package_leads():
    deep, shallow = known(
        make_entry(site={"path": "src/anvil/a/b/load.py"}), make_entry(site={"path": "src/anvil/z.py"})
    )
    assert ids(match("ValueError: no path given")) == [shallow.id, deep.id]


def test_errors_that_matter_as_much_keep_the_order_of_the_paste():
    one, other, third = known(
        make_entry(message="the first archive is locked"),
        make_entry(message="the second archive is torn", site={"line": 9}),
        make_entry(message="the third archive is empty", site={"line": 12}),
    )
    lines = ["the second archive is torn", "the first archive is locked", "the third archive is empty"]
    answer = match("\n\n".join(f"ValueError: {line}" for line in lines))
    assert [found.error_index for found in answer.matches] == [0, 1, 2]
    assert ids(answer) == [other.id, one.id, third.id]


def test_a_text_that_is_handed_on_is_found_and_what_it_is_handed_to_is_told():
    entry = known(
        make_entry(
            kind="handed",
            exc_type="",
            exc_qualified="",
            message="There is no context here.\n\nOpen one with app.context().",
            site={"facts": {"via": "pool.local.Proxy(unbound_message=…)"}, "qualname": "<module>"},
        )
    )
    for pasted in ("There is no context here.", "There is no context here.\n\nOpen one with app.context()."):
        answer = match(f"RuntimeError: {pasted}")
        assert (answer.outcome, ids(answer)) == ("exact", [entry.id])
        assert "hands it to pool.local.Proxy(unbound_message=…), which may raise it" in answer.matches[0].reasons


def test_a_frame_in_what_a_text_is_handed_to_speaks_for_it_and_one_elsewhere_against_it():
    text = "There is no context here that has been opened for it"
    facts = {"facts": {"via": "pool.local.Proxy(unbound_message=…)"}, "qualname": "<module>"}
    one, other = known(
        make_entry(kind="handed", exc_type="", exc_qualified="", message=text, site=facts | {"line": 3}),
        make_entry(kind="handed", exc_type="", exc_qualified="", message=text, site=facts | {"line": 9}),
    )
    frame = ("/env/lib/python3.12/site-packages/pool/local.py", 519, "get")
    answer = match(traceback(("/home/me/shop.py", 5, "<module>"), frame, last=f"RuntimeError: {text}"))
    assert (answer.outcome, ids(answer)) == ("ambiguous", [one.id, other.id])
    assert "hands the text to something else" in answer.decides
    frame = ("/env/lib/python3.12/site-packages/hammer/local.py", 519, "get")
    assert match(traceback(frame, last=f"RuntimeError: {text}")).outcome == "similar"


def test_a_statement_that_raises_a_text_itself_comes_before_one_that_hands_it_on():
    _, raising = known(
        make_entry(kind="handed", exc_type="", exc_qualified="", message="there is no context here"),
        make_entry(message="there is no context here", site={"line": 9}),
    )
    answer = match("ValueError: there is no context here")
    assert (answer.outcome, ids(answer)[0]) == ("exact", raising.id)
