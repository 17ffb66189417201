"""Errors that the one function which calls what raises them always catches."""

import pytest

from ingest.explain.hashing import evidence_hash
from tests.ingest.explain.reading import evidence, explained, part

CODE = """
def forge(rows):
    try:
        return _find(rows)
    except KeyError:
        return None

def _find(rows):
    if not rows:
        raise KeyError("none there")
"""


def test_error_that_does_not_reach_users_is_told_so_without_advice():
    found = explained(CODE, bases=("builtins.KeyError",))

    assert part(found, "meaning")[0] == (
        "`_find` raises `KeyError` when `rows` is falsy, and `forge`, which alone calls it, catches it with "
        "`except KeyError`, which returns `None`."
    )
    assert part(found, "solution") == []


@pytest.mark.parametrize(
    "code",
    [
        CODE.replace("return None", "raise"),
        CODE.replace("except KeyError", "except OSError"),
        CODE.replace("_find", "find"),
        CODE + "\ndef other(rows):\n    _find(rows)\n",
    ],
    ids=["handed on", "not caught", "users may call it", "another calls it"],
)
def test_error_that_may_get_out_is_not_told_as_caught(code):
    assert not any("catches" in text for text in part(explained(code), "meaning"))


ASYNC = CODE.replace("def ", "async def ")
METHOD = """
class Anvil:
    def forge(self, rows):
        try:
            return self._find(rows)
        except KeyError:
            return None

    def _find(self, rows):
        if not rows:
            raise KeyError("none there")
"""


def says_caught(code, **others):
    found = explained(code, bases=("builtins.KeyError",), **others)
    return any("catches" in text for text in part(found, "meaning"))


@pytest.mark.parametrize(
    "code",
    [
        METHOD,
        METHOD.replace("    def _find(self, rows)", "    @staticmethod\n    def _find(rows)"),
        ASYNC.replace("return _find", "return await _find"),
        CODE.replace("return _find(rows)", "return [_find(row) for row in rows]"),
    ],
    ids=["method", "static", "awaited", "in a list"],
)
def test_call_that_runs_where_it_stands_is_told_as_caught(code):
    assert says_caught(code)


@pytest.mark.parametrize(
    "code",
    [
        "def other(pool, rows):\n    pool.map(_find, rows)\n" + CODE,
        "def other(rows):\n    Thread(target=_find, args=rows)\n" + CODE,
        METHOD.replace("    def _find", "    def other(self, rows):\n        map(self._find, rows)\n\n    def _find"),
        "find = lambda rows: 1\n" + CODE + "\nfind = _find\n",
        "def other(box):\n    return getattr(box, '_find')\n" + CODE,
        CODE.replace("def _find", "@task\ndef _find"),
        CODE.replace('raise KeyError("none there")', 'raise KeyError("none there")\n    yield rows'),
        ASYNC,
        ASYNC.replace("return _find(rows)", "return make_task(_find(rows))"),
        CODE.replace("return _find(rows)", "return lambda: _find(rows)"),
        CODE.replace("return _find(rows)", "return (_find(row) for row in rows)"),
        CODE.replace("return _find(rows)", "def later():\n            return _find(rows)\n        return later"),
    ],
    ids=[
        "handed on", "a thread", "a method handed on", "another name", "asked for by name", "decorated", "generator",
        "not awaited", "a task", "lambda", "looped later", "inner function",
    ],
)  # fmt: skip
def test_error_of_what_may_run_elsewhere_or_later_is_not_told_as_caught(code):
    assert not says_caught(code)


def test_function_that_another_file_brings_may_be_used_there():
    brought = "from anvil.load import _find\n"
    asking = brought + CODE.partition("\ndef _find")[0]
    code = CODE.partition("None\n")[2]

    assert says_caught(code, others={"anvil/use.py": asking})
    assert not says_caught(code, others={"anvil/use.py": asking, "anvil/more.py": brought + "find = _find\n"})
    assert not says_caught(code, others={"anvil/use.py": asking, "anvil/more.py": "from .load import _find as find\n"})


def test_comment_that_names_the_function_does_not_make_the_evidence_another():
    path = "anvil/load.py"
    found, noted = (evidence({path: text.encode()}, path) for text in (CODE, CODE + "\n# as _find does"))

    assert found.kept
    assert not noted.kept
    assert evidence_hash(found) == evidence_hash(noted)
