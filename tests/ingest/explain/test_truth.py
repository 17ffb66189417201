"""What the explainer must not say of code that invites it to."""

import pytest

from tests.ingest.explain.reading import beyond_meaning, explained, part


def said(code, *parts):
    result = explained(code)
    return [text for name in parts or ("trigger", "situations", "solution") for text in part(result, name)]


def test_opposite_of_alternatives_is_that_none_holds():
    code = """
def join(left, right, graph):
    if left not in graph or right not in graph:
        raise KeyError("unknown end")
"""
    both = code.replace("left not in graph or right not in graph", "not (left in graph and right in graph)")

    wanted = "`left` is in `graph` and `right` is in `graph`."
    assert all(text.endswith(wanted) for text in said(code, "solution"))
    assert said(both, "solution") == said(code, "solution") != []


def test_option_that_meets_only_one_of_several_alternatives_is_a_remedy_for_that_one_alone():
    code = """
def join(left):
    other = _STATE.right
    if left > 3 or other.is_open:
        raise ValueError("no")
"""
    assert said(code, "solution") == ["If `left` is above `3`: set `left` of `join` to a value of at most `3`."]


def test_switch_of_a_function_that_only_the_project_calls_is_no_option():
    code = """
class Session:
    def add(self, row):
        self._update(row)

    def _update(self, row, revert=False):
        if not revert:
            raise ValueError("gone")
"""
    result = explained(code)
    assert part(result, "solution") == []
    assert (result.example_fix, result.guard_code) == ("", "")
    assert said(code.replace("_update", "update"), "solution") == ["Set `revert` of `Session.update` to `True`."]


def test_call_that_is_only_said_again_is_no_remedy():
    code = """
def check():
    if not is_ready():
        raise ValueError("not ready")
"""
    assert said(code, "solution") == []


def test_module_that_is_there_is_not_said_to_be_lacking():
    code = """
try:
    import anvil_fast
except ImportError:
    anvil_fast = None

def run(level):
    if anvil_fast is not None:
        raise ValueError("not with the fast one")
"""
    lacking = "The environment that runs the code lacks the module `anvil_fast`."
    assert lacking not in said(code)
    assert not any("Install" in text for text in said(code))
    assert lacking in said(code.replace("is not None", "is None"))


def test_one_value_after_the_other_is_told_as_none_of_them():
    code = """
def load(mode):
    if mode == "r":
        return 1
    elif mode == "w":
        return 2
    elif mode in ("a", "x"):
        return 3
    elif mode == "b":
        return 4
    raise ValueError("bad mode")
"""
    result = explained(code)
    wanted = "`mode` is neither `'r'`, `'w'`, `'a'`, `'x'` nor `'b'`."
    assert part(result, "meaning") == [f"`load` raises `ValueError` when the parameter {wanted}"]
    assert part(result, "solution") == ["Set `mode` of `load` to `'r'`, `'w'`, `'a'`, `'x'` or `'b'`."]
    assert result.guard_code == "# in front of load(..., mode=mode)\nassert mode in ('r', 'w', 'a', 'x', 'b')"


def test_condition_that_leads_to_another_error_is_not_to_be_turned_round():
    code = """
def load(mode):
    if mode == "r":
        return 1
    if mode == "w":
        raise OSError("not for writing")
    raise ValueError("bad mode")
"""
    assert said(code, "solution") == ["Set `mode` of `load` to `'r'`."]
    assert said(code.replace('raise OSError("not for writing")', "return 2"), "solution") == [
        "Set `mode` of `load` to `'r'` or `'w'`."
    ]


def test_value_and_what_it_is_compared_with_are_both_named():
    code = """
def load(size, most=9):
    count = size * 2
    if count > most:
        raise ValueError("no")
"""
    assert said(code, "solution") == [
        "Choose `size` and `most` of `load` so that `count` is at most `most`, where `count` is `size * 2`."
    ]


def test_inherited_method_that_calls_it_is_a_way_to_it():
    base = "class Base:\n    def attach(self, parent):\n        self._attach(parent)\n"
    code = """
from .base import Base


class Part(Base):
    def _attach(self, parent):
        if parent.size > 3:
            raise ValueError("no")
"""
    result = explained(code, others={"anvil/base.py": base})

    assert "`Part.attach` calls `Part._attach`." in beyond_meaning(result)
    assert part(result, "solution") == [
        "Give `Part.attach` as `parent` an object for which `parent.size` is at most `3`."
    ]
    own = code + "\n    def attach(self, parent):\n        return 1\n"
    assert not any(" calls " in text for text in beyond_meaning(explained(own, others={"anvil/base.py": base})))


def test_methods_that_set_a_state_are_named_only_if_users_call_all_of_them():
    code = """
class Client:
    def __init__(self):
        self._socket = None

    def connect(self):
        self._socket = open_socket()

    def send(self):
        if self._socket is None:
            raise RuntimeError("not connected")
"""
    entered = "Use the `Client` in a `with` block: entering it sets `self._socket`."
    private = "    def _reconnect(self):\n        self._socket = open_socket(2)\n\n    def send"

    assert said(code, "solution") == ["Make sure that `Client.connect` was called before: it sets `self._socket`."]
    assert said(code.replace("    def send", private), "solution") == []
    assert said(code.replace("def connect", "def __enter__"), "solution") == [entered]
    assert said(code.replace("self._socket = None", "self._socket = given()"), "solution") == []


def test_advice_of_a_message_is_quoted_whole():
    code = """
def load():
    raise ValueError("No more. Make sure all imports, calls, etc.\\nthat `load` needs are done. Bye.")
"""
    assert said(code, "solution") == [
        "The message advises: “Make sure all imports, calls, etc. that `load` needs are done.”"
    ]


def test_many_alternatives_are_a_list():
    code = "def load(a, b, c):\n    if a > 1 or b > 1 or c > 1:\n        raise ValueError('no')\n"
    wanted = "either `a` is above `1`, `b` is above `1` or `c` is above `1`"
    assert part(explained(code), "meaning") == [f"`load` raises `ValueError` when {wanted}."]


def test_part_of_an_object_is_nothing_to_choose_unless_it_is_configured():
    code = """
def load(state):
    count = state.parts + 1
    if count > 3:
        raise ValueError("no")
"""
    assert said(code, "solution") == []
    assert said(code.replace("state", "config"), "solution") == [
        "Choose `config.parts` so that `count` is at most `3`, where `count` is `config.parts + 1`."
    ]
    assert said(code.replace("state.parts", "config._parts"), "solution") == []


@pytest.mark.parametrize(
    "condition",
    [
        "anvil_fast is None or hammer is None",
        "not anvil_fast or hammer is None",
        "not (anvil_fast and hammer)",
    ],
)
def test_each_of_several_modules_is_needed_where_one_that_lacks_is_enough(condition):
    code = f"""
try:
    import anvil_fast
except ImportError:
    anvil_fast = None
try:
    import hammer
except ImportError:
    hammer = None

def run(level):
    if {condition}:
        raise ImportError("both are needed")
"""
    both = "Install what provides the modules `anvil_fast` and `hammer`: the condition needs all of them."
    assert both in said(code)
    assert both not in said(code.replace(" or ", " and ").replace("(anvil_fast and", "(anvil_fast or"))
    assert both not in said(code.replace("import hammer", "hammer = 2"))
    assert both not in said(code.replace("is None", "is not None").replace("not anvil", "anvil").replace("not (", "("))


def test_variable_that_is_called_like_a_keyword_of_patterns_is_a_condition():
    code = """
def parse(text):
    match = find(text)
    if match is None:
        raise ValueError("no match")
"""
    result = explained(code)
    assert part(result, "meaning")[0] == "`parse` raises `ValueError` when `match` is `None`."
    assert beyond_meaning(result)[0] == "`match` is what `find(text)` gives."
    matched = code.replace("if match is None", "match match").replace("raise", "case (None):\n            raise")
    assert ", in `match match`, in `case (None)`" in part(explained(matched), "meaning")[0]


def test_package_that_is_to_be_installed_is_told_once():
    code = "def load():\n    raise ImportError('No parser. You need to install anvil to use it. Bye.')\n"

    assert said(code, "solution") == ["Install `anvil`."]
