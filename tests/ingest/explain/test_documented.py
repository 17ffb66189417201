"""What a docstring says of when the class is raised is quoted, if it is certain to be about this statement."""

import pytest

from tests.ingest.explain.reading import beyond_meaning, explained, part


def documented(code):
    found = beyond_meaning(explained(code))
    return [text.partition("“")[2].rstrip("”") for text in found if text.startswith("The documentation")]


NUMPY = '''
def load(size, bars=None):
    """Load it.

    Raises
    ------
    ValueError
        If `size` is not a positive
        number. Pass a larger one.

        More of it.
    KeyError
        If something else is wrong.

    Notes
    -----
    None.
    """
    if size <= 0:
        raise ValueError("size is too small")
'''
GOOGLE = '''
def load(size):
    """Load it.

    Raises:
        KeyError: If something else is wrong.
        anvil.ValueError: If ``size`` is not
            a positive number.
    Returns:
        Nothing.
    """
    if size <= 0:
        raise ValueError("size is too small")
'''
SPHINX = '''
def load(size):
    """Load it.

    :raises KeyError: if something else is wrong
    :raises ValueError: if `size` is not a positive
        number
    :returns: nothing
    """
    if size <= 0:
        raise ValueError("size is too small")
'''


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (NUMPY, "If `size` is not a positive number. Pass a larger one."),
        (GOOGLE, "If size is not a positive number."),
        (SPHINX, "if `size` is not a positive number"),
    ],
    ids=["numpydoc", "Google", "Sphinx"],
)
def test_what_the_docstring_says_of_the_class_is_quoted(code, said):
    assert documented(code) == [said]
    assert documented(code.replace("raise ValueError", "raise OSError")) == []
    assert documented(code.replace("load(", "_load(")) == []


def test_it_tells_when_it_happens_not_what_to_do_and_is_cited():
    result = explained(NUMPY)
    told = next(sentence for sentence in result.sentences if "documentation" in sentence.text)

    assert (told.part, [fact.line for fact in told.sources]) == ("trigger", [8])
    assert part(result, "solution") == ["Set `size` of `load` to a value above `0`."]


def test_what_the_message_says_as_well_is_not_quoted():
    assert documented(SPHINX.replace("size is too small", "the size must be a positive number")) == []


def test_of_several_points_the_one_that_is_about_the_condition_is_quoted():
    points = NUMPY.replace(
        "If `size` is not a positive\n        number. Pass a larger one.",
        "* If the bars are all alike\n        * If the size is too small to hold them",
    )

    assert documented(points) == ["If the size is too small to hold them"]
    assert documented(points.replace("the bars are all alike", "the size is too small to hold them")) == []


def test_what_speaks_of_something_else_is_not_quoted():
    assert documented(NUMPY.replace("`size` is not a positive", "the anvil glows without any")) == []
