"""Messages that stand in tables, and are looked up by a name that the caller gives."""

import pytest

from tests.ingest.link.pins import said, site, sites, texts

FIELDS = {
    "app/errors.py": """
        class Invalid(Exception):
            def __init__(self, detail, code=None):
                self.detail = detail
    """,
    "app/fields.py": """
        from app.errors import Invalid

        class Field:
            default_messages = {"required": "This is required."}

            def fail(self, key, **kwargs):
                try:
                    text = self.messages[key]
                except KeyError:
                    raise AssertionError("no such key")
                raise Invalid(text.format(**kwargs), code=key)

            def made(self, key, **kwargs):
                text = self.messages[key]
                if isinstance(text, str):
                    text = text.format(**kwargs)
                return Invalid(text)

        class Number(Field):
            default_messages = {"invalid": "No number: {given}."}

            def read(self, value):
                self.fail("invalid", given=value)
                self.fail("required")
                self.fail(value)
                raise self.made("invalid", given=value)
    """,
}


def test_a_helper_that_raises_by_a_key_raises_that_text_where_it_is_called():
    found = site(FIELDS, "app/fields.py", 24)
    assert (found.exc_qualified, found.via) == ("app.errors.Invalid", "Field.fail")
    assert texts(found) == ["No number: {value}."]
    assert said(FIELDS, "app/fields.py", 25) == ["This is required."]


def test_a_helper_that_builds_by_a_key_builds_that_text():
    assert "No number: {value}." in said(FIELDS, "app/fields.py", 27)


def test_of_a_key_that_nobody_knows_nothing_is_said():
    assert [found.line for found in sites(FIELDS, "app/fields.py") if found.line == 26] == []
    assert said(FIELDS, "app/fields.py", 12) == ["{text.format(**kwargs)}"]


@pytest.mark.parametrize("name", ["lookup", "reader"])
def test_a_name_is_handed_over_as_a_key_only_to_what_speaks_of_failing(name):
    files = {"app/fields.py": FIELDS["app/fields.py"].replace("fail", name), "app/errors.py": FIELDS["app/errors.py"]}
    assert 25 not in [found.line for found in sites(files, "app/fields.py")]
