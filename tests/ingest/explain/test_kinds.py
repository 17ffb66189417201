"""What is said of errors that have a kind of their own: versions, servers, rights, texts that cannot be read."""

import pytest

from tests.ingest.explain.reading import explained, part

IMPORTS = """
import sys
from importlib.metadata import version

import anvil
import requests
from packaging.version import parse

"""


def solutions(code, **kwargs):
    return part(explained(code, path="hammer/load.py", **kwargs), "solution")


@pytest.mark.parametrize(
    ("condition", "wanted"),
    [
        ("sys.version_info < (3, 11)", "Run it with Python `3.11` or newer: `sys.version_info` is below `(3, 11)`."),
        (
            "sys.version_info[:2] > (3, 11)",
            "Run it with Python `3.11` or older: `sys.version_info[:2]` is above `(3, 11)`.",
        ),
        # Python's own has more parts, so that `3.11.1` is above `(3, 11)`.
        (
            "sys.version_info > (3, 11)",
            "Run it with a version of Python older than `3.11`: `sys.version_info` is above `(3, 11)`.",
        ),
        ("sys.version_info <= (3, 11)", "Run it with Python `3.11` or newer: `sys.version_info` is at most `(3, 11)`."),
        (
            'parse(anvil.__version__) >= parse("2.0")',
            "Install what provides the module `anvil` in a version older than `2.0`:"
            " `parse(anvil.__version__)` is at least `parse('2.0')`.",
        ),
        (
            "anvil.VERSION > (2, 0)",
            "Install what provides the module `anvil` in a version older than `2.0`:"
            " `anvil.VERSION` is above `(2, 0)`.",
        ),
        (
            "anvil.VERSION <= (2, 0)",
            "Install what provides the module `anvil` in a version newer than `2.0`:"
            " `anvil.VERSION` is at most `(2, 0)`.",
        ),
        (
            'anvil.__version__ != "2.0"',
            "Install what provides the module `anvil` in version `2.0`: `anvil.__version__` is anything but `'2.0'`.",
        ),
        (
            'not parse(version("anvil-cli")) >= parse("2.0")',
            "Install `anvil-cli` in version `2.0` or newer:"
            " `parse(version('anvil-cli'))` is not at least `parse('2.0')`.",
        ),
    ],
)
def test_version_that_it_does_not_go_with_is_told_with_the_one_that_it_needs(condition, wanted):
    code = f"{IMPORTS}def run():\n    if {condition}:\n        raise RuntimeError('no')\n"
    assert solutions(code) == [wanted]
    assert solutions(code.replace("import anvil", "import anvil as a").replace("anvil.", "a.")) == [
        wanted.replace("anvil.", "a.")
    ]


@pytest.mark.parametrize(
    "condition",
    [
        'anvil.__version__ < "1.20"',
        'version("anvil") >= "2.0"',
        'parse(anvil.__version__) < "1.20"',
        "sys.version_info[:2] <= (3, 8)",
        "sys.version_info[1] < (3, 8)",
        "sys.version_info == (3, 8)",
        "sys.__version__ < (3, 8)",
    ],
)
def test_versions_that_do_not_order_as_they_are_compared_are_nothing_to_install(condition):
    assert solutions(f"{IMPORTS}def run():\n    if {condition}:\n        raise E('no')\n") == []


@pytest.mark.parametrize(
    "start",
    [
        "from . import anvil\n",
        "from hammer import anvil\n",
        "import hammer as anvil\n",
        "class anvil:\n    VERSION = (1, 2)\n",
        "import anvil\n\nanvil = anvil.load()\n",
        "import json as anvil\n",
        "import anvil\nimport other as anvil\n",
        "",
    ],
)
def test_version_of_what_is_not_plainly_another_projects_module_is_nothing_to_install(start):
    code = f"{start}\n\ndef run():\n    if anvil.VERSION < (1, 2):\n        raise E('no')\n"
    assert solutions(code, others={"hammer/__init__.py": "", "hammer/anvil.py": ""}) == []


@pytest.mark.parametrize("condition", ["self.version < 3", "row.version < (1, 2)", "anvil.__version__ < minimum"])
def test_version_of_a_thing_or_one_that_is_not_written_out_is_no_products(condition):
    assert not any(
        "Install" in text for text in solutions(f"def run(self):\n    if {condition}:\n        raise E('no')\n")
    )


def refused(statement, caught):
    return f"""
import socket

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
        (
            "return open(name)",
            "OSError",
            "Check `name` of `load`: `name` has to be there and open to the user that runs the program;"
            " `open(name)` failed (`OSError`).",
        ),
        (
            "return STATE.path.read_text()",
            "FileNotFoundError",
            "`STATE.path` has to be there and open to the user that runs the program;"
            " `STATE.path.read_text()` failed (`FileNotFoundError`).",
        ),
        (
            "return __import__(name)",
            "ImportError",
            "Check `name` of `load`: `name` has to name what can be imported;"
            " `__import__(name)` failed (`ImportError`).",
        ),
        (
            "return open(name, 'wb')",
            "OSError",
            "Check `name` of `load`: the folder of `name` has to be there, and the user that runs the program may write"
            " `name`; `open(name, 'wb')` failed (`OSError`).",
        ),
        (
            "return Path(name).open('r+')",
            "OSError",
            "Check `name` of `load`: `name` has to be there and open to the user that runs the program;"
            " `Path(name).open('r+')` failed (`OSError`).",
        ),
        ("return name.parts", "AttributeError", "Give `load` as `name` something that has an attribute `parts`."),
        (
            "return socket.create_connection(name, timeout)",
            "socket.timeout",
            "Check the other end of `socket.create_connection(name, timeout)`, and `name` and"
            " `timeout` of `load`: it did not answer in time (`socket.timeout`).",
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
    ("statement", "caught"),
    [
        ("return int(STATE)", "ValueError"),
        ("return find(name)", "Exception"),
        ("return socket.open(name)", "ImportError"),
        ("return name.open(STATE)", "OSError"),
        ("return name.stat()", "OSError"),
        ("return open(name, 'x')", "OSError"),
        ("return open(name, STATE)", "OSError"),
        ("return os.open(name, os.O_CREAT)", "OSError"),
    ],
)
def test_statement_that_failed_for_a_reason_that_is_not_known_is_not_blamed_on_an_option(statement, caught):
    assert solutions(refused(statement, caught)) == []


@pytest.mark.parametrize(
    ("start", "caught", "what"),
    [
        ("from socket import timeout as Late", "Late", "it did not answer in time"),
        ("import urllib.error", "urllib.error.HTTPError", "it answered with an error"),
        ("from urllib import error", "(error.URLError, error.HTTPError)", "the request failed"),
        ("import socket", "socket.gaierror", "it could not be reached"),
        ("", "ConnectionError", "the connection to it failed"),
    ],
)
def test_other_end_is_named_where_the_class_is_a_clients(start, caught, what):
    names = " or ".join(f"`{name.strip()}`" for name in caught.strip("()").split(","))
    assert solutions(f"{start}\n{refused('return fetch(name)', caught)}") == [
        f"Check the other end of `fetch(name)`, and `name` of `load`: {what} ({names})."
    ]


@pytest.mark.parametrize(
    ("start", "caught"),
    [
        ("", "TimeoutError"),
        ("", "Timeout"),
        ("from queue import Timeout", "Timeout"),
        ("from .errors import Timeout", "Timeout"),
        ("from .errors import ConnectionError", "ConnectionError"),
        ("from .errors import *", "ConnectionError"),
        ("class ConnectionError(Exception): pass", "ConnectionError"),
        ("import anvil.errors", "anvil.errors.HTTPError"),
        ("from http.client import HTTPException", "HTTPException"),
        ("from socket import timeout", "(timeout, TimeoutError)"),
        ("from anvil_http import RequestException", "RequestException"),
    ],
)
def test_call_that_may_be_of_anything_has_no_other_end(start, caught):
    code = f"{start}\n{refused('return job.result(name)', caught)}"
    assert not any("other end" in text for text in solutions(code))


def test_class_of_the_project_itself_is_no_clients():
    code = refused("return fetch(name)", "socket.timeout")
    assert not any("other end" in text for text in solutions(code, others={"src/socket/__init__.py": ""}))


@pytest.mark.parametrize(
    "condition", ["not job.ok", "job.reason != 'x'", "job.status != 'done'", "job.status != 0", "not job.status"]
)
def test_state_of_what_a_call_made_is_no_answer_of_a_server(condition):
    code = f"def load(c):\n    job = make_job(c)\n    if {condition}:\n        raise E('no')\n"
    assert not any("answered" in text for text in solutions(code))
    http = code.replace(condition, "job.status != 200")
    assert solutions(http) == ["Look at what `make_job(c)` was answered: `job.status` is anything but `200`."]


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
