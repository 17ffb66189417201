"""Of a statement that chooses what it raises, both classes are told, and what chooses."""

from tests.ingest.explain.reading import explained, part

CODE = """
def read(size, missing=True):
    if size == 0:
        raise KeyError("none") if missing else ValueError("empty")
"""


def test_both_classes_are_told_with_what_chooses_between_them():
    result = explained(CODE)
    chosen = "`KeyError` (if `missing` is truthy) or else `ValueError`"
    assert part(result, "meaning") == [f"`read` raises {chosen} when the parameter `size` is `0`."]
    assert result.trigger_code == ""


def test_of_more_than_two_only_the_classes_are_told():
    code = CODE.replace("else ValueError", "else OSError() if size else ValueError")
    meaning = "`read` raises `KeyError`, `OSError` or `ValueError` when the parameter `size` is `0`."
    assert part(explained(code), "meaning") == [meaning]


def test_one_class_with_two_texts_is_one():
    code = CODE.replace("ValueError", "KeyError")
    assert part(explained(code), "meaning") == ["`read` raises `KeyError` when the parameter `size` is `0`."]
    assert explained(code).trigger_code != ""


def test_variable_that_is_raised_is_told_by_its_name():
    code = "def load(path, error):\n    if path is None:\n        raise {}\n"

    assert part(explained(code.format("error")), "meaning") == [
        "`load` raises `error` when the parameter `path` is `None`."
    ]
    traced = explained(code.format("error.with_traceback(path)"))
    assert part(traced, "meaning") == ["`load` raises `error` when the parameter `path` is `None`."]
