"""What the explainer must not say of code that invites it to."""

import pytest

from tests.ingest.explain.reading import explained, part


def said(code, *parts):
    result = explained(code)
    return [text for name in parts or ("trigger", "situations", "solution") for text in part(result, name)]


@pytest.mark.parametrize(
    "code",
    [
        """
def fill(value):
    if isinstance(value, dict):
        raise TypeError("no dicts")
    value = unbox(value)
    return value
""",
        """
def fill(value):
    if callable(value):
        value = unbox(value)
    elif isinstance(value, dict):
        raise TypeError("no dicts")
    return value
""",
        """
def fill(value):
    if callable(value):
        value = unbox(value)
        return value
    if isinstance(value, dict):
        raise TypeError("no dicts")
""",
    ],
    ids=["below", "other branch", "branch that returns"],
)
def test_what_is_bound_elsewhere_does_not_hold_at_the_statement(code):
    assert said(code, "solution") == [
        "Pass something other than an instance of `dict` as `value` of `fill`.",
    ]
    assert not any("unbox" in text for text in said(code))


def test_what_is_bound_below_counts_when_a_loop_leads_back():
    code = """
def fill(value, steps):
    for step in steps:
        if value > 3:
            raise ValueError("too much")
        value = step + value
"""
    assert "Set `value` of `fill` to a value of at most `3`." not in said(code)


def test_parameter_that_was_replaced_is_nothing_to_turn():
    code = """
def load(mode):
    mode = guess()
    if mode != "r":
        raise ValueError("read only")
"""
    assert said(code, "solution") == []
    assert said(code.replace("guess()", "guess(mode)"), "solution") == [
        "Check `mode` of `load`: `mode` is anything but `'r'`, and `mode` is `guess(mode)`."
    ]


def test_value_that_is_bound_on_one_path_only_is_not_said_to_be_it():
    code = """
def load(mode, quick):
    if quick:
        mode = guess(mode)
    if mode != "r":
        raise ValueError("read only")
"""
    assert not any("is `guess(mode)`" in text or "gives" in text for text in said(code))


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


def test_option_that_meets_only_one_of_several_alternatives_is_no_remedy():
    code = """
def join(left):
    other = _STATE.right
    if left > 3 or other.is_open:
        raise ValueError("no")
"""
    assert said(code, "solution") == []


def test_handler_chose_what_to_raise_so_its_conditions_are_no_cause():
    code = """
def save(row, create=False):
    try:
        row.store()
    except OSError:
        if not create:
            raise ValueError("cannot store")
"""
    result = explained(code)
    assert part(result, "solution") == []
    assert part(result, "meaning")[0] == (
        "`save` raises `ValueError` while handling `OSError` from `row.store()` when `create` is false."
    )
    assert (result.example_fix, result.guard_code) == ("", "")


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


def test_attribute_of_a_given_object_is_not_set_alone():
    code = """
def check(field, config):
    if not field.null:
        raise ValueError("needs one that may be null")
"""
    assert said(code, "solution") == ["Give `check` as `field` an object for which `field.null` is truthy."]
    assert said(code.replace("field.null", "config.null"), "solution") == [
        "Give a value for `config.null` that is not empty, zero or `None`."
    ]


def test_call_that_is_only_said_again_is_no_remedy():
    code = """
def check():
    if not is_ready():
        raise ValueError("not ready")
"""
    assert said(code, "solution") == []


def test_attribute_that_a_constructor_sets_in_two_ways_has_no_one_value():
    code = """
class Engine:
    def __init__(self, kind):
        if kind:
            self.mode = first(kind)
        else:
            self.mode = second(kind)

    def run(self):
        if self.mode == "slow":
            raise ValueError("too slow")
"""
    either = (
        "        if kind:\n            self.mode = first(kind)\n        else:\n            self.mode = second(kind)\n"
    )
    once = code.replace(either, "        self.mode = first(kind)\n")

    assert not any("sets" in text for text in said(code, "trigger"))
    assert "`self.mode` is `first(kind)`." in said(once, "trigger")


def test_attribute_that_is_set_below_is_not_yet_that():
    code = """
class Engine:
    def run(self, mode=None):
        if self.mode == "slow":
            raise ValueError("too slow")
        self.mode = mode
"""
    assert not any("`mode`" in text for text in said(code))


def test_class_of_a_variable_is_unknown_if_one_branch_tells_none():
    code = """
from dataclasses import dataclass

@dataclass
class Args:
    stage: str = "a"

def main(quick):
    if quick:
        args = read()
    else:
        args = Args()
    if args.stage != "a":
        raise ValueError("one stage")
"""
    assert not any("Args" in text for text in said(code))
    assert any("`Args.stage`" in text for text in said(code.replace("read()", "Args()")))


def test_ellipsis_is_no_default():
    code = """
class Args(BaseModel):
    stage: str = Field(..., description="Which stage.")

def main(args: Args):
    if args.stage != "a":
        raise ValueError("one stage")
"""
    assert "`args.stage` is a field of `Args`. Its help says: “Which stage.”" in said(code)


def test_loop_that_found_nothing_is_the_cause_not_what_led_to_it():
    code = """
def rank(graph, steps=100):
    size = len(graph)
    if size == 0:
        return {}
    for _ in range(steps):
        if improve(graph):
            return graph
    raise ValueError("no end")
"""
    result = explained(code)
    ended = "the loop `for _ in range(steps)` ended without returning."
    assert part(result, "meaning") == [f"`rank` raises `ValueError` when `size` is anything but `0`, after {ended}"]
    assert part(result, "trigger")[0] == f"Only when `size` is anything but `0`, after {ended}"
    raised = "Raise `steps` of `rank`: the loop `for _ in range(steps)` ended without returning after that many rounds."
    assert (part(result, "solution"), result.example_fix, result.guard_code) == ([raised], "", "")
    assert part(explained(code.replace("range(steps)", "graph")), "solution") == []
    assert "ended" not in said(code.replace("return graph", "graph.touch()"), "trigger")[0]


def test_attempt_that_calls_what_is_not_named_names_none_of_its_calls():
    code = """
def page(number):
    try:
        check(number)
        number = int(number)
    except ValueError:
        raise LookupError("no such page")
"""
    assert said(code, "solution") == []


def test_value_of_an_assignment_that_failed_or_was_passed_over_is_not_said_to_be_it():
    code = """
def forms(most=None, bound=None):
    if most is None:
        most = MOST
    if most > bound:
        raise ValueError("too many")
"""
    assert "`most` is `MOST`." not in said(code)


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
    assert part(result, "meaning") == [f"`load` raises `ValueError` when {wanted}"]
    assert part(result, "trigger") == [f"Only when {wanted}"]
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


def test_loop_that_ended_without_a_break_is_the_cause_not_what_was_tested_before():
    code = """
def rank(graph, steps=100):
    if steps <= 0:
        return None
    for _ in range(steps):
        if improve(graph):
            break
    else:
        raise ValueError("no end")
"""
    result = explained(code)
    assert part(result, "meaning") == [
        "`rank` raises `ValueError` when `steps` is not at most `0`,"
        " after the loop `for _ in range(steps)` ended without a break."
    ]
    assert part(result, "solution") == [
        "Raise `steps` of `rank`: the loop `for _ in range(steps)` ended without a break after that many rounds."
    ]


STUB = 'class Base:\n    def load(self):\n        raise NotImplementedError("later")\n'


def test_method_of_a_class_that_nobody_derives_from_is_not_told_to_be_defined():
    derived = {"anvil/more.py": "from .load import Base\n\n\nclass More(Base):\n    pass\n"}

    assert said(STUB, "solution") == []
    assert part(explained(STUB, others=derived), "solution") == [
        "If your class derives from `Base`, define `load` in it."
    ]


def test_class_that_defines_only_what_calls_the_method_is_not_said_to_define_it():
    code = (
        "class Base:\n    def load(self):\n        self.fail()\n\n    def fail(self):\n        raise ValueError('no')\n"
    )
    more = "from .load import Base\n\n\nclass More(Base):\n    def load(self):\n        return 1\n"
    filled = explained(code, others={"anvil/more.py": more.replace("load(self", "fail(self")})

    assert part(explained(code, others={"anvil/more.py": more}), "solution") == []
    assert "`More`" in part(filled, "solution")[0]


def test_value_and_what_it_is_compared_with_are_both_named():
    code = """
def load(size, most=9):
    count = size * 2
    if count > most:
        raise ValueError("no")
"""
    assert said(code, "solution") == [
        "Choose `size` and `most` of `load` so that `count` is not above `most`, where `count` is `size * 2`."
    ]


def test_special_method_tells_what_it_is_called_for():
    code = "class Clause:\n    def __bool__(self):\n        raise TypeError('not defined')\n"
    wanted = (
        "Do not test an instance of `Clause` for truth, as `if`, `not`, `and` and `or` do:"
        " Python calls `__bool__` for that, which does nothing but raise."
    )
    assert said(code, "solution") == [wanted]
    assert said(code.replace("__bool__", "check"), "solution") == []


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

    assert "`Base.attach` calls `Part._attach`." in part(result, "trigger")
    assert part(result, "solution") == [
        "Give `Base.attach` as `parent` an object for which `parent.size` is not above `3`."
    ]
    own = code + "\n    def attach(self, parent):\n        return 1\n"
    assert not any(" calls " in text for text in part(explained(own, others={"anvil/base.py": base}), "trigger"))


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
    assert said(code, "trigger") == ["Only when either `a` is above `1`, `b` is above `1` or `c` is above `1`."]


def test_name_that_is_a_constant_on_one_path_is_not_made_of_an_option():
    code = """
def confirm(default=False):
    if ask() == "y":
        answer = True
    else:
        answer = default
    if not answer:
        raise ValueError("no")
"""
    once = code.replace("= default", "= not default")

    assert said(code, "solution") == said(once, "solution") == []
    assert said(once.replace("    else:\n    ", "").replace("        answer = True", "        pass"), "solution") == [
        "Choose `default` of `confirm` so that `answer` is truthy, where `answer` is `not default`."
    ]


def test_part_of_an_object_is_nothing_to_choose_unless_it_is_configured():
    code = """
def load(state):
    count = state.parts + 1
    if count > 3:
        raise ValueError("no")
"""
    assert said(code, "solution") == []
    assert said(code.replace("state", "config"), "solution") == [
        "Choose `config.parts` so that `count` is not above `3`, where `count` is `config.parts + 1`."
    ]
    assert said(code.replace("state.parts", "config._parts"), "solution") == []


def test_comment_behind_a_statement_is_no_part_of_it():
    code = """
def load(state):
    try:
        read(STATE)  # noqa
    except KeyError as error:
        raise ValueError("no") from error
"""
    wanted = "`load` raises `ValueError` while handling `KeyError` from `read(STATE)`."
    assert said(code, "meaning")[0] == wanted


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


@pytest.mark.parametrize(
    "code",
    [
        """
def load(n, k):
    if n == 3:
        n = k + 1
        raise ValueError("no")
""",
        """
def load(n):
    if n > 3:
        n = n - 1
        raise ValueError(f"too much: {n}")
""",
        """
class Engine:
    def __init__(self, n):
        self.n = n

    def load(self, k):
        if self.n == 3:
            self.n = k + 1
            raise ValueError("no")
""",
        """
def load(n, k):
    for _ in range(k):
        if step(k):
            return n
    k = n + 1
    raise ValueError("no end")
""",
    ],
    ids=["another value", "its own value", "attribute", "rounds of a loop"],
)
def test_what_is_bound_between_the_test_and_the_statement_is_not_what_was_tested(code):
    unchanged = "\n".join(line for line in code.split("\n") if not line.endswith(" 1"))

    assert said(code, "solution") == []
    assert said(unchanged, "solution") != []


def test_method_that_is_there_to_be_filled_in_is_not_also_told_not_to_be_used():
    code = "class Base:\n    def __call__(self):\n        raise NotImplementedError('later')\n"
    derived = {"anvil/more.py": "from .load import Base\n\n\nclass More(Base):\n    pass\n"}

    assert part(explained(code, others=derived), "solution") == [
        "If your class derives from `Base`, define `__call__` in it."
    ]
    assert len(said(code, "solution")) == 1
    assert said(code, "solution")[0].startswith("Do not call an instance of `Base`")
