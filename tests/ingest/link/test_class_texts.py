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


def test_what_a_caller_may_hand_over_is_a_wording_beside_the_default():
    files = {
        "a.py": """
            class Proxy:
                def __init__(self, local, *, unbound=None):
                    if unbound is None:
                        unbound = "object is not bound"

                    def current():
                        raise RuntimeError(unbound)

            def check(text=None):
                if text is None:
                    text = "default thing"
                raise ValueError(text)

            class Own(Exception):
                def __init__(self, text=None):
                    super().__init__(text or "default thing")

            def fail(reason):
                raise Own(reason)
        """
    }
    assert said(files, "a.py", 8) == ["object is not bound", "{unbound}"]
    assert said(files, "a.py", 13) == ["default thing", "{text}"]
    assert said(files, "a.py", 20) == ["default thing", "{reason}"]


def test_what_no_caller_can_hand_over_is_no_wording():
    files = {
        "a.py": """
            class Own(Exception):
                def __init__(self, text=None):
                    if text is None:
                        text = "default thing"
                    super().__init__(text)

            class Shown(Exception):
                def __str__(self):
                    return decoded(self.args) if self.args else "nothing at all"

            def one():
                raise Own

            def other():
                raise Shown("a text")
        """
    }
    assert said(files, "a.py", 13) == ["default thing"]
    assert said(files, "a.py", 16) == ["nothing at all"]


def test_a_text_of_the_class_holds_where_only_some_callers_set_another():
    files = {
        "a.py": """
            class Missing(Exception):
                text = "nothing was found here"

                def __init__(self, text=None):
                    if text is not None:
                        self.text = text

                def __str__(self):
                    return f"404: {self.text}"

            raise Missing()
            raise Missing("no such page")
        """
    }
    assert said(files, "a.py", 12) == ["404: nothing was found here"]
    assert said(files, "a.py", 13) == ["404: no such page"]


def test_item_of_another_module_that_an_attribute_of_the_class_names():
    files = {
        "names.py": 'NAMES = {400: "Bad Request", 404: "Not Found"}',
        "a.py": """
            class Failed(Exception):
                @property
                def name(self):
                    from names import NAMES

                    return NAMES.get(self.code, "Unknown Error")

                def __str__(self):
                    return f"{self.name}: it failed"

            class Missing(Failed):
                code = 404

            class Odd(Failed):
                code = 999

            def f(x):
                if x:
                    raise Missing()
                raise Odd()
        """,
    }
    assert said(files, "a.py", 20) == ["Not Found: it failed"]
    assert "Unknown Error: it failed" in said(files, "a.py", 21)
