"""Texts made comparable: what must be one, and what must stay two."""

import pytest

from kb import text


@pytest.mark.parametrize(
    "one, other",
    [
        ("Unknown  kind\n 'zz'", "Unknown kind ‘zz’"),
        ("caf\u00e9", "cafe\u0301"),
        ("no key `a`", 'no key "a"'),
        ("wra\n    pped", "wrapped"),
        ("x\x00y\x1b", "xy"),
        ("cut…", "cut..."),
        ("ﬁle", "file"),
    ],
)
def test_keys_agree_where_only_print_differs(one, other):
    assert text.key(one) == text.key(other)


@pytest.mark.parametrize("one, other", [("a-b", "a_b"), ("x1", "x2"), ("a, b", "a b"), ("Key", "key")])
def test_keys_differ_where_words_or_marks_differ(one, other):
    assert text.key(one) != text.key(other)


@pytest.mark.parametrize(
    ("whole", "short"),
    [
        ("no key", "no key"),
        (" no\n key ", "no key"),
        ("no key given here", "no key…"),
        ("nokeygivenhere", "nokeygive…"),
        ("no keygivenhere", "no keygiv…"),
        ("no" + " " * 100 + "key", "no…"),
        ("", ""),
    ],
)
def test_text_is_shortened_behind_a_word_where_it_can_be(whole, short):
    assert text.shortened(whole, 10) == short


def test_template_is_shown_with_the_expressions_of_its_holes():
    assert text.shown(["no ", {"hole": "name!r"}, {"hole": "x"}, "!"]) == "no {name!r}{x}!"


def test_key_offsets_lead_back_into_the_text():
    pasted = " Ünkn\nown … 'ﬁ'"
    assert len(text.key_offsets(pasted)) == len(text.key(pasted))
    assert [pasted[at] for at in text.key_offsets(pasted)] == list("Ünknown………'ﬁﬁ'")


def test_normalise_leaves_one_line_with_straight_quotes():
    assert text.normalise("  a\tb\r\n“c”\x07 ‚d‘ ") == "a b \"c\" 'd'"


def test_normalise_keeps_case_and_accents():
    assert text.normalise("Éa B") == "Éa B"


def test_words_keep_names_whole_and_lose_their_outer_underscores():
    assert text.words("Can't use `__init__` of input_ids.") == ["can", "t", "use", "init", "of", "input_ids"]


def test_scripts_without_spaces_give_a_word_a_character():
    assert text.words("参数 kind 无效") == ["参", "数", "kind", "无", "效"]


def test_search_words_add_the_parts_of_names():
    assert text.search_words("maxLength HTTPServerError") == [
        "maxlength", "max", "length", "httpservererror", "http", "server", "error",
    ]  # fmt: skip


def test_words_that_a_value_may_be_glued_to_are_not_fixed():
    pieces = ["item", {"hole": "n"}, "s not found in ", {"hole": "name"}, "'s list"]
    assert text.fixed_runs(pieces) == [["not", "found", "in"], ["s", "list"]]
    assert text.fixed_words(pieces) == 5


def test_a_template_of_holes_has_no_fixed_word():
    assert text.fixed_words([{"hole": "a"}, ": ", {"hole": "b"}]) == 0


def test_pattern_forgets_what_holes_are_called():
    assert text.pattern(["A ", {"hole": "x"}, {"hole": "y"}, " b"]) == "A \x01 b"
    assert text.pattern(["A ", {"hole": "z"}, " b"]) == "A \x01 b"


def test_no_text_can_pretend_to_be_a_hole():
    assert text.pattern(["a\x01b"]) == "ab"


def test_pattern_literals_are_keys_with_empty_ends_at_outer_holes():
    assert text.pattern_literals(text.pattern([{"hole": "x"}, " Must  be ", {"hole": "y"}, "."])) == ["", "Mustbe", "."]
