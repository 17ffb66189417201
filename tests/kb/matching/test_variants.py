"""Which texts a printed message may stand for."""

import pytest

from kb.matching.variants import MOST_VARIANTS, variants
from kb.paste import PastedError


def texts(message, **kwargs):
    error = PastedError("KeyError", "", message, (), (0, len(message)), **kwargs)
    return [variant.text for variant in variants(error)]


def test_a_plain_message_stands_for_itself_alone():
    assert texts("no such kind") == ["no such kind"]


@pytest.mark.parametrize(
    "printed, said",
    [
        ("'no such kind'", "no such kind"),
        ('"it\'s gone"', "it's gone"),
        (r"'two\nlines'", "two\nlines"),
        ("u'no such kind'", "no such kind"),
        ("('no such kind', 3)", "no such kind"),
        ("['no such kind']", "no such kind"),
        ("{'name': ['no such kind']}", "no such kind"),
        ("[Detail(string='no such kind', code='bad')]", "no such kind"),
    ],
)
def test_reprs_are_undone(printed, said):
    assert said in texts(printed)


@pytest.mark.parametrize(
    "message, exc_type, said",
    [
        ("Task failed: ValueError: no such kind", "ValueError", "no such kind"),
        ("failed with anvil.errors.KindError: no such kind", "KindError", "no such kind"),
        ("raised unexpected: ValueError('no such kind')", "ValueError", "no such kind"),
    ],
)
def test_an_error_quoted_by_a_wrapper_is_read_too(message, exc_type, said):
    error = PastedError("RuntimeError", "", message, (), (0, len(message)))
    assert (exc_type, said) in [(variant.exc_type, variant.text) for variant in variants(error)]


def test_a_word_before_a_colon_that_may_be_no_type_is_given_back():
    error = PastedError("Options", "", "a, b", (), (0, 10), is_type_sure=False)
    assert ("", "Options: a, b") in [(variant.exc_type, variant.text) for variant in variants(error)]


def test_the_mark_of_a_cut_is_not_part_of_the_message():
    assert texts("no such kind for …", is_truncated=True)[0] == "no such kind for"


def test_dots_that_belong_to_the_message_stay():
    assert texts("still waiting...")[0] == "still waiting..."


def test_text_after_a_blank_line_may_belong_to_the_message():
    assert "first\n\nsecond" in texts("first", tail="second")


def test_variants_are_few_however_much_is_quoted():
    assert len(texts(str([f"item number {n}" for n in range(500)]))) <= MOST_VARIANTS


def test_a_huge_message_is_read_at_both_ends():
    text = texts("start " + "x" * 200_000 + " end")[0]
    assert len(text) <= 30_000
    assert text.startswith("start")
    assert text.endswith("end")


@pytest.mark.parametrize(
    "remark",
    [
        " (Background on this error at: https://docs.example/e/f405)",
        "\n(see https://docs.example/e for help)",
        "\nFor more information visit https://docs.example/2/e",
        "\n    https://docs.example/2/e\n",
    ],
)
def test_where_to_read_more_may_be_put_behind_any_message(remark):
    assert "no such kind" in texts(f"no such kind{remark}")


@pytest.mark.parametrize(
    "message",
    [
        "no such kind (of any)",
        "no such kind at https://docs.example/e",
        "no such kind (see https://docs.example/e) given",
        "https://docs.example/e",
    ],
)
def test_other_words_in_brackets_and_addresses_are_the_messages_own(message):
    assert texts(message) == [message]


@pytest.mark.parametrize("added", [". Did you mean: 'at'?", ". Did you forget to import 'at'?"])
def test_what_pythons_print_adds_is_no_part_of_what_was_said(added):
    assert "no such kind" in texts(f"no such kind{added}")
    assert "no such kind" not in texts(f"no such kind, 'at'? Or x{added[:-1]}")
