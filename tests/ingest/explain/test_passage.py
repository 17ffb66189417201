"""Which callers of a function can bring its error about, and let it through."""

import ast

import pytest

from ingest.explain.conditions import atoms
from ingest.explain.excluding import exclude
from ingest.explain.passage import is_ruled_out, raised
from tests.ingest.explain.reading import beyond_meaning, explained, part

CODE = """
class Loader:
    def load(self, mode, size=1):
        {call}

    def _load(self, mode, size=1):
        if mode is None:
            raise ValueError("no mode")
"""


def callers(call, code=CODE):
    said = beyond_meaning(explained(code.replace("{call}", call)))
    return [text for text in said if " call" in text]


@pytest.mark.parametrize("call", ["self._load(mode)", "self._load(mode=mode, size=2)", "self._load(*mode)"])
def test_caller_that_hands_over_what_may_trigger_it_is_named(call):
    assert callers(call) == ["`Loader.load` calls `Loader._load`."]


@pytest.mark.parametrize("call", ["self._load('r')", "self._load(mode='r')", "self._load(1, size=size)"])
def test_caller_that_hands_over_what_cannot_trigger_it_is_not(call):
    assert callers(call) == []


def test_default_counts_where_nothing_is_handed_over():
    code = CODE.replace("mode is None", "size > 1")

    assert callers("self._load(mode)", code) == []
    assert callers("self._load(mode, size)", code) != []
    assert callers("self._load(mode, **size)", code) != []


@pytest.mark.parametrize(
    "around",
    [
        "if mode is not None:\n            self._load(mode)",
        "if mode:\n            self._load(mode)",
        "if mode == 'r':\n            self._load(mode)",
        "if mode is None:\n            return 1\n        self._load(mode)",
        "if mode is None:\n            pass\n        else:\n            self._load(mode)",
    ],
)
def test_caller_that_has_ruled_the_condition_out_is_not_named(around):
    assert callers(around) == []
    assert callers(around.replace("(mode)", "(other(mode))")) != []
    assert callers(around.replace("if mode", "if size")) != []


def test_condition_on_the_object_itself_counts_as_well():
    code = CODE.replace("mode is None", "self.mode is None")

    assert callers("if self.mode is not None:\n            self._load(mode)", code) == []
    assert callers("if self.other is not None:\n            self._load(mode)", code) != []


@pytest.mark.parametrize("classes", ["ValueError", "Exception", "(OSError, ValueError)", ""])
def test_caller_that_handles_the_error_is_not_named(classes):
    handled = f"try:\n            self._load(mode)\n        except {classes}:\n            return 1"

    assert callers(handled) == []
    assert callers(handled.replace("return 1", "raise")) != []


@pytest.mark.parametrize("classes", ["OSError", "KeyError", "UnicodeError"])
def test_caller_that_handles_other_errors_is_named(classes):
    assert callers(f"try:\n            self._load(mode)\n        except {classes}:\n            return 1") != []


def test_error_that_is_suppressed_does_not_come_through():
    assert callers("with suppress(ValueError):\n            self._load(mode)") == []
    assert callers("with suppress(OSError):\n            self._load(mode)") != []


def test_second_call_counts_where_the_first_cannot_trigger_it():
    assert callers("self._load('r')\n        self._load(mode)") != []


def test_default_of_an_option_is_its_callers():
    code = CODE.replace("def _load(self, mode", "def _load(self, mode=None")
    default = "which is its default"
    said = part(explained(code.replace("{call}", "self._load(mode)")), "situations")
    alike = code.replace("def load(self, mode,", "def load(self, mode=None,")
    same = part(explained(alike.replace("{call}", "self._load(mode)")), "situations")

    assert not any(default in text for text in said)
    assert said == []
    assert same == ["`mode` of `Loader.load` is left out: its default is `None`."]


def test_error_that_the_function_handles_itself_goes_nowhere():
    code = CODE.replace(
        '        if mode is None:\n            raise ValueError("no mode")\n',
        '        try:\n            raise ValueError("no mode")\n        except ValueError:\n            return size\n',
    ).replace("{call}", "self._load(mode)")

    kept = "`Loader._load` raises `ValueError`, and catches it with `except ValueError`"
    assert part(explained(code), "meaning") == [f"{kept}, which returns `size`."]
    noted = code.replace("return size", "failures.append(size)")
    assert part(explained(noted), "meaning") == [f"{kept}."]
    assert callers("", code) == []
    other = code.replace("except ValueError", "except OSError")
    assert part(explained(other), "meaning") == []
    assert callers("", other) != []


def test_two_conditions_exclude_each_other_only_if_no_number_meets_both():
    signs = ["==", "!=", "<", "<=", ">", ">=", "is", "is not"]
    every = [f"{no}x {sign} {value}" for no in ("not ", "") for sign in signs for value in (2, 3)]
    every += ["x in (2, 3)", "x not in (2, 3)", "not x in (2, 3)", "x", "not x"]
    meets = {
        text: {x for x in range(-1, 6) if eval(text.replace("is not", "!=").replace(" is ", " == "), {"x": x})}
        for text in every
    }
    for one in every:
        for other in every:
            if exclude(atoms(one)[0], atoms(other)[0]):
                assert not meets[one] & meets[other], (one, other)
    assert exclude(atoms("x == 3")[0], atoms("x != 3")[0])
    assert exclude(atoms("x > 3")[0], atoms("not x > 3")[0])


@pytest.mark.parametrize(
    "handler",
    [
        "except ValueError as e:\n            last = e\n        raise last",
        "except ValueError as e:\n            self.errors.append(e)",
        "except ValueError as e:\n            self.error = e",
        "except ValueError as e:\n            last = e.with_traceback(None)",
        "except ValueError as e:\n            reraise(e)",
        "except ValueError as e:\n            ctx.fail(str(e))",
        "except ValueError:\n            six.reraise(*sys.exc_info())",
        "except ValueError:\n            parser.error('no mode')",
        "except ValueError as e:\n            return e",
        "except ValueError as e:\n            return lambda: e",
        "except ValueError as e:\n            failed = last or e",
        "except ValueError as e:\n            raise KeyError from e",
    ],
)
def test_error_that_the_handler_stores_or_hands_on_may_get_out(handler):
    assert callers(f"try:\n            self._load(mode)\n        {handler}") != []


@pytest.mark.parametrize(
    "use",
    [
        "log.error('no: %s', e)",
        "self.logger.exception('no', exc_info=e)",
        "print(f'no: {e}', e.args)",
        "return str(e)",
        "return 'no: %s' % (e,)",
        "if 'mode' in e.args and isinstance(e, OSError):\n                return 1",
        "warnings.warn(str(e))",
    ],
)
def test_error_that_the_handler_only_shows_stays_inside(use):
    assert callers(f"try:\n            self._load(mode)\n        except ValueError as e:\n            {use}") == []


def test_innermost_handler_decides_what_gets_out():
    inner = "try:\n                self._load(mode)\n            except ValueError as e:\n                {use}"
    around = f"try:\n            {inner}\n        except ValueError:\n            return 1"

    assert callers(around.replace("{use}", "raise")) == []
    assert callers(around.replace("{use}", "raise e")) == []
    assert callers(around.replace("{use}", "raise OSError from e")) != []
    assert callers(around.replace("{use}", "self.last = e")) != []


@pytest.mark.parametrize(
    "between",
    ["self.close()", "reset(self)", "super().close()", "self.link.close()"],
)
def test_condition_on_the_object_counts_until_something_of_it_is_called(between):
    code = CODE.replace("mode is None", "self.mode is None")
    left = "if self.mode is None:\n            return 1\n        {between}\n        self._load(mode)"

    assert callers(left.replace("{between}", "other.close()"), code) == []
    assert callers(left.replace("{between}", between), code) != []
    loop = f"if self.mode:\n            for _ in mode:\n                self._load(mode)\n                {between}"
    assert callers(loop.replace(between, "other.close()"), code) == []
    assert callers(loop, code) != []


def test_condition_on_the_object_says_nothing_of_another_object():
    code = "def load(self, other):\n    if self.mode is None:\n        return\n    {call}\n"
    inner = ast.parse("def _load(self):\n    raise E('no')\n").body[0]
    error = raised("E", (), inner, "Loader", atoms("self.mode is None"))
    for owner, wanted in (("self", True), ("super()", True), ("other", False), ("self.other", False)):
        function = ast.parse(code.replace("{call}", f"{owner}._load()")).body[0]
        assert is_ruled_out(function, function.body[-1].value, error) is wanted
