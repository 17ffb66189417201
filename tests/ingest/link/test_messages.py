from tests.ingest.link.pins import said, site, sites


def test_a_constant_of_another_file_is_read():
    files = {
        "app/__init__.py": "",
        "app/texts.py": 'GONE = "The file is gone."\n',
        "app/main.py": "from .texts import GONE\nraise ValueError(GONE)\n",
    }
    assert said(files, "app/main.py") == ["The file is gone."]
    assert site(files, "app/main.py").form == "module constant"


def test_a_constant_is_read_through_a_package_that_only_passes_it_on():
    files = {
        "app/__init__.py": "from .texts import GONE as LOST\n",
        "app/texts.py": 'GONE = "The file is gone."\n',
        "app/main.py": "import app\nraise ValueError(f'{app.LOST} Sorry, {user}.')\n",
    }
    assert said(files, "app/main.py") == ["The file is gone. Sorry, {user}."]


def test_a_format_string_of_another_file_is_filled():
    files = {
        "app/__init__.py": "",
        "app/texts.py": 'A = "no {} in {place}"\nB = "bad %s (%d)"\n',
        "app/main.py": """
            from app import texts

            def f(x):
                if x:
                    raise ValueError(texts.A.format(x.name, place="here"))
                raise ValueError(texts.B % (x.kind, 3))
        """,
    }
    found = [message.pieces for found in sites(files, "app/main.py") for message in found.messages]
    assert said(files, "app/main.py", 6) == ["no {x.name} in here"]
    assert said(files, "app/main.py", 7)[0].startswith("bad {x.kind} (")
    assert len(found) == 2


def test_a_class_attribute_is_read_along_the_bases():
    files = {
        "a.py": """
            class Base:
                refusal = "not in this mode"

            class Child(Base):
                def run(self):
                    raise RuntimeError(self.refusal)
        """
    }
    assert said(files, "a.py") == ["not in this mode"]


def test_a_row_of_a_table_is_read():
    files = {
        "a.py": """
            ERRORS = {"missing": "No such thing.", "double": "Two of them."}

            def f():
                raise ValueError(ERRORS["double"])
        """
    }
    assert said(files, "a.py") == ["Two of them."]
    assert site(files, "a.py").form == "table"


def test_a_row_that_is_only_known_at_work_may_be_any():
    files = {
        "a.py": """
            ERRORS = {1: "No such thing.", 2: "Two of them."}

            def f(code):
                raise ValueError(ERRORS[code])
        """
    }
    assert said(files, "a.py") == ["No such thing.", "Two of them."]


def test_a_name_from_outside_stays_a_hole_with_a_reason():
    found = site({"a.py": "from lib import TEXT\nraise ValueError(TEXT)\n"}, "a.py")
    assert said({"a.py": "from lib import TEXT\nraise ValueError(TEXT)\n"}, "a.py") == ["{TEXT}"]
    assert found.reason == "dynamic"


def test_a_parameter_stays_a_hole_and_the_caller_is_the_reason():
    found = site({"a.py": "def f(text):\n    raise ValueError(text)\n"}, "a.py")
    assert found.reason == "argument of the caller"


def test_a_parameter_among_words_is_no_reason():
    files = {"a.py": "def f(text):\n    raise ValueError('bad: ' + text)\n"}
    assert said(files, "a.py") == ["bad: {text}"]
    assert site(files, "a.py").reason == ""


def test_constants_in_a_circle_stay_holes():
    files = {
        "app/__init__.py": "",
        "app/a.py": "from .b import B\nA = B\n",
        "app/b.py": "from .a import A\nB = A\nraise ValueError(A)\n",
    }
    assert said(files, "app/b.py") == ["{A}"]


def test_constants_that_double_each_other_are_bounded():
    lines = ["T0 = 'x y '"] + [f"T{i} = T{i - 1} + T{i - 1}" for i in range(1, 60)]
    found = site({"a.py": "\n".join([*lines, "raise ValueError(T59)"])}, "a.py")
    assert len(found.messages) == 1


def test_a_long_chain_of_imports_ends():
    files = {f"m{i}.py": f"from m{i + 1} import GONE\n" for i in range(400)}
    files["main.py"] = "from m0 import GONE\nraise GONE('a b')\n"
    assert said(files, "main.py") == ["a b"]


def test_rows_of_an_instances_table_come_from_its_class_and_bases():
    files = {
        "a.py": """
            class Field:
                default_errors = {"required": "This is required.", "null": "This is null."}

                def check(self, value):
                    raise ValueError(self.errors["required"])

            class Short(Field):
                default_errors = {"long": "This is too long."}

                def check(self, value):
                    raise ValueError(self.errors["null"])
        """
    }
    assert said(files, "a.py", 6) == ["This is required."]
    assert said(files, "a.py", 12) == ["This is null."]


def test_an_attribute_set_at_work_is_read_from_its_default():
    files = {
        "a.py": """
            class Rule:
                default_refusal = "The rule %(name)s is broken."

                def check(self):
                    raise ValueError(self.refusal % {"name": self.name})
        """
    }
    assert said(files, "a.py") == ["The rule {self.name} is broken."]


def test_named_fields_that_are_filled_later_are_holes():
    files = {
        "a.py": """
            class Invalid(Exception):
                pass

            class Field:
                errors = {"long": "%(value)s is 5% too long."}

                def check(self, value):
                    raise Invalid(self.errors["long"], code="long")
        """
    }
    assert said(files, "a.py") == ["{value} is 5% too long."]


def test_a_parameter_of_a_function_around_hides_a_name_of_the_module():
    files = {
        "a.py": """
            text = "of the module"

            def outer(text):
                def inner():
                    raise ValueError(text)
                return inner
        """
    }
    assert said(files, "a.py") == ["{text}"]


def test_a_local_text_that_is_put_into_a_message_is_told_with_its_holes():
    files = {
        "a.py": """
            def check(name, kind):
                where = f"in {kind.place}" if kind else "here"
                near = name.near
                raise ValueError(f"no {name} {where}, near {near}")
        """
    }
    assert said(files, "a.py") == ["no {name} in {kind.place}, near {near}", "no {name} here, near {near}"]
