"""What an exception says only if its constructor is given something, and what only if it is not."""

import pytest

from tests.ingest.link.pins import said, shown

BOTH = ["no option {name}", "no option {name} (did you mean {self.near}?)"]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("name", BOTH[:1]),
        ("name, None", BOTH[:1]),
        ("name, near=[]", BOTH[:1]),
        ("name, near=other", ["no option {name}", "no option {name} (did you mean {other}?)"]),
        ("name, near='this one'", ["no option {name} (did you mean this one?)"]),
        ("name, **more", BOTH),
    ],
)
def test_a_wording_needs_the_argument_that_its_branch_tests(given: str, expected: list[str]):
    classes = """
        class NoOption(Exception):
            def __init__(self, name, near=None):
                self.name, self.near = name, near

            def __str__(self):
                text = f"no option {self.name}"
                if self.near:
                    text += f" (did you mean {self.near}?)"
                return text
    """
    assert sorted(shown(classes, f"NoOption({given})")) == expected


@pytest.mark.parametrize(
    "init",
    [
        'if near is not None:\n            text += " nearby"\n        super().__init__(text)',
        'super().__init__(text + (" nearby" if near else ""))',
        "if not near:\n            super().__init__(text)\n            return\n"
        '        super().__init__(text + " nearby")',
        'if near:\n            super().__init__(text + " nearby")\n        else:\n            super().__init__(text)',
        'self.near = near\n        if self.near:\n            text += " nearby"\n        super().__init__(text)',
        'if name and near:\n            text += " nearby"\n        super().__init__(text)',
    ],
)
def test_a_constructor_s_branches_are_told_by_what_it_is_given(init: str):
    classes = f"""
class Lost(Exception):
    def __init__(self, name, near=None):
        text = f"lost {{name}}"
        {init}
"""
    assert shown(classes, "Lost(path)") == ["lost {path}"]
    assert "lost {path} nearby" in shown(classes, "Lost(path, near=here)")


def test_what_is_put_into_a_name_before_its_test_may_be_anything():
    classes = """
        class Lost(Exception):
            def __init__(self, name, near=None):
                near = near or find(name)
                super().__init__(f"lost {name}" + (" nearby" if near else ""))
    """
    assert sorted(shown(classes, "Lost(path)")) == ["lost {path}", "lost {path} nearby"]


def test_an_attribute_that_another_method_sets_may_hold_anything():
    classes = """
        class Lost(Exception):
            def __init__(self, name):
                self.name, self.near = name, None

            def hint(self, near):
                self.near = near
                return self

            def __str__(self):
                return f"lost {self.name} nearby" if self.near else f"lost {self.name}"
    """
    assert sorted(shown(classes, "Lost(path)")) == ["lost {path}", "lost {path} nearby"]


def test_a_helper_that_builds_a_text_says_what_it_is_called_for():
    files = {
        "a.py": """
            def error_text(name, hint=None):
                if hint is None:
                    return f"no {name}"
                return f"no {name}, try {hint}"

            raise ValueError(error_text(key))
            raise ValueError(error_text(key, "another"))
            raise ValueError(error_text(key, hint=found))
        """
    }
    assert said(files, "a.py", 7) == ["no {key}"]
    assert said(files, "a.py", 8) == ["no {key}, try another"]
    assert said(files, "a.py", 9) == ["no {key}", "no {key}, try {found}"]


def test_a_function_at_the_very_beginning_of_a_file_is_told_apart_from_its_module():
    source = (
        "def text(hint=None):\n    return 'no hint' if hint is None else f'try {hint}'\nhint = 1\nraise E(text())\n"
    )
    assert said({"a.py": source}, "a.py") == ["no hint"]


HINTED = """
    class Boom(Exception):
        def __init__(self, message, hint=None):
            self.message, self.hint = message, hint

        def __str__(self):
            text = f"broken: {self.message}"
            if self.hint:
                text += f" (hint: {self.hint})"
            return text
"""


@pytest.mark.parametrize(
    "amending",
    ["e.hint = x", "setattr(e, 'hint', x)", "setattr(e, name, x)", "e.__dict__.update(hint=x)", "e.hint, y = x, 1"],
)
def test_an_attribute_that_is_set_after_the_exception_is_built_may_hold_anything(amending: str):
    files = {
        "app/__init__.py": "",
        "app/errors.py": HINTED,
        "app/main.py": f"from .errors import *\ndef f():\n    e = Boom('one')\n    {amending}\n    raise e\n",
    }
    assert sorted(said(files, "app/main.py")) == ["broken: one", "broken: one (hint: {self.hint})"]


@pytest.mark.parametrize("setting", ["(self.hint, self.message) = h, 1", "setattr(self, 'hint', h)", "self.hint += h"])
def test_an_attribute_that_a_method_sets_in_any_way_may_hold_anything(setting: str):
    classes = f"{HINTED}\n        def more(self, h):\n            {setting}\n"
    assert len(shown(classes, "Boom('one')")) == 2


@pytest.mark.parametrize(
    "function",
    [
        "def text(name, hint=None):\n    said = f'bad {name}'\n    for n in name:\n        if hint:\n"
        "            said += ' try this'\n        hint = n\n    return said",
        "def text(name, hint=None):\n    def look():\n        nonlocal hint\n        hint = name\n    look()\n"
        "    if hint:\n        return f'bad {name} try this'\n    return f'bad {name}'",
        "@adds_hint\ndef text(name, hint=None):\n    if hint:\n        return f'bad {name} try this'\n"
        "    return f'bad {name}'",
    ],
)
def test_a_parameter_that_may_be_another_one_when_it_is_tested_rules_nothing_out(function: str):
    files = {"app/__init__.py": "", "app/main.py": f"{function}\n\ndef f(a):\n    raise ValueError(text(a))\n"}
    assert any("try this" in text for text in said(files, "app/main.py"))
