"""Messages become storable texts: bounded, without what PostgreSQL refuses, and visibly so."""

from ingest.extract.sites import ExtractedSite, Hole, Message
from ingest.wording import HOLE_LIMIT, TEXT_LIMIT, storable, wording, wordings


def message(*pieces):
    return Message(pieces)


def test_holes_are_written_in_braces_and_kept_apart_from_literals():
    made = wording(message("no ", Hole("kind!r"), " in {braces}"))
    assert made.text == "no {kind!r} in {braces}"
    assert made.pieces == ("no ", {"hole": "kind!r"}, " in {braces}")


def test_fixed_words_are_counted_without_holes():
    assert wording(message("could not open ", Hole("path"))).words == 3


def test_nul_is_written_visibly():
    assert wording(message("a\0b", Hole("c\0"))).text == "a␀b{c␀}"


def test_lone_surrogates_are_written_visibly():
    assert storable("a\udc80b", 10) == "a�b"


def test_other_scripts_and_emoji_are_left_alone():
    assert storable("Größe 数 🦆", 20) == "Größe 数 🦆"


def test_a_huge_literal_is_cut_visibly():
    made = wording(message("x" * 1_000_000))
    assert len(made.text) == TEXT_LIMIT
    assert made.text.endswith("…")


def test_a_huge_expression_is_cut_visibly():
    made = wording(message(Hole("f(" * 1_000_000)))
    assert len(made.text) == HOLE_LIMIT + 2
    assert made.text.endswith("…}")


def test_many_pieces_stay_within_bounds():
    made = wording(message(*[Hole("x" * 400)] * 100_000))
    assert len(made.text) <= TEXT_LIMIT + 2


def test_a_text_at_the_limit_is_not_cut():
    assert wording(message("x" * TEXT_LIMIT)).text == "x" * TEXT_LIMIT


def test_each_text_of_a_site_counts_once_and_keeps_its_order():
    site = ExtractedSite("error", "conditional", 1, 1, 0, "f", "E", (message("b"), message("a"), message("b")))
    assert [made.text for made in wordings(site)] == ["b", "a"]


def test_an_empty_message_is_no_wording():
    site = ExtractedSite("error", "constant", 1, 1, 0, "f", "E", (message(""), message()))
    assert wordings(site) == ()


def test_equal_texts_have_equal_digests():
    assert wording(message("a ", Hole("b"))).digest == wording(message("a ", Hole("b"))).digest
    assert wording(message("a")).digest != wording(message("b")).digest
