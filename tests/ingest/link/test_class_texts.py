"""Texts that a class holds, for itself and for what derives from it, and what is made of them at work."""

import pytest

from tests.ingest.link.pins import said, sites, texts

API = """
    from lib.encoding import force_str
    from lib.translation import gettext_lazy as _

    def details(data, code):
        if isinstance(data, list):
            return [details(item, code) for item in data]
        return ErrorDetail(force_str(data), code)

    class ApiError(Exception):
        default_detail = _("The server failed.")

        def __init__(self, detail=None, code=None):
            if detail is None:
                detail = self.default_detail
            self.detail = details(detail, code)

        def __str__(self):
            return str(self.detail)

    class Missing(ApiError):
        default_detail = _("It is not there.")

    class Refused(ApiError):
        default_detail = _("Method {method} is refused.")

        def __init__(self, method, detail=None):
            if detail is None:
                detail = force_str(self.default_detail).format(method=method)
            super().__init__(detail, 7)

    class Short(Exception):
        default_detail = _("It is too short.")

        def __init__(self, detail=None):
            self.detail = force_str(detail or self.default_detail)

        def __str__(self):
            return self.detail

    class Passed(Exception):
        default_detail = _("It is passed.")

        def __init__(self, detail=None):
            super().__init__(force_str(detail or self.default_detail))
"""


@pytest.mark.parametrize(
    "raised, text",
    [
        ("ApiError()", "The server failed."),
        ("ApiError('It is said so.')", "It is said so."),
        ("Missing()", "It is not there."),
        ("Missing", "It is not there."),
        ("Missing(detail=_('No such box.'))", "No such box."),
        ("Missing(what)", "{what}"),
        ("Missing(code=7)", "It is not there."),
        ("Refused(verb)", "Method {verb} is refused."),
        ("Refused('PUT')", "Method PUT is refused."),
        ("Short()", "It is too short."),
        ("Short('It is said so.')", "It is said so."),
        ("Passed()", "It is passed."),
        ("Passed('It is said so.')", "It is said so."),
    ],
)
def test_text_of_the_class_is_shown_unless_another_is_given(raised, text):
    files = {"app/__init__.py": "", "app/api.py": API, "app/main.py": f"from .api import *\nraise {raised}\n"}
    assert said(files, "app/main.py") == [text]


FILLED = """
class Limit:
    message = "It must be {how} {{least}}."
    plain = "It must be {{other}}."

    def __init__(self, least, strict):
        self.least = least
        self.message = self.message.format(how="above" if strict else "at least")

    def __call__(self, value):
        raise ValueError(self.message.format(least=self.least))

    def other(self, message):
        raise KeyError(self.plain)
"""


def test_text_that_init_fills_is_filled_once_more_by_what_raises_it():
    first, other = sites({"a.py": FILLED}, "a.py")

    assert texts(first) == ["It must be above {self.least}.", "It must be at least {self.least}."]
    assert texts(other) == ["'It must be {{other}}.'"]


@pytest.mark.parametrize("raised", ["Missing([what])", "Missing({'box': what})", "Missing(detail=errors)"])
def test_default_of_the_class_is_not_claimed_where_something_else_is_given(raised):
    files = {"app/__init__.py": "", "app/api.py": API, "app/main.py": f"from .api import *\nraise {raised}\n"}
    assert not any("not there" in text for text in said(files, "app/main.py"))
