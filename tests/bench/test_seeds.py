from textwrap import dedent

import pytest

from bench.seeds import findings, read_page

SOURCE = dedent("""
    class Launcher:
        def launch(self, options):
            if options.colour:
                raise ValueError(
                    "LAUNCHER does not yet apply --colour "
                    "(the Painter does; the launcher has "
                    "nothing like it). Launch without it, or "
                    "drop --colour."
                )
""").lstrip()
MESSAGE = "LAUNCHER does not yet apply --colour (the Painter does; the launcher has nothing like it). "
PAGE = """
ours/launcher · error · ValueError

LAUNCHER does not yet apply --colour (the Painter does; the

Error message

{message}

What it means

It is refused.

Source

Thrown at src/launcher/main.py:4

{snippet}

View on GitHub (pinned to 0123456789)
"""


def page(message=MESSAGE + "Launch without it, or drop --colour."):
    return read_page(PAGE.format(message=message, snippet=SOURCE.rstrip("\n")))


@pytest.fixture
def project(tmp_path):
    (tmp_path / "src/launcher").mkdir(parents=True)
    (tmp_path / "src/launcher/main.py").write_text(SOURCE)
    return str(tmp_path)


def test_a_saved_page_is_read():
    found = page()
    assert (found.slug, found.exc_type, found.path, found.line) == (
        "ours/launcher",
        "ValueError",
        "src/launcher/main.py",
        4,
    )
    assert found.snippet == SOURCE.rstrip("\n")


def test_a_text_that_is_no_page_is_refused():
    with pytest.raises(ValueError, match="not a saved error page"):
        read_page("Traceback (most recent call last)")


def test_a_message_of_joined_literals_over_several_lines_is_found(project):
    (found,) = findings(page(), project, None)
    assert (found.path, found.site.line, found.site.end_line) == ("src/launcher/main.py", 4, 9)


def test_another_message_is_not_found(project):
    assert list(findings(page("Something else."), project, None)) == []
