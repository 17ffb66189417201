from kb.pages.pasted import EDGE, MOST_CHARACTERS, segments
from kb.paste import PartSpan, PastedError, read


def error(*spans: tuple[str, int, int]) -> PastedError:
    parts = tuple(PartSpan(part, start, end) for part, start, end in spans)
    return PastedError(exc_type="", exc_module="", message="", frames=(), span=(0, 0), spans=parts)


def shown(text: str, *errors: PastedError) -> list[tuple[str, str]]:
    return [(segment.text, segment.part) for segment in segments(text, errors)]


def test_parts_that_were_read_are_told_from_the_rest():
    assert shown("a KeyError: b c", error(("type", 2, 10), ("message", 12, 13))) == [
        ("a ", ""),
        ("KeyError", "type"),
        (": ", ""),
        ("b", "message"),
        (" c", ""),
    ]


def test_segments_make_up_the_paste():
    text = 'x\nTraceback (most recent call last):\n  File "a.py", line 1, in f\n    g()\nKeyError: 1\ny'

    assert "".join(segment.text for segment in segments(text, read(text).errors)) == text


def test_parts_of_two_errors_that_overlap_show_once():
    text = "abcdef"

    assert "".join(part for part, _ in shown(text, error(("type", 0, 4)), error(("message", 2, 6)))) == text


def test_long_stretch_without_anything_read_is_cut_and_counted():
    found = segments("x" * 10_000 + "KeyError", [error(("type", 10_000, 10_008))])

    assert [segment.left_out for segment in found] == [0, 10_000 - 2 * EDGE, 0, 0]


def test_not_more_is_shown_than_a_page_bears():
    spans = [("frame", at, at + 1) for at in range(0, 900_000, 2)]

    assert sum(len(segment.text) for segment in segments("ab" * 450_000, [error(*spans)])) <= MOST_CHARACTERS + EDGE


def test_blank_paste_shows_nothing():
    assert segments("", []) == []
