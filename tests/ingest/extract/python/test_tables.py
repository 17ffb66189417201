"""Items of dicts of texts, and texts that stand in for what a dict lacks."""

from tests.ingest.extract.python.reading import message_of, texts
from tests.ingest.link.pins import said


def test_a_key_that_is_one_of_two_gives_two_wordings():
    source = """
        class Field:
            texts = {"empty": "It is empty.", "null": "It is null.", "long": "It is long."}

            def check(self):
                raise ValueError(self.texts["null" if self.null else "empty"])
    """
    assert said({"a.py": source}, "a.py") == ["It is null.", "It is empty."]


def test_a_text_for_other_keys_is_a_wording_beside_what_a_key_may_hold():
    assert message_of('kw.get("text", "It is bad.")') == ["It is bad.", '{kw.get("text", "It is bad.")}']
    assert message_of('kw.pop("text", f"It is bad: {n.x}")')[0] == "It is bad: {n.x}"


def test_a_get_from_a_table_may_be_any_of_its_texts():
    source = """
        TEXTS = {1: "It is bad.", 2: "It is worse."}

        def f(code):
            raise ValueError(TEXTS.get(code, "It is unknown."))
    """
    assert said({"a.py": source}, "a.py") == ["It is bad.", "It is worse.", "It is unknown."]


def test_a_get_without_a_text_says_nothing():
    assert message_of("kw.get('text', n)") == ["[kw.get call(text, <n>)]"]
    assert message_of("kw.get('text')") == ["[kw.get call(text)]"]


def test_a_list_that_is_filled_later_is_called_by_its_name():
    assert message_of("errors", "errors = []\nfor item in items:\n    errors.append(item)\n") == ["{errors}"]


def test_none_beside_a_key_is_left_out():
    found = texts("def f(n):\n    key = None\n    if n:\n        key = n.name\n    raise KeyError(key)\n")

    assert found == ["{n.name!r}"]
