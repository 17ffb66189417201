"""What is said of errors that have a kind of their own: versions, servers, rights, texts that cannot be read."""

import pytest

from tests.ingest.explain.reading import explained, part


def solutions(code):
    return part(explained(code), "solution")


@pytest.mark.parametrize(
    ("condition", "wanted"),
    [
        ("sys.version_info < (3, 11)", "Run it with Python `3.11` or newer: `sys.version_info` is below `(3, 11)`."),
        (
            'parse(anvil.__version__) >= parse("2.0")',
            "Install `anvil` in a version older than `2.0`: `parse(anvil.__version__)` is at least `parse('2.0')`.",
        ),
        (
            'not version("anvil") >= "2.0"',
            "Install `anvil` in version `2.0` or newer: `version('anvil')` is not at least `'2.0'`.",
        ),
    ],
)
def test_version_that_it_does_not_go_with_is_told_with_the_one_that_it_needs(condition, wanted):
    assert solutions(f"def run():\n    if {condition}:\n        raise RuntimeError('no')\n") == [wanted]


@pytest.mark.parametrize("condition", ["self.version < 3", "row.version < (1, 2)", "anvil.__version__ < minimum"])
def test_version_of_a_thing_or_one_that_is_not_written_out_is_no_products(condition):
    assert not any(
        "Install" in text for text in solutions(f"def run(self):\n    if {condition}:\n        raise E('no')\n")
    )


def refused(statement, caught):
    return f"""
def load(name, timeout=3):
    try:
        {statement}
    except {caught}:
        raise RuntimeError("cannot load") from None
"""


@pytest.mark.parametrize(
    ("statement", "caught", "wanted"),
    [
        (
            "return int(name)",
            "ValueError",
            "Choose `name` of `load` so that `int(name)` can read what it is given: there was a `ValueError`.",
        ),
        (
            "tree = ast.parse(name.strip(), mode='eval').body",
            "SyntaxError",
            "Choose `name` of `load` so that `ast.parse(name.strip(), mode='eval')` can read what it is given:"
            " there was a `SyntaxError`.",
        ),
        (
            "return MAKERS[name]",
            "KeyError",
            "Choose `name` of `load` so that `MAKERS[name]` exists: there was a `KeyError`.",
        ),
        ("return name.parts", "AttributeError", "Choose `name` of `load` so that `name` has an attribute `parts`."),
        (
            "return requests.get(name, timeout=timeout)",
            "requests.Timeout",
            "Check the other end of `requests.get(name, timeout=timeout)`, and `name` of `load` and"
            " `timeout` of `load`: it did not answer in time (`requests.Timeout`).",
        ),
        (
            "name.touch()",
            "PermissionError",
            "Give the user that runs the program the right to do `name.touch()` for `name` of `load`:"
            " there was a `PermissionError`.",
        ),
    ],
)
def test_statement_that_failed_is_named_with_what_it_was_given(statement, caught, wanted):
    assert solutions(refused(statement, caught)) == [wanted]


@pytest.mark.parametrize(
    ("statement", "caught"), [("return int(STATE)", "ValueError"), ("return int(name)", "Exception")]
)
def test_statement_that_failed_for_a_reason_that_is_not_known_is_not_blamed_on_an_option(statement, caught):
    assert solutions(refused(statement, caught)) == []


def test_answer_of_a_server_is_told_from_other_calls():
    code = """
def load(url):
    answer = requests.get(url)
    if answer.status_code != 200:
        raise RuntimeError("no answer")
"""
    assert solutions(code) == [
        "Look at what `requests.get(url)` was answered: `answer.status_code` is anything but `200`."
    ]
    assert not any("answered" in text for text in solutions(code.replace("status_code", "size")))


@pytest.mark.parametrize(
    ("condition", "wanted"),
    [
        ("not os.access(path, os.R_OK | os.W_OK)", "Let the user that runs the program read and write `path`."),
        ("os.geteuid() != 0", "Run it as root: `os.geteuid()` is anything but `0`."),
    ],
)
def test_right_that_is_lacking_is_named(condition, wanted):
    assert solutions(f"def run(path):\n    if {condition}:\n        raise RuntimeError('no')\n") == [wanted]


def test_option_of_the_call_that_gave_what_could_not_be_read_is_not_blamed():
    code = """
def load(name):
    value = ENVIRONMENT.read(name)
    try:
        return int(value)
    except ValueError:
        raise RuntimeError("cannot load") from None
"""
    assert solutions(code) == []
    assert solutions(code.replace("ENVIRONMENT.read(name)", "name + name")) == [
        "Choose `name` of `load` so that `int(value)` can read what it is given: there was a `ValueError`."
    ]
