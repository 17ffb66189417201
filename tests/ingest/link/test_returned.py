"""Exceptions that a function returns, for whoever calls it to raise."""

import pytest

from tests.ingest.link.pins import sites, texts

FACTORY = """
    class Missing(Exception):
        pass

    class Factory:
        def error_of(self, causes):
            if not causes:
                return self.simple(causes)
            if len(causes) == 1:
                return Missing(f"No match was found for {causes[0]}")
            return Missing("There are several causes.")

        def simple(self, causes):
            return Missing("There is no cause.")
"""


def _returned(main: str, factory: str = FACTORY) -> list[tuple[int, str, list[str]]]:
    files = {"app/__init__.py": "", "app/factory.py": factory, "app/main.py": main}
    return [(site.line, site.exc_qualified, texts(site)) for site in sites(files, "app/factory.py")]


@pytest.mark.parametrize(
    "raising",
    [
        "raise self.factory.error_of(causes)",
        "error = self.factory.error_of(causes)\n        raise error",
        "try:\n            run()\n        except Exception as e:\n            error = self.factory.error_of(causes)\n"
        "            raise error from e",
        "raise self.factory.error_of(causes).with_traceback(None)",
    ],
)
def test_what_a_function_returns_for_others_to_raise_is_found_where_it_is_returned(raising: str):
    main = f"class Resolver:\n    def run(self, causes):\n        {raising}\n"
    assert _returned(main) == [
        (10, "app.factory.Missing", ["No match was found for {causes[0]}"]),
        (11, "app.factory.Missing", ["There are several causes."]),
        (14, "app.factory.Missing", ["There is no cause."]),
    ]


def test_what_a_raise_is_known_to_say_is_said_there_alone():
    main = "from .factory import Factory\n\ndef run(causes):\n    raise Factory.error_of(None, causes)\n"
    assert [line for line, _, _ in _returned(main)] == [14]


def test_the_class_may_be_one_of_another_file_whose_name_says_nothing():
    main = "class Missing(Exception): ...\n\ndef run(self):\n    raise self.factory.error_of(1)\n"
    factory = "from .main import Missing\ndef error_of(n):\n    return Missing(f'There is no {n}.')\n"
    assert _returned(main, factory) == [(3, "app.main.Missing", ["There is no {n}."])]
    factory = factory.replace("return Missing(f'There is no {n}.')", "message = f'There is no {n}.'")
    factory += "    return Missing(message)\n"
    assert _returned(main, factory) == [(4, "app.main.Missing", ["There is no {n}."])]


def test_an_exception_that_nobody_raises_by_such_a_call_is_a_value():
    assert (
        _returned("def run(causes):\n    print(error_of(causes))\n", FACTORY.replace("self.simple(causes)", "None"))
        == []
    )


@pytest.mark.parametrize(
    "returned", ["Missing()", "Missing(causes)", "Response('There is no cause.')", "'There is no cause.'"]
)
def test_what_says_nothing_or_is_no_exception_is_no_entry(returned: str):
    factory = f"class Missing(Exception): ...\nclass Response: ...\ndef error_of(causes):\n    return {returned}\n"
    assert _returned("def run(self):\n    raise self.factory.error_of(1)\n", factory) == []


def test_a_class_whose_bases_are_known_is_no_exception_by_its_name():
    factory = (
        "class Page: ...\nclass PageError(Page): ...\ndef error_of(n):\n    return PageError('There is no page.')\n"
    )
    assert _returned("def run(self):\n    raise self.factory.error_of(1)\n", factory) == []
