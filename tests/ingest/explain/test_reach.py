"""What leads to a statement, and what other classes do in its place."""

import pytest

from tests.ingest.explain.reading import beyond_meaning, evidence, explained, part

ENGINES = {
    "anvil/base.py": """
class Engine:
    def run(self, **options): ...
""",
    "anvil/fast.py": """
from .base import Engine


class Fast(Engine):
    def run(self, **options):
        count = options.pop("count", 1)
        return [work() for _ in range(count)]
""",
    "anvil/strict.py": """
from .base import Engine


class Strict(Engine):
    def run(self, **options):
        count = options.pop("count", 1)
        if count != 1:
            raise ValueError("strict")
""",
}
SLOW = """
from .base import Engine


class Slow(Engine):
    def _run(self, **options):
        count = options.pop("count", 1)
        if count != 1:
            raise NotImplementedError("one at a time")

    def run(self, **options):
        return self._run(**options)
"""


@pytest.mark.parametrize("test", ["count is None", "not count", "not known(count)", "count not in STATE"])
def test_what_lacks_or_is_unknown_is_no_reason_to_use_another_class(test):
    result = explained(SLOW.replace("count != 1", test), others=ENGINES, path="anvil/slow.py")

    assert not any("Fast" in item.text for item in result.sentences)


def test_key_that_one_of_several_classes_refuses():
    """The shape of an engine that takes one value of an option that its sisters take freely."""
    result = explained(SLOW, others=ENGINES, path="anvil/slow.py")

    assert part(result, "meaning") == ["`Slow._run` raises `NotImplementedError` when `count` is anything but `1`."]
    assert beyond_meaning(result) == [
        "`count` is taken from `options`; it is `1` if it is not given.",
        "`Slow.run` calls `Slow._run`.",
    ]
    assert part(result, "solution") == [
        "Set `count` of `Slow.run` to `1`, or leave it out: `1` is its default.",
        "Use `Fast` in place of `Slow`: derived from `Engine` as well, it reads `count` without such a condition.",
    ]
    assert part(result, "situations") == ["Code that gives `count` to `Fast` is used with `Slow`."]
    assert result.example_fix == "# before\nSlow.run(..., count=2)\n\n# after\nSlow.run(..., count=1)"
    assert result.guard_code == '# in front of Slow.run(..., **options)\nassert options.get("count", 1) == 1'
    assert result.trigger_code == (
        "count = options.pop('count', 1)\nif count != 1:\n    raise NotImplementedError(...)"
    )


def test_function_of_a_module_is_reached_from_those_that_import_it():
    code = "def _load(path=None):\n    if path is None:\n        raise ValueError('no path')\n"
    others = {
        "anvil/api.py": "from .load import _load\n\n\ndef read(path=None):\n    return _load(path)\n",
        "anvil/other.py": "def _load(x): ...\n\n\ndef write():\n    # _load(1)\n    _load(1)\n",
    }
    result = explained(code, others=others)

    assert "`read` calls `_load`." in beyond_meaning(result)
    assert part(result, "solution") == ["Give a value for `path` of `read`; it is `None`."]


def test_call_that_only_a_docstring_speaks_of_leads_nowhere():
    code = '''
class Loader:
    def load(self):
        """
        self._load() is what does it.
        """

    def _load(self, path):
        if path is None:
            raise ValueError("no path")
'''
    assert not any(" calls " in text for text in beyond_meaning(explained(code)))


def test_method_that_a_class_does_not_offer_names_those_that_do():
    others = {
        "anvil/base.py": "class Base:\n    def save(self): ...\n",
        "anvil/disk.py": "from .base import Base\n\n\nclass Disk(Base):\n    def save(self):\n        return 1\n",
    }
    code = (
        "from .base import Base\n\n\nclass Null(Base):\n    def save(self):\n        raise NotImplementedError('no')\n"
    )

    assert part(explained(code, others=others), "solution") == [
        "Do without `save` of `Null`, which only raises: of what derives from `Base`, `Disk` can do it."
    ]


def test_state_names_the_methods_that_bring_it_about():
    code = """
class Client:
    def __init__(self):
        self._socket = None

    def connect(self):
        self._socket = open_socket()

    def close(self):
        self._socket = None

    def send(self):
        if self._socket is None:
            raise RuntimeError("not connected")
"""
    already = code.replace("is None", "is not None")

    assert part(explained(code), "solution") == [
        "Make sure that `Client.connect` was called before: it sets `self._socket`."
    ]
    assert part(explained(already), "solution") == [
        "Make sure that `Client.close` was called before: it resets `self._socket`."
    ]
    beside = part(explained(already.replace("def close", "def describe")), "solution")
    assert beside == []  # to reset it is not what it is called for


def test_helper_that_looks_for_a_module_or_a_variable_is_looked_into():
    others = {
        "anvil/have.py": """
import os
from importlib.util import find_spec


def has_fast():
    return find_spec("fast_anvil") is not None


def is_on(name):
    return os.getenv(name, "0") == "1"
"""
    }
    module = "from .have import has_fast\n\n\ndef load():\n    if not has_fast():\n        raise ImportError('no')\n"
    variable = "from .have import is_on\n\n\ndef load():\n    if is_on('SLOW'):\n        raise ValueError('no')\n"

    assert part(explained(module, others=others), "solution") == [
        "Install what provides the module `fast_anvil`: `has_fast()` looks for it."
    ]
    assert part(explained(variable, others=others), "solution") == [
        "Unset the environment variable `SLOW`: `is_on('SLOW')` looks for it."
    ]


def test_name_that_tells_of_a_failed_import_names_the_module():
    code = """
try:
    import fast_anvil
except ImportError:
    fast_anvil = None


def load():
    if fast_anvil is None:
        raise RuntimeError("no")
"""
    assert part(explained(code), "solution") == [
        "Install what provides the module `fast_anvil`: `fast_anvil` tells that it is missing."
    ]


def test_values_made_of_options_lead_back_to_them():
    item = "def load(names):\n    for name in names:\n        if not name.isidentifier():\n            raise E('bad')\n"
    made = "def load(names, known):\n    left = set(names) - known\n    if left:\n        raise E('unknown')\n"

    assert part(explained(item), "solution") == [
        "Give `names` of `load` only items `name` for which `name.isidentifier()` is true."
    ]
    assert part(explained(made), "solution") == [
        "Choose `names` and `known` of `load` so that `left` is falsy, where `left` is `set(names) - known`."
    ]


def test_method_that_a_nearer_class_overrides_does_not_lead_to_it():
    code = """
class A:
    def run(self):
        self._x(2 * self.n)

class B(A):
    def run(self):
        return 1

class C(B):
    def _x(self, n):
        if n > 3:
            raise ValueError("no")
"""
    reached = "`C.run` calls `C._x`."

    assert reached not in beyond_meaning(explained(code))
    assert reached in part(
        explained(code.replace("run(self):\n        return", "go(self):\n        return")), "trigger"
    )


def test_method_that_a_class_inherits_is_called_on_that_class():
    base = """
class Base:
    def __init__(self, data):
        self._check(data)

    def _check(self, data):
        pass
"""
    code = """
from .base import Base


class Rows(Base):
    def _check(self, data):
        if not isinstance(data, list):
            raise TypeError("no rows")
"""
    result = explained(code, others={"anvil/base.py": base}, path="anvil/rows.py")
    assert beyond_meaning(result) == ["`Rows(…)` calls `Rows._check`."]
    assert part(result, "solution") == ["Pass a `list` as `data` of `Rows(…)`."]
    hidden = explained(code.replace("Rows", "_Rows"), others={"anvil/base.py": base}, path="anvil/rows.py")
    assert beyond_meaning(hidden) == ["`Base(…)` calls `_Rows._check`."]


def test_parameter_that_the_caller_has_made_something_else_of_is_not_handed_on():
    code = """
def store(rows, fields):
    rows = [find(row) for row in rows]
    _check(rows, fields)

def _check(rows, fields):
    if fields and not rows:
        raise ValueError("no rows")
"""
    as_given = code.replace("    rows = [find(row) for row in rows]\n", "")
    assert part(explained(as_given), "solution") == [
        "Give a value for `rows` of `store` that is not empty, zero or `None`."
    ]
    assert part(explained(code), "solution") == []


def gathered(test="how in ['lightest', 'heaviest']", more=""):
    calls = {"any": "any", "total": "total", "lightest": "lightest"}
    methods = "".join(
        f'\n    def {name}(self, skip=True):\n        return self._gather("{how}", skip)\n'
        for name, how in calls.items()
    )
    return f"""
class Pile:
    def _wrap(self, rows, skip):
        if skip and rows.lacks():
            raise ValueError("all are lost with skip=True")

    def _gather(self, how, skip):
        rows = self.rows()
        if {test}:
            self._wrap(rows, skip=skip)
        return rows
{more}{methods}"""


def callers(code):
    return {caller.qualname for caller in evidence({"anvil/load.py": code.encode()}, "anvil/load.py").reach}


def test_caller_whose_word_makes_the_test_around_the_call_false_is_left_out():
    assert callers(gathered()) == {"Pile.lightest"}
    assert callers(gathered("how == 'total'")) == {"Pile.total"}


def test_callers_are_all_named_where_the_test_may_be_true_for_each():
    assert callers(gathered("self.is_kept")) == {"Pile.any", "Pile.total", "Pile.lightest"}
    assert callers(gathered("how in self.known")) == {"Pile.any", "Pile.total", "Pile.lightest"}
    anew = gathered().replace("rows = self.rows()", "how = self.rows()").replace("_wrap(rows", "_wrap(how")
    assert callers(anew) == {"Pile.any", "Pile.total", "Pile.lightest"}


def test_caller_that_comes_to_it_by_another_way_is_named():
    wraps = "        self._wrap(self.rows(), skip=skip)\n"
    again = f"\n    def _gently(self, how, skip):\n{wraps}        self._gather(how, skip)\n"
    code = gathered(more=again).replace('self._gather("any"', 'self._gently("any"')
    assert callers(code) == {"Pile.any", "Pile.lightest"}
    both = gathered(more="\n    def _twice(self, how, skip):\n        self._gather('heaviest', skip)\n").replace(
        'self._gather("any"', 'self._twice("any"'
    )
    assert callers(both) == {"Pile.any", "Pile.lightest"}


def test_what_is_tested_of_a_handed_on_value_is_known_further_up():
    code = """
def _pull(kind):
    if kind == "rope":
        raise ValueError("no rope")

def _lift(kind):
    return _pull(kind)

def hoist():
    return _lift("chain")

def drag():
    return _lift("rope")
"""
    assert callers(code) == {"drag"}


@pytest.mark.parametrize(
    "use",
    ["func.errcheck = check", "    errcheck = staticmethod(check)", "func.errcheck = partial(check, strict=True)"],
)
def test_function_that_ctypes_calls_is_given_nothing_by_users(use):
    code = 'def check(result, func, cargs):\n    if result == 0:\n        raise ValueError("cannot set")\n'
    within, after = (use, "") if use.startswith(" ") else ("    pass", use)
    more = {"anvil/calls.py": f"from .load import check\n\nclass Call:\n{within}\n\n{after}\n"}

    assert part(explained(code, others=more), "solution") == []
    assert explained(code, others=more).example_fix == ""
    called = {"anvil/calls.py": "from .load import check\n\ncheck(1, errcheck=bool)\n"}
    assert part(explained(code, others=called), "solution") != []
