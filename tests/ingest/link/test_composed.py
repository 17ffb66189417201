"""What an exception's own methods make of its text for whoever prints it."""

from tests.ingest.link.pins import said

COMPOSED = {
    "a.py": """
        class Refused(Exception):
            def __init__(self, text, hint=None):
                super().__init__(text)
                self.text, self.hint, self.url = text, hint, "x"

            def __str__(self):
                return self.text

            def printed(self):
                return self.text

            def background(self):
                return f"see {self.url} for more of it"

        class BadValue(Refused):
            def printed(self):
                if self.hint is None:
                    return f"Invalid value: {self.text}"
                return f"Invalid value for {joined(self.hint)}: {self.text}"

        class Hidden(BadValue):
            def printed(self):
                return render(self)

        class Missing(BadValue):
            def printed(self):
                kind = _("Missing option") if self.hint else _("Missing argument")
                return f"{kind} {name(self)}."

        def check(value):
            if value > 3:
                raise BadValue(f"{value} is above 3")
            if value < 0:
                raise Missing("")
            raise Hidden("not at all")

        def refuse(text):
            raise Refused(text)

        def checked(value):
            try:
                check(value)
            except Refused as error:
                error.hint = value
                raise
    """
}


def test_what_an_exceptions_own_method_says_around_its_text_is_a_wording():
    assert said(COMPOSED, "a.py", 33) == [
        "{value} is above 3",
        "Invalid value: {value} is above 3",
        "Invalid value for {joined(self.hint)}: {value} is above 3",
    ]


def test_what_needs_an_argument_that_is_not_given_is_no_wording_unless_who_catches_the_exception_sets_it():
    (path, source), *_ = COMPOSED.items()
    alone = {path: source.replace("error.hint = value", "print(error)")}
    assert said(alone, path, 33) == ["{value} is above 3", "Invalid value: {value} is above 3"]


def test_a_method_that_takes_the_place_of_a_base_s_or_says_something_else_is_heeded():
    assert said(COMPOSED, "a.py", 35) == ["Missing option {name(self)}.", "Missing argument {name(self)}."]
    assert said(COMPOSED, "a.py", 36) == ["not at all"]
    assert said(COMPOSED, "a.py", 39) == ["{text}"]


def test_a_table_of_texts_that_no_one_knows_leaves_a_hole_beside_the_other_text():
    files = {
        "a.py": """
            NAMES = load()

            class Failed(Exception):
                code = 404

                @property
                def name(self):
                    return NAMES.get(self.code, "Unknown Error")

                def __str__(self):
                    return f"{self.code} {self.name}: it failed"

            raise Failed()
        """
    }
    assert said(files, "a.py", 14) == [
        "404 Unknown Error: it failed",
        '404 {NAMES.get(self.code, "Unknown Error")}: it failed',
    ]


def test_numbers_and_words_of_the_class_are_put_into_what_it_says():
    files = {
        "a.py": """
            class Failed(Exception):
                code = None

                def __str__(self):
                    code = self.code if self.code is not None else "???"
                    return f"{code} ({self.kind}): it failed"

            class Missing(Failed):
                code = 404
                kind = "missing"

            raise Missing()
        """
    }
    assert said(files, "a.py", 13) == ["404 (missing): it failed", "??? (missing): it failed"]
