"""Classes that a function is given, and raises or hands on: which one is raised."""

import pytest

from tests.ingest.link.pins import site, texts


def test_a_helper_that_raises_the_exception_it_is_given():
    files = {
        "a.py": """
            def raise_it(error):
                log(error)
                raise error from None

            class Run:
                def raise_kept(self, error):
                    self.error = error
                    raise self.error

                def run(self):
                    raise_it(ValueError("It went wrong."))
                    error = KeyError("gone")
                    raise_it(error)
                    self.raise_kept(OSError("The disk is full."))
        """
    }
    given, local, kept = (site(files, "a.py", line) for line in (12, 14, 15))
    assert (texts(given), given.exc_type, given.via) == (["It went wrong."], "ValueError", "raise_it")
    assert (texts(local), local.exc_type) == (["'gone'"], "KeyError")
    assert (texts(kept), kept.exc_type) == (["The disk is full."], "OSError")


def test_a_builder_whose_class_is_named_like_nothing_and_one_that_is_given_it():
    files = {
        "a.py": """
            class Halt(Exception):
                pass

            class Reader:
                def _stop(self, text, *args):
                    return Halt(text % args)

                def _make(self, text, kind=ValueError):
                    return kind(f"{self.path}: {text}")

                def read(self):
                    if self.ended:
                        raise self._stop("found %s lines", 3)
                    if self.late:
                        raise self._make("too late", KeyError)
                    raise self._make("not readable")
        """
    }
    stop, late, plain = (site(files, "a.py", line) for line in (14, 16, 17))
    assert (texts(stop), stop.exc_type) == (["found 3 lines"], "Halt")
    assert (texts(late), late.exc_type) == (["'{self.path}: too late'"], "KeyError")
    assert (texts(plain), plain.exc_type) == (["{self.path}: not readable"], "ValueError")


def test_a_parameter_named_like_a_class_is_what_it_is_by_default():
    files = {
        "app/errors.py": "class Lost(Exception):\n    pass\n",
        "app/main.py": """
            from app import errors

            def away(text, ConnectionError=errors.Lost):
                raise ConnectionError("gone " + text)
        """,
    }
    assert site(files, "app/main.py").exc_qualified == "app.errors.Lost"


def test_of_a_parameter_named_like_a_class_nobody_knows_what_it_is_without_a_default():
    found = site({"app/main.py": "def away(text, ValueError):\n    raise ValueError('gone ' + text)\n"}, "app/main.py")
    assert (found.exc_type, found.exc_qualified) == ("", "")


HANDED = {
    "app/errors.py": """
        class ParseError(ValueError):
            def __init__(self, line, message=None):
                if message is None:
                    message = "Parse error"
                super().__init__(f"{message} at line {line}")

        class BadSign(ParseError):
            def __init__(self, line, sign):
                super().__init__(line, message=f"Bad sign {sign!r}")
    """,
    "app/main.py": """
        from app.errors import BadSign

        def read(source, sign):
            if sign == "-":
                raise source.wrong(BadSign, sign)
            if sign == "+":
                raise source.wrong(KeyError, sign)
            raise source.wrong(KeyError, BadSign)
    """,
}


def test_a_class_that_is_handed_to_a_helper_nothing_is_known_of_is_what_it_builds():
    found = site(HANDED, "app/main.py", 6)
    assert (found.exc_qualified, texts(found)) == ("app.errors.BadSign", ["Bad sign {sign!r} at line {line}"])
    assert site(HANDED, "app/main.py", 8).exc_qualified == "builtins.KeyError"


def test_of_two_classes_nobody_knows_which_one():
    assert site(HANDED, "app/main.py", 9).exc_type == ""


@pytest.mark.parametrize(
    "raised",
    [
        "ERRORS.get(code, BadSign)",
        "next(iter(found), BadSign)",
        "getattr(errors, name, BadSign)",
        "kinds.pick(code, BadSign)",
    ],
)
def test_a_class_behind_a_key_is_what_a_look_up_falls_back_to(raised):
    main = f"import kinds\nfrom app.errors import BadSign\n\ndef read(code):\n    raise {raised}\n"
    found = site({**HANDED, "app/main.py": main}, "app/main.py")
    assert found.exc_type != "BadSign"
    assert "Bad sign" not in "".join(texts(found))
