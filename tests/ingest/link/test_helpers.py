from tests.ingest.link.pins import said, site, sites, texts


def test_a_method_that_builds_the_exception():
    files = {
        "a.py": """
            class ParseError(ValueError):
                pass

            class Reader:
                def _error(self, text):
                    return ParseError(f"line {self.line}: {text}")

                def read(self):
                    raise self._error("no end")
        """
    }
    found = site(files, "a.py", 10)
    assert texts(found) == ["line {self.line}: no end"]
    assert (found.exc_type, found.form) == ("ParseError", "helper")


def test_a_builder_of_another_file():
    files = {
        "app/__init__.py": "",
        "app/make.py": "def unknown(kind, name):\n    return KeyError(f'unknown {kind} {name}')\n",
        "app/main.py": "from .make import unknown\nraise unknown('option', opt.name)\n",
    }
    assert said(files, "app/main.py") == ["'unknown option {opt.name}'"]


def test_a_helper_of_another_file_that_sets_a_text_anew():
    files = {
        "app/__init__.py": "",
        "app/words.py": """
            from textwrap import dedent, fill

            def dedented(s, w=70, **kwargs):
                return '\\n' + fill(dedent(str(s).strip('\\n')), width=w, **kwargs)
            """,
        "app/main.py": "from .words import dedented\nraise ValueError(dedented('only one\\n    of them'))\n",
    }
    (said_there,) = said(files, "app/main.py")
    assert said_there.split() == ["only", "one", "of", "them"]


def test_a_helper_that_returns_a_text():
    files = {
        "a.py": """
            def describe(name, hint="try again"):
                return f"no {name}; {hint}"

            def f():
                raise ValueError(describe("key"))
        """
    }
    assert said(files, "a.py") == ["no key; try again"]


def test_a_call_of_a_helper_that_raises_is_a_site_of_its_own():
    files = {
        "a.py": """
            class Reader:
                def fail(self, text):
                    raise SyntaxError(text)

                def read(self):
                    if not self.line:
                        self.fail("There is no line.")
        """
    }
    own, call = sites(files, "a.py")
    assert (texts(own), own.reason, own.line) == (["{text}"], "argument of the caller", 4)
    assert (texts(call), call.exc_type, call.kind, call.line) == (["There is no line."], "SyntaxError", "error", 8)
    assert (call.via, call.qualname, call.form, call.reason) == ("Reader.fail", "Reader.read", "helper", "")


def test_a_helper_is_found_in_a_base_of_another_file():
    files = {
        "app/__init__.py": "",
        "app/base.py": "class Base:\n    def fail(self, text):\n        raise OSError(text)\n",
        "app/main.py": """
            from app import base

            class Child(base.Base):
                def run(self):
                    self.fail("The disk is full.")
        """,
    }
    assert said(files, "app/main.py") == ["The disk is full."]


def test_a_helper_that_is_given_the_class():
    files = {
        "a.py": """
            def check(condition, cls, text):
                if not condition:
                    raise cls(text)

            def f(x):
                check(x > 0, ValueError, "x must be positive")
        """
    }
    found = site(files, "a.py", 7)
    assert (found.exc_type, texts(found)) == ("ValueError", ["x must be positive"])


def test_helpers_that_hand_on_to_helpers():
    files = {
        "a.py": """
            def throw(text):
                raise ValueError(text)

            def fail(text):
                throw(text + ", sorry")

            def f():
                fail("There is nothing here")
        """
    }
    assert said(files, "a.py", 9) == ["There is nothing here, sorry"]


def test_helpers_that_call_each_other_end():
    files = {
        "a.py": """
            def fail(text):
                other(text)

            def other(text):
                fail(text)
                raise ValueError(text)

            fail("a b c")
        """
    }
    assert said(files, "a.py", 9) == ["a b c"]


def test_a_call_that_hands_a_name_to_an_error_with_its_own_words_is_no_site():
    files = {
        "a.py": """
            def need(name):
                if not name:
                    raise ValueError(f"Missing setting {name}.")

            need("timeout")
        """
    }
    assert [found.line for found in sites(files, "a.py")] == [4]


def test_a_call_of_something_that_does_not_raise_its_argument_is_no_site():
    files = {
        "a.py": """
            def note(text):
                if broken:
                    raise RuntimeError("Can't write.")
                write(text)

            note("All is well here.")
        """
    }
    assert [found.line for found in sites(files, "a.py")] == [4]


def test_a_call_of_something_unknown_is_no_site():
    assert sites({"a.py": "from lib import fail\nfail('All is lost here.')\n"}, "a.py") == ()


def test_the_order_of_the_files_does_not_matter():
    files = {
        "app/base.py": "class Base:\n    def fail(self, text):\n        raise OSError(text)\n",
        "app/__init__.py": "from .base import *\n",
        "app/main.py": "from app import Base\nclass C(Base):\n    def run(self):\n        self.fail('disk full')\n",
    }
    backwards = dict(reversed(files.items()))
    assert {path: sites(files, path) for path in files} == {path: sites(backwards, path) for path in files}


def test_helpers_that_all_call_each_other_are_bounded():
    names = [f"fail{i}" for i in range(8)]
    bodies = [f"def {name}(text):\n" + "".join(f"    {other}(text)\n" for other in names) for name in names]
    source = "".join(f"{body}    raise ValueError(text)\n" for body in bodies) + "fail0('It is bad.')\n"
    assert said({"a.py": source}, "a.py", source.count("\n")) == ["It is bad."]


def test_a_static_method_takes_its_first_argument():
    files = {
        "a.py": """
            class Check:
                @staticmethod
                def fail(text, code):
                    raise ValueError(text)

                @other.wrapper
                @staticmethod
                def error(name):
                    return KeyError(f"no {name}")

                def late_fail(text):
                    raise OSError(text)

                late_fail = staticmethod(late_fail)

                def run(self):
                    self.fail("It went wrong.", 3)
                    Check.fail("It went wrong again.", 3)
                    self.late_fail("It came too late.")
                    raise self.error("key")
        """
    }
    assert said(files, "a.py", 18) == ["It went wrong."]
    assert said(files, "a.py", 19) == ["It went wrong again."]
    assert said(files, "a.py", 20) == ["It came too late."]
    assert said(files, "a.py", 21) == ["'no key'"]


def test_a_class_method_leaves_out_its_class():
    files = {
        "a.py": """
            class Check:
                @classmethod
                def fail(cls, text):
                    raise ValueError(text)

                def run(self):
                    self.fail("It went wrong.")

            Check.fail("It went wrong outside.")
        """
    }
    assert said(files, "a.py", 8) == ["It went wrong."]
    assert said(files, "a.py", 10) == ["It went wrong outside."]


def test_a_call_through_the_class_writes_the_instance_out():
    files = {
        "a.py": """
            class Base:
                def fail(self, text):
                    raise ValueError(text)

            class Child(Base):
                def run(self):
                    Base.fail(self, "It went wrong.")
        """
    }
    assert said(files, "a.py", 8) == ["It went wrong."]


def test_a_function_within_a_method_is_no_method():
    files = {
        "a.py": """
            class Check:
                def run(self):
                    def fail(text, code):
                        raise ValueError(text)

                    fail("It went wrong.", 3)
        """
    }
    assert said(files, "a.py", 7) == ["It went wrong."]


def test_a_callers_text_beside_other_holes():
    files = {
        "a.py": """
            class Field:
                def fail(self, text):
                    raise ValueError(f"{self.on} {text}")

                def error(self, message):
                    raise ValueError("Field %s: %s" % (self.name, message))

                def run(self):
                    self.fail("is not a valid address")
                    self.error(f"needs {count} values")
        """
    }
    assert said(files, "a.py", 10) == ["{self.on} is not a valid address"]
    assert said(files, "a.py", 11) == ["Field {self.name}: needs {count} values"]
    assert site(files, "a.py", 4).reason == "argument of the caller"


def test_a_text_about_an_argument_is_not_its_callers():
    files = {
        "a.py": """
            def require(width):
                raise ValueError(f"no such width: {width}")

            require("one that is quite large")
        """
    }
    assert [(found.line, texts(found)) for found in sites(files, "a.py")] == [(3, ["no such width: {width}"])]
