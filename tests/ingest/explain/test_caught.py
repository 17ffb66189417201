"""Errors that the one function which calls what raises them always catches."""

import pytest

from tests.ingest.explain.reading import explained, part

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
