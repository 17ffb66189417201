"""A message laid against a template: how they agree, and what fills the Holes."""

import pytest

from kb.matching.alignment import align
from kb.matching.message import Message
from kb.text import pattern
from tests.factories import pieces_of

TEMPLATE = "Unknown kind '{kind}' for file {path}, expected json"
MESSAGE = "Unknown kind 'zz' for file x.json, expected json"


def laid(message, template=TEMPLATE):
    return align(Message(message), pattern(pieces_of(template)))


def values(message, template=TEMPLATE):
    prepared = Message(message)
    found = align(prepared, pattern(pieces_of(template)))
    return [prepared.key[start:end] for start, end in found.holes]


def test_a_whole_message_gives_every_value():
    assert laid(MESSAGE).how == "whole"
    assert values(MESSAGE) == ["zz", "x.json"]


def test_values_that_only_a_space_parts_end_at_the_space():
    assert values("2 faults of Model\nx is not a number", "{count} faults of {name}\n{faults}") == [
        "2",
        "model",
        "xisnotanumber",
    ]


@pytest.mark.parametrize(
    "message",
    [
        "Unknown kind 'zz'\n    for file x.json, expe\ncted json",
        "unknown KIND ‘zz’ for file x.json, expected json",
        'Unknown kind "zz" for  file x.json, expected json ',
    ],
)
def test_wraps_case_and_quotes_do_not_matter(message):
    assert laid(message).how == "whole"
    assert values(message) == ["zz", "x.json"]


def test_punctuation_that_markdown_ate_is_forgiven():
    assert laid("Unknown kind zz for file x.json expected json").how == "loose"
    assert values("Unknown kind zz for file x.json expected json") == ["zz", "x.json"]


def test_quotes_around_a_sign_may_be_eaten_but_another_sign_is_not_forgiven():
    assert laid("Stray sign : in x", "Stray sign ':' in {name}").how == "loose"
    assert laid("Stray sign ';' in x", "Stray sign ':' in {name}").how == "partly"
    assert laid("the sign may be '<' '=' or '>' in x", "the sign may be '<' or '>' in {name}").how != "loose"
    assert laid("the sign may be '<' in x", "the sign may be '<' or '>' in {name}").how != "loose"


def test_text_around_a_template_is_left_outside():
    found = laid(f"worker 3: {MESSAGE}\nsee the log")
    assert found.how == "inside"
    assert values(f"worker 3: {MESSAGE}\nsee the log") == ["zz", "x.json"]


@pytest.mark.parametrize("cut", [MESSAGE[:40], MESSAGE[:33], MESSAGE[:22], MESSAGE[12:], MESSAGE[19:]])
def test_a_message_cut_at_either_end_fits_as_far_as_it_goes(cut):
    found = laid(cut)
    assert found.how == "cut"
    assert found.found < 1


def test_a_damaged_word_leaves_an_agreement_in_parts():
    template = "the loader cannot read this file because its kind is not known to any plugin"
    found = laid(template.replace("loader", "[REDACTED]").replace("any", "xx"), template)
    assert found.how in ("partly", "cut")
    assert 0.5 < found.found < 1


@pytest.mark.parametrize("message", ["nothing of the sort", "", "expected", "x" * 500])
def test_what_has_too_little_in_common_does_not_align(message):
    found = laid(message)
    assert found is None or found.score < 0.25


def test_literals_out_of_order_are_not_a_whole():
    assert laid("b then a", "a{x}b") is None or laid("b then a", "a{x}b").how != "whole"


def test_a_more_specific_template_scores_higher():
    message = "cannot read x.json with reader zip"
    general = laid(message, "cannot read {what}")
    special = laid(message, "cannot read {path} with reader {name}")
    assert general.how == special.how == "whole"
    assert special.score > general.score


def test_holes_alone_fit_anything_but_explain_nothing():
    found = laid("anything at all", "{error}")
    assert (found.how, found.explained) == ("whole", 0.0)
    assert found.score < laid("anything at all", "anything {x}").score


def test_punctuation_between_holes_must_be_there():
    assert laid("a: b", "{x}: {y}").how == "whole"
    assert laid("a b", "{x}: {y}") is None


def test_an_empty_value_is_a_value():
    assert values("kind '' is bad", "kind '{kind}' is bad") == [""]


def test_the_first_place_wins_and_the_last_literal_is_anchored():
    assert values("a in b in c", "{x} in {y}") == ["a", "binc"]


@pytest.mark.parametrize("literal", ["a", "ab" * 50, "(" * 200, "a.*" * 100])
def test_hostile_repetitions_take_linear_time(literal):
    template = "{x}".join([literal] * 60)
    message = Message(literal * 3000)
    assert align(message, pattern(pieces_of(template.replace("{x}", "\0").replace("\0", "{x}")))) is not None


def test_very_many_signs_between_a_templates_words_take_linear_time():
    laid("a number of" + "!?" * 15_000 + " words like these", "a number of words like these")


def test_holes_alone_explain_nothing_of_an_empty_message():
    assert laid("", "{error}").explained == 0.0


def test_signs_count_little_beside_letters():
    quoted, unquoted = laid("no option 'x'", "no option '{name}'"), laid("no option 'x'", "no option {name}")
    assert 0 < quoted.score - unquoted.score < 0.04


def test_a_sign_that_ends_a_hole_holds_where_signs_are_overlooked():
    assert laid("no reader named f. in line 1", "'no reader' named {name}.").how != "loose"
    assert laid("no reader named f", "'no reader' named {name}.").how == "loose"


@pytest.mark.parametrize(
    ("message", "template"),
    [
        ("need n <= size, but n is 3", "need n < size, but n is {n}!"),
        ("need n < size, but n is 3", "need n <= size, but n is {n}!"),
        ("need n == size, but n is 3", "need n != size, but n is {n}!"),
        ("the left end must be <= right", "the left end must be right!"),
        ("n must be in 1 for a", "n must be >= {least}, for {name}"),
    ],
)
def test_other_comparisons_are_no_overlooked_signs(message, template):
    found = laid(message, template)
    assert found is None or found.how != "loose"


@pytest.mark.parametrize(("sign", "fits"), [("<", "whole"), ("<=", "cut")])
def test_a_value_does_not_begin_in_the_midst_of_a_comparison(sign, fits):
    assert laid(f"expected x {sign} 4 in the box", "expected x < {x} in the box").how == fits


@pytest.mark.parametrize(
    ("message", "has_others"),
    [
        ("size must not be smaller than 5 for this box", True),
        ("size should never be larger than 5 for this box", True),
        ("size must not be larger than 5 for this kind of box", False),
        ("sizes must not be largr than 5 for the box", False),
        ("size must not larger than 5 for this box", False),
    ],
)
def test_where_only_words_agree_others_in_their_place_are_told(message, has_others):
    found = laid(message, "size must not be larger than {limit} for this box")
    assert (found.how, found.may_be_other) == ("partly", has_others)


@pytest.mark.parametrize(
    ("message", "template"),
    [
        ("need n <= size but n is 3", "need n <= size, but n is {n}!"),
        ("the kind is <class 'int'> of x", "the kind is {kind} of {name}!"),
        ("no tag br was found here", "no tag <{tag}> was found here"),
        ("a -> b cannot be read", "a b cannot be read!"),
    ],
)
def test_the_same_comparisons_or_none_are(message, template):
    assert laid(message, template).how == "loose"


def test_a_value_does_not_begin_before_the_sign_that_leads_to_it():
    template = "these fields are not in this model: {names}."
    assert laid("these fields are not in this model or are others: a, b", template).how != "loose"
    assert laid("these fields are not in this model a, b", template).how == "loose"
    assert laid("these fields are not in this model: a:b", template).how == "loose"


@pytest.mark.parametrize(
    "message", ["The reader is too large or is broken", "the reader is too large x", "now the reader is too large"]
)
def test_a_sentence_that_goes_on_around_a_template_may_be_anothers(message):
    found = laid(message, "the reader is too large")
    assert (found.how, found.may_be_other) == ("inside", True)


@pytest.mark.parametrize(
    "message",
    ["worker 3: the reader is too large", "the reader is too large. Try x", "the reader is too large\nsee below"],
)
def test_what_signs_and_lines_part_from_a_template_may_not(message):
    found = laid(message, "the reader is too large")
    assert (found.how, found.may_be_other) == ("inside", False)


@pytest.mark.parametrize("end", ["; it is {size}", ", not {size}", ": it is {size}", " (as it is {size})"])
def test_a_message_that_ends_with_a_clause_of_the_template_may_be_all_of_anothers(end):
    template = f"the reader must be small{end}"
    assert laid("the reader must be small", template).may_be_other
    assert not laid("the reader must be sm", template).may_be_other
