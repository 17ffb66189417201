"""Raise and assert statements: which are sites, where they are, what stands around them."""

from ingest.extract import extractor_for
from tests.ingest.extract.python.reading import message_of, site, sites, texts, written


def test_python_files_have_an_extractor_and_others_none():
    assert extractor_for("pkg/module.py") is not None
    assert extractor_for("pkg/module.pyc") is None
    assert extractor_for("README") is None


def test_a_raise_is_a_site_with_its_place():
    found = site("""
        class Loader:
            def load(self):
                def inner(path):
                    raise ValueError(
                        "no such path"
                    ) from None
    """)
    assert (found.line, found.end_line, found.column) == (5, 7, 12)
    assert found.qualname == "Loader.load.<locals>.inner"
    assert (found.kind, found.form, found.exc, found.cause) == ("error", "constant", "ValueError", "None")
    assert [written(m) for m in found.messages] == ["no such path"]
    assert found.function_line == 4


def test_a_bare_raise_passes_on_what_was_caught():
    found = site("try:\n    x()\nexcept KeyError:\n    raise\n")
    assert (found.form, found.reason, found.messages) == ("reraise", "caught exception", ())


def test_an_assert_without_a_message_is_not_a_site():
    assert sites("assert x > 1\nassert (x, y)\n") == ()


def test_an_assert_with_a_message_is_one():
    found = site('def f(x):\n    assert x > 1, f"too small: {x}"\n')
    assert (found.kind, found.form, found.exc) == ("assertion", "f-string", "AssertionError")
    assert [written(m) for m in found.messages] == ["too small: {x}"]


def test_raise_in_strings_and_comments_is_not_a_site():
    assert sites('x = "raise ValueError(1)"\n# raise ValueError(2)\n"""\nraise ValueError(3)\n"""\n') == ()


def test_a_builtin_key_error_shows_the_repr_of_its_text():
    assert texts('raise KeyError("missing")') == ["'missing'"]


def test_several_arguments_show_as_a_tuple():
    assert texts('raise ValueError("bad", 3, name)') == ["('bad', 3, {name!r})"]


def test_an_os_error_shows_its_number():
    assert texts("raise OSError(errno.ENOENT, 'gone', path)") == ["[Errno {errno.ENOENT}] gone: {path!r}"]


def test_another_class_is_left_to_linking():
    assert texts('raise Missing("gone", code=3)') == ["[Missing exception(gone, code=3)]"]


def test_an_f_string_keeps_its_holes_as_written():
    assert message_of('f"server error: {response.status_code}, {response.text}"') == [
        "server error: {response.status_code}, {response.text}"
    ]


def test_str_of_what_is_not_known_stays_as_written():
    found = site('def f(e):\n    raise RuntimeError(f"failed: {str(e.reason)}.")\n')

    assert [written(message) for message in found.messages] == ["failed: {str(e.reason)}."]


def test_a_local_message_has_one_wording_for_each_branch():
    assert message_of(
        "message",
        'message = f"bad {name}"\nif n > 1:\n    message += " and more"\nelif n:\n    message = "one"\n',
    ) == ["bad <name> and more", "one", "bad <name>"]


def test_a_key_error_is_quoted_as_its_text_asks_for():
    assert texts('raise KeyError("it\'s gone")') == ['"it\'s gone"']
    assert texts('raise KeyError(f"no key {name!r}")') == ['"no key {name!r}"']
    assert texts('raise KeyError(f"no key {name}")') == ["'no key {name}'"]


def test_a_hole_that_says_its_own_name_keeps_it_with_its_spaces():
    assert message_of('f"No {kw.a=} nor {kw.b = } nor {kw.c=!s}"') == [
        "No kw.a={kw.a!r} nor kw.b = {kw.b!r} nor kw.c={kw.c}"
    ]
