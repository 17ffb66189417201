"""Templates that a traceback names as if they were source."""

from tests.kb.paste.prints import innermost, only_error

IN_WORDS = "top-level template code"


RENDERED = """Traceback (most recent call last):
  File "/srv/depot/pages.py", line 9, in show
    page.render()
  File "<page>", line 3, in top-level template code
depot.StockError: Shelf 'C-12' is empty"""


def test_part_of_a_template_that_is_named_in_words_has_no_source():
    frame = only_error(RENDERED).frames[-1]
    assert (frame.path, frame.function, frame.code) == ("<page>", IN_WORDS, "")
    frame = only_error(RENDERED.replace("<page>", "/srv/depot/page.html")).frames[-1]
    assert (frame.function, frame.code) == (IN_WORDS, "")


def test_source_that_was_joined_to_its_frame_is_no_name():
    text = RENDERED.replace('"<page>", line 3, in top-level template code', '"/srv/depot/jobs.py", line 3, in run pass')
    frame = only_error(text).frames[-1]
    assert (frame.function, frame.code) == ("run", "pass")
    text = text.replace('"/srv/depot/jobs.py", line 3, in run', '"<stdin>", line 3, in <module>')
    frame = only_error(text).frames[-1]
    assert (frame.function, frame.code) == ("<module>", "pass")


def test_part_of_a_template_is_a_frame_of_a_box():
    text = "\n".join(
        [
            "╭────── Traceback (most recent call last) ─────╮",
            "│ /srv/depot/pages.py:9 in show                │",
            "│ ❱ 9 page.render()                            │",
            "│ in top-level template code:3                 │",
            "╰──────────────────────────────────────────────╯",
            "StockError: Shelf 'C-12' is empty",
        ]
    )
    assert innermost(only_error(text)) == ("", 3, IN_WORDS)


def test_part_of_a_template_is_a_frame_of_a_short_report():
    text = "\n".join(
        [
            "pages.py:9: in show",
            "    page.render()",
            "<page>:3: in top-level template code",
            "    ???",
            "E   depot.StockError: Shelf 'C-12' is empty",
        ]
    )
    error = only_error(text)
    assert (innermost(error), error.frames[-1].code) == (("<page>", 3, IN_WORDS), "")
