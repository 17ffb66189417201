"""Which class is raised where no name says so."""

from tests.ingest.link.pins import said, site


def test_a_function_that_may_return_any_class_is_not_said_to_return_the_one_that_it_names():
    files = {
        "a.py": """
            class Failed(Exception):
                pass

            class Wrapped(Exception):
                @classmethod
                def of(cls, orig, text):
                    if not text:
                        return Failed(f"({type(orig).__name__}) it failed")
                    for base in type(orig).__mro__:
                        cls = CLASSES.get(base.__name__, cls)
                    return cls(orig, text)

            def wrap(orig):
                return Failed(f"({type(orig).__name__}) it failed")

            def one(error, text):
                raise Wrapped.of(error, text) from error

            def other(error):
                raise wrap(error) from error
        """
    }
    assert site(files, "a.py", 18).exc_type == ""
    assert site(files, "a.py", 21).exc_type == "Failed"
    assert said(files, "a.py", 18) == ["({type(orig).__name__}) it failed", "{error}"]
    assert said(files, "a.py", 21) == ["({type(orig).__name__}) it failed"]


def test_a_class_that_is_a_parameter_or_a_loops_is_not_said_to_be_raised():
    files = {
        "a.py": """
            class Failed(Exception):
                @classmethod
                def of(cls, text):
                    return cls(f"it failed: {text}")

            def find_error(text):
                for kind in KINDS:
                    return kind(f"it failed: {text}")
                return Failed("it failed")

            def make_error(cls, text):
                if not text:
                    return Failed("it failed")
                return cls(f"it failed: {text}")

            def one(text):
                raise Failed.of(text)

            def other(text):
                raise make_error(KINDS[0], text)

            def third(text):
                raise find_error(text)
        """
    }
    assert site(files, "a.py", 18).exc_type == "Failed"
    assert site(files, "a.py", 21).exc_type == ""
    assert site(files, "a.py", 24).exc_type == ""
