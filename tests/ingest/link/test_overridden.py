"""Texts that derived classes put in the place of their base's."""

from tests.ingest.link.pins import said

CHECKS = {
    "app/checks.py": """
        class Invalid(Exception):
            pass

        class Check:
            message = "Make this {limit}."
            limit = 3

            def __call__(self, value):
                raise Invalid(self.message)

            def other(self):
                raise Invalid("no check")

        class AtMost(Check):
            message = "Make this at most three."

        class Fewest(AtMost):
            pass

        class Own(Check):
            message = "Not said here."

            def __call__(self, value):
                raise Invalid("said here")
    """,
    "tests/test_checks.py": """
        from app.checks import Check

        class Tested(Check):
            message = "Said in tests alone."
    """,
}


def test_a_statement_says_what_each_class_holds_that_inherits_it():
    assert said(CHECKS, "app/checks.py", 10) == ["Make this {limit}.", "Make this at most three."]


def test_what_names_no_attribute_is_said_once():
    assert said(CHECKS, "app/checks.py", 13) == ["no check"]
    assert said(CHECKS, "app/checks.py", 25) == ["said here"]
