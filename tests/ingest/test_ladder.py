"""Which entry a site is at the next pin; as often, that it is none of those known."""

from dataclasses import replace

import pytest

from ingest.identity import Site, keys
from ingest.ladder import Known, carry

SLUG = "acme/anvil"


def site(text="could not open {path}", path="anvil/load.py", qualname="load", exc="ValueError", **kwargs):
    kwargs.setdefault("words", len([word for word in text.split() if "{" not in word]))
    return Site(path, qualname, exc, text, **kwargs)


def carried(before, after, *, removed=(), aliases=None):
    """[(index of the entry before, how)] for each site after; None = new. `removed` come after those that stand."""
    known = [Known(str(i), old, stands=i < len(before)) for i, old in enumerate([*before, *removed])]
    names = {key: str(i) for i, old in enumerate([*before, *removed]) for key in keys(SLUG, [old])}
    ties = carry(known, after, keys(SLUG, after), names | (aliases or {}))
    assert len({tie.entry for tie in ties.values()}) == len(ties), "one to one"
    return [(int(ties[i].entry), ties[i].carried) if i in ties else None for i in range(len(after))]


def test_the_same_statement_further_down_is_the_same():
    assert carried([site(line=3)], [site(line=300)]) == [(0, "same")]


def test_a_formatter_that_wraps_the_text_changes_nothing():
    assert carried([site("no such file")], [site("no such\n    file")]) == [(0, "same")]


def test_another_statement_is_new():
    assert carried([site()], [site("out of memory", qualname="grow")]) == [None]


def test_with_nothing_known_all_is_new():
    assert carried([], [site(), site("b b")]) == [None, None]


def test_nothing_found_ties_nothing():
    assert carried([site()], []) == []


def test_equal_statements_keep_their_order():
    before = [site(line=1), site(line=2)]
    assert carried(before, [site(line=5), site(line=9)]) == [(0, "same"), (1, "same")]


def test_a_statement_put_between_equal_ones_shifts_nobody():
    before = [site(line=1, guards=("a",)), site(line=2, guards=("b",))]
    after = [site(line=1, guards=("new",)), site(line=2, guards=("a",)), site(line=3, guards=("b",))]
    assert carried(before, after) == [None, (0, "same"), (1, "same")]


def test_one_of_equal_statements_that_goes_takes_no_other_with_it():
    before = [site(line=1, guards=("a",)), site(line=2, guards=("b",)), site(line=3, guards=("c",))]
    after = [site(line=1, guards=("a",)), site(line=2, guards=("c",))]
    assert carried(before, after) == [(0, "same"), (2, "same")]


def test_new_guards_do_not_make_a_new_statement():
    assert carried([site(guards=("a",))], [site(guards=("b", "c"))]) == [(0, "same")]


def test_a_function_that_went_to_another_file_takes_its_errors_along():
    assert carried([site()], [site(path="anvil/io/files.py")]) == [(0, "moved")]


def test_a_renamed_file_takes_all_along_even_what_says_nothing():
    before = [site(), site("", exc="NotImplementedError", qualname="Base.run")]
    after = [replace(old, path="anvil/loading.py") for old in before]
    assert carried(before, after) == [(0, "moved"), (1, "moved")]


def test_a_file_that_was_renamed_byte_for_byte_is_known_by_its_bytes():
    before = [site("", blob="b1"), site("", path="other.py", blob="b2")]
    after = [site("", path="x/one.py", blob="b2"), site("", path="x/two.py", blob="b1")]
    assert carried(before, after) == [(1, "moved"), (0, "moved")]


def test_a_renamed_folder_takes_along_files_that_nothing_else_tells():
    before = [site(path="src/a.py"), site("", path="src/b.py", qualname="run")]
    after = [site(path="lib/src/a.py"), site("", path="lib/src/b.py", qualname="run")]
    assert carried(before, after) == [(0, "moved"), (1, "moved")]


def test_a_common_phrase_in_a_function_of_the_same_name_is_another_error():
    before = [site("module has no attribute", qualname="__getattr__", guards=("a",))]
    after = [site("module has no attribute", qualname="__getattr__", guards=("b",), path="anvil/other.py")]
    assert carried(before, after) == [None]


def test_a_renamed_function_keeps_its_errors():
    assert carried([site()], [site(qualname="load_file")]) == [(0, "moved")]


def test_a_renamed_class_keeps_errors_that_say_nothing():
    before = [site("", exc="NotImplementedError", qualname="Old.run")]
    assert carried(before, [site("", exc="NotImplementedError", qualname="New.run")]) == [(0, "moved")]


def test_a_statement_without_words_in_another_file_is_another_one():
    before = [site("{error}", words=0, qualname="main")]
    assert carried(before, [site("{error}", words=0, qualname="main", path="tools/run.py")]) == [None]


def test_one_that_may_have_moved_to_two_places_is_tied_to_neither():
    after = [site(path="a/x.py"), site(path="b/y.py")]
    assert carried([site()], after) == [None, None]


def test_two_that_moved_are_told_apart_by_their_file_names():
    before = [site(path="a/x.py"), site(path="a/y.py")]
    after = [site(path="b/y.py"), site(path="b/x.py")]
    assert carried(before, after) == [(1, "moved"), (0, "moved")]


def test_a_copy_leaves_the_original_where_it_was():
    assert carried([site()], [site(path="copy.py"), site()]) == [None, (0, "same")]


def test_a_reworded_message_keeps_its_entry():
    after = [site("could not open the file {path}", guards=("not path",))]
    assert carried([site(guards=("not path",))], after) == [(0, "reworded")]


def test_only_the_innermost_guard_must_be_the_same():
    after = [site("could not open the file {path}", guards=("new", "not path"))]
    assert carried([site(guards=("not path",))], after) == [(0, "reworded")]


def test_under_another_guard_the_fixed_words_must_be_the_same():
    before = [site(guards=("a",))]
    assert carried(before, [site("Could not open {files[0]}.", guards=("b",))]) == [(0, "reworded")]
    assert carried(before, [site("could not open the {path}", guards=("b",))]) == [None]


def test_checks_of_one_kind_that_come_and_go_are_not_confused():
    before = [site("columns must be a list or tuple", guards=("not isinstance(columns, list)",))]
    assert carried(before, [site("indexes must be a list or tuple", guards=("not isinstance(indexes, list)",))]) == [
        None
    ]


def test_other_words_under_the_same_guard_are_another_error():
    assert carried([site(guards=("a",))], [site("unknown colour", guards=("a",))]) == [None]


def test_a_similar_message_in_another_function_is_another_error():
    assert carried([site()], [site("could not open the file {path}", qualname="save")]) == [None]


def test_the_best_of_several_rewordings_wins():
    before = [site("size must be positive", guards=("a",)), site("size must be an integer", guards=("a",))]
    after = [site("size must be an integer number", guards=("a",)), site("size must be positive!", guards=("a",))]
    assert carried(before, after) == [(1, "reworded"), (0, "reworded")]


def test_a_text_that_is_raised_as_another_type_keeps_its_entry():
    assert carried([site(guards=("a",))], [site(exc="OSError", guards=("a",))]) == [(0, "reworded")]


def test_a_text_that_is_raised_as_another_type_under_another_guard_keeps_its_entry():
    assert carried([site(guards=("a",))], [site(exc="OSError", guards=("b",))]) == [(0, "reworded")]


def test_another_type_and_other_words_are_another_error():
    after = [site("could not read {path}", exc="OSError", guards=("a",))]
    assert carried([site(guards=("a",))], after) == [None]


def test_one_word_as_another_type_is_another_error():
    assert carried([site("failed", guards=("a",))], [site("failed", exc="OSError", guards=("b",))]) == [None]


def test_a_bare_raise_that_gets_a_text_keeps_its_entry():
    before = [site("", exc="NotImplementedError", qualname="Base.run")]
    after = [site("Base.run must be overridden", exc="NotImplementedError", qualname="Base.run")]
    assert carried(before, after) == [(0, "reworded")]


def test_which_of_two_bare_raises_got_a_text_is_not_guessed():
    before = [site("", line=1), site("", line=2)]
    assert carried(before, [site("no more room left", line=1)]) == [None]


def test_a_removed_error_that_returns_is_itself():
    assert carried([], [site()], removed=[site()]) == [(0, "same")]


def test_a_removed_error_that_returns_elsewhere_has_moved():
    assert carried([], [site(path="new.py")], removed=[site()]) == [(0, "moved")]


def test_what_stands_goes_before_what_was_removed():
    after = [site(path="new.py")]
    assert carried([site(qualname="load", path="x.py")], after, removed=[site()]) == [(0, "moved")]


def test_a_key_that_was_an_entrys_earlier_leads_back_to_it():
    old_key = keys(SLUG, [site("old words here")])[0]
    before = [site("quite another text now")]
    assert carried(before, [site("old words here")], aliases={old_key: "0"}) == [(0, "reworded")]


@pytest.mark.parametrize("count", [10_000])
def test_a_file_that_is_all_raises_is_done_in_time_that_grows_with_its_length(count):
    before = [site("x y z", line=i, guards=(str(i % 7),)) for i in range(count)]
    after = [site("x y z", line=i, guards=(str(i % 5),)) for i in range(count + 5)]
    assert sum(how is None for how in carried(before, after)) == 5


def test_a_function_of_many_reworded_raises_is_done_in_time_that_grows_with_its_length():
    before = [site(f"number {i} is wrong", line=i) for i in range(5_000)]
    after = [site(f"number {i} is very wrong", line=i) for i in range(5_000)]
    assert all(how == (i, "reworded") for i, how in enumerate(carried(before, after)))
