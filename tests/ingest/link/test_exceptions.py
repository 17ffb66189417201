"""What `str()` shows of exceptions whose text their classes decide."""

import pytest

from tests.ingest.link.pins import said, shown, site


def test_an_init_that_formats_and_hands_to_its_base():
    classes = """
        class Missing(Exception):
            def __init__(self, name, place="here"):
                super().__init__(f"No {name} in {place}.")
    """
    assert shown(classes, "Missing('key')") == ["No key in here."]
    assert shown(classes, "Missing(x.name, place=where())") == ["No {x.name} in {where()}."]


def test_an_inherited_init_is_followed_with_what_the_subclass_hands_on():
    classes = """
        class Coded(Exception):
            def __init__(self, code, text):
                super().__init__(f"[{code}] {text}")

        class Missing(Coded):
            def __init__(self, name):
                super().__init__("E1", f"no {name}")
    """
    assert shown(classes, "Missing('key')") == ["[E1] no key"]


def test_a_str_that_shows_what_init_kept():
    classes = """
        class Bad(Exception):
            def __init__(self, path, why):
                self.path = path
                self.why = why

            def __str__(self):
                return f"{self.path} is bad: {self.why}"
    """
    assert shown(classes, "Bad(p, 'too old')") == ["{p} is bad: too old"]


def test_a_base_whose_str_shows_a_class_attribute():
    classes = """
        class Base(Exception):
            detail = "failed"

            def __str__(self):
                return f"Request {self.detail}."

        class Denied(Base):
            detail = "was denied"
    """
    assert shown(classes, "Denied()") == ["Request was denied."]
    assert shown(classes, "Denied") == ["Request was denied."]


def test_an_init_that_falls_back_on_a_class_attribute():
    classes = """
        class Base(Exception):
            default = "Something failed."

            def __init__(self, text=None):
                super().__init__(text or self.default)

        class Slow(Base):
            default = "Too slow."
    """
    assert "Too slow." in shown(classes, "Slow()")


def test_an_init_that_hands_nothing_on_leaves_pythons_arguments():
    classes = """
        class Kept(Exception):
            def __init__(self, text):
                self.text = text
    """
    assert shown(classes, "Kept('all of it')") == ["all of it"]


def test_a_class_without_anything_shows_its_argument():
    assert shown("class Plain(ValueError):\n    pass\n", "Plain('a b')") == ["a b"]


def test_arguments_that_are_passed_through_unpacked():
    classes = """
        class Thin(Exception):
            def __init__(self, *args, **kwargs):
                self.extra = kwargs
                super().__init__(*args)
    """
    assert shown(classes, "Thin('a b')") == ["a b"]


def test_a_key_error_of_ones_own_is_shown_quoted():
    assert shown("class NoKey(KeyError):\n    pass\n", "NoKey('a b')") == ["'a b'"]


def test_a_base_from_outside_shows_its_subclass_text():
    classes = "import lib\nclass Denied(lib.ApiError):\n    default_detail = 'Not for you.'\n"
    assert shown(classes, "Denied()") == ["Not for you."]


def test_the_first_argument_is_found_in_args():
    classes = """
        class Framed(Exception):
            def __str__(self):
                return "<" + self.args[0] + ">"
    """
    assert shown(classes, "Framed('in')") == ["<in>"]


@pytest.mark.parametrize("raised", ["Empty", "Empty()"])
def test_a_class_without_a_text_has_no_message(raised):
    files = {"a.py": f"class Empty(Exception):\n    pass\nraise {raised}\n"}
    found = site(files, "a.py")
    assert (found.messages, found.form, found.reason) == ((), "no message", "")


def test_a_class_default_is_called_so():
    files = {
        "a.py": """
            class Closed(Exception):
                def __init__(self):
                    super().__init__("The file is closed.")

            raise Closed
        """
    }
    found = site(files, "a.py")
    assert (found.form, said(files, "a.py")) == ("class default", ["The file is closed."])


def test_a_str_that_shows_its_argument_in_a_computed_way_still_says_it():
    classes = """
        class Several(Exception):
            def __init__(self, message):
                self.messages = [message]

            def __str__(self):
                return repr(list(self.messages))
    """
    assert shown(classes, "Several('Too long.')") == ["Too long."]
    assert shown(classes, "Several(errors)") == ["{errors}"]


def test_a_wording_that_says_nothing_is_left_out_beside_one_that_does():
    classes = """
        class Maybe(Exception):
            def __str__(self):
                if self.hidden:
                    return str(self.cause)
                return "It is " + self.args[0]
    """
    assert shown(classes, "Maybe('here')") == ["It is here"]


def test_an_attribute_that_is_no_class_stays_a_hole():
    files = {"a.py": "class A:\n    def f(self):\n        raise self.failure\n"}
    found = site(files, "a.py")
    assert (said(files, "a.py"), found.exc_type, found.reason) == (["{self.failure}"], "", "dynamic")


def test_a_repr_of_a_parameter_is_the_repr_of_what_the_caller_gives():
    classes = """
        class Missing(Exception):
            def __init__(self, name):
                super().__init__(f"No {name!r}.")
    """
    assert shown(classes, "Missing('key')") == ["No 'key'."]
    assert shown(classes, "Missing(x.name)") == ["No {x.name!r}."]


FALLBACK = """
    class Missing(Exception):
        def __init__(self, name, text=None):
            if not text:
                text = f"No {name}."
            super().__init__(text)
"""


def test_a_text_that_is_given_leaves_out_the_fallback():
    assert shown(FALLBACK, "Missing('key', 'It is gone.')") == ["It is gone."]


def test_a_text_that_may_be_empty_keeps_the_fallback():
    assert shown(FALLBACK, "Missing('key')") == ["No key."]
    assert "No key." in shown(FALLBACK, "Missing('key', hint)")


def test_a_str_that_shows_its_arguments_has_no_message_without_any():
    classes = """
        class Bare(Exception):
            def __str__(self):
                if len(self.args) == 1:
                    return str(self.args[0])
                return str(self.args)
    """
    assert shown(classes, "Bare()") == []
    assert shown(classes, "Bare('a b')") == ["a b"]
    assert "('a', {code!r})" in shown(classes, "Bare('a', code)")


@pytest.mark.parametrize(
    "inherited",
    ["super().__str__()", "super(Child, self).__str__()", "Base.__str__(self)"],
)
@pytest.mark.parametrize("shown", ['{0} + " (see above)"', 'f"{{{0}}} (see above)"', '"%s (see above)" % {0}'])
def test_a_str_that_adds_to_its_bases(inherited, shown):
    source = f"""
        class Base(Exception):
            def __str__(self):
                return f"base: {{self.args[0]}}"

        class Child(Base):
            def __str__(self):
                return {shown.format(inherited)}

        raise Child("It failed.")
    """
    assert said({"a.py": source}, "a.py") == ["base: It failed. (see above)"]


def test_a_str_that_shows_the_repr_of_what_it_was_given():
    source = """
        class Failed(Exception):
            def __init__(self, name):
                self.name = name

            def __str__(self):
                return f"no {self.name!r}, " + repr(self.name)

        raise Failed("key")
    """
    assert said({"a.py": source}, "a.py") == ["no 'key', 'key'"]


def test_a_key_error_quotes_a_constant_of_another_file():
    files = {"a.py": "from b import GONE\nraise KeyError(GONE)\n", "b.py": 'GONE = "It is gone."\n'}
    assert said(files, "a.py") == ["'It is gone.'"]


@pytest.mark.parametrize(
    ("imported", "call"),
    [("import typing as t", "t.cast(str, self.text)"), ("from typing import cast", "cast('str', self.text)")],
)
def test_a_cast_is_seen_through(imported, call):
    source = f"""
        {imported}

        class Failed(Exception):
            def __init__(self, text):
                self.text = text

            def __str__(self):
                return f"{{{call}}} (see above)"

        raise Failed("It failed.")
    """
    assert said({"a.py": source}, "a.py") == ["It failed. (see above)"]


def test_another_function_named_cast_is_not_seen_through():
    source = "from lib import cast\nraise ValueError(cast(str, 'It failed.'))\n"
    assert said({"a.py": source}, "a.py") == ["{cast(str, 'It failed.')}"]
