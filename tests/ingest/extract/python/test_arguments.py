"""Which argument of an unknown class is its message, and which wordings gettext has."""

import pytest

from tests.ingest.extract.python.reading import message_of
from tests.ingest.link.pins import said, site, sites, texts


def raised(expression: str) -> str:
    return f"from lib import Unknown\nraise Unknown({expression})\n"


@pytest.mark.parametrize(
    "expression",
    ["text, code='bad value'", "text, hint='Try again later.'", "code='bad value', message=text", "*text, code='a b'"],
)
def test_a_code_or_hint_is_not_preferred_to_a_message_that_is_not_known(expression):
    found = site({"a.py": raised(expression)}, "a.py")

    assert (texts(found), found.reason) == (["{text}"], "dynamic")


@pytest.mark.parametrize(
    "expression",
    [
        "'No such file.', code='gone'",
        "404, 'No such file.'",
        "code=3, message='No such file.'",
        "name, 'No such file.'",
    ],
)
def test_the_argument_that_reads_like_a_text_is_the_message(expression):
    assert said({"a.py": raised(expression)}, "a.py") == ["No such file."]


def test_a_lone_code_is_no_message():
    assert said({"a.py": raised("code='invalid'")}, "a.py") == []
    assert said({"a.py": raised("explanation='It is not valid.'")}, "a.py") == ["It is not valid."]


@pytest.mark.parametrize(
    "call",
    [
        "ngettext('one %d', 'many %d', n) % n",
        "ngettext_lazy('one %d', 'many %d', 'n') % n",
        "self.catalog.ngettext('one %d', 'many %d', n) % n",
        "ngettext(singular='one %d', plural='many %d', number=n) % n",
        "npgettext('menu', 'one %d', 'many %d', n) % n",
    ],
)
def test_both_numbers_of_a_translated_text_are_wordings(call):
    assert message_of(call) == ["one <n>", "many <n>"]


def test_both_numbers_come_from_a_method_too():
    source = """
        class Limit:
            text = ngettext_lazy("one more", "some more", "n")

            def describe(self):
                return ngettext("Add %d character.", "Add %d characters.", self.least) % self.least

            def check(self):
                raise ValueError(self.describe())

            def check_again(self):
                raise ValueError(self.text)
    """
    assert said({"a.py": source}, "a.py", 9) == ["Add {self.least} character.", "Add {self.least} characters."]
    assert said({"a.py": source}, "a.py", 12) == ["one more", "some more"]


def test_a_helper_is_given_both_numbers():
    source = """
        def fail(text):
            raise KeyError(text)

        def f(n):
            fail(ngettext("%d file", "%d files", n) % n)
    """
    (found,) = [found for found in sites({"a.py": source}, "a.py") if found.via]
    assert texts(found) == ["'{n} file'", "'{n} files'"]


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("{'name': 'It is too long.'}", "{'name': 'It is too long.'}"),
        ("{'name': [_('It is too long.')], key: 3}", "{'name': ['It is too long.'], {key}: 3}"),
        ("[ngettext('one file', 'more files', n)]", "['one file']"),
        ("('It is too long.', n)", "('It is too long.', {n})"),
    ],
)
def test_a_display_that_holds_texts_is_shown(expression, shown):
    assert said({"a.py": raised(expression)}, "a.py")[0] == shown


def test_a_display_without_texts_says_nothing_and_why():
    found = site({"a.py": raised("{'name': value}")}, "a.py")

    assert (texts(found), found.reason) == ([], "dynamic")


@pytest.mark.parametrize("imported", ["from textwrap import fill", "import textwrap"])
def test_a_text_that_is_broken_into_lines_anew_is_the_text(imported):
    called = "fill" if imported.startswith("from") else "textwrap.fill"
    source = (
        f'{imported}\ndef f(n):\n    raise ValueError({called}("""only {{}}\n        of them""".format(n), width=40))\n'
    )

    assert said({"a.py": source}, "a.py") == ["only {n} of them"]


def test_another_function_of_that_name_is_a_call():
    assert message_of("pool.fill('only one of them')") == ["[pool.fill call(only one of them)]"]
