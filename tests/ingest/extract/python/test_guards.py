"""The conditions under which a statement runs, in order and the same at every run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ingest.extract.python.reading import site, sites

ROOT = Path(__file__).resolve().parents[4]


def guards(source: str) -> list[str]:
    return [guard.text for guard in site(source).guards]


def test_an_asserts_own_condition_did_not_hold():
    assert guards("def f(x):\n    assert x > 1, 'too small'\n") == ["not (x > 1)"]
    assert guards("def f(x):\n    assert not x, 'there is one'\n") == ["x"]


def test_tests_around_an_assert_come_before_its_own():
    source = """
        def f(x, items):
            if not items:
                return
            for item in items:
                if x:
                    assert (
                        item
                    ), "empty"
    """
    assert guards(source) == ["items", "for item in items", "x", "not (item)"]


def test_comment_behind_what_leaves_a_block_is_no_statement():
    source = """
        def f(x):
            if not x:
                return 1  # nothing
                # at all
            elif x > 3:
                return 2  # too much
            raise ValueError("no")
    """
    assert guards(source) == ["x", "not (x > 3)"]


def test_an_assert_that_never_holds_has_no_condition():
    assert guards("def f(x):\n    if x:\n        assert False, 'never'\n") == ["x"]
    assert guards("assert 0, 'never'\n") == []


def test_an_assert_is_no_guard_of_what_another_one_says():
    first, second = sites("def f(x, y):\n    assert x, 'no x'\n    assert y, 'no y'\n")

    assert [guard.text for guard in first.guards] == ["not (x)"]
    assert [guard.text for guard in second.guards] == ["not (y)"]


def test_extraction_and_linking_say_the_same_under_every_hash_seed():
    """Hash order of sets must not get into what is stored: an entry's text and guards would change from run to run."""
    code = (
        "import hashlib, pathlib, msgspec\n"
        "from ingest.extract import extractor_for\n"
        "from ingest.extract.facts import encode\n"
        "from ingest.link import PinnedFile, link\n"
        "paths = sorted(str(path) for path in pathlib.Path('ingest/extract').rglob('*.py'))\n"
        "facts = {path: extractor_for(path).extract(pathlib.Path(path).read_bytes()) for path in paths}\n"
        "linked = list(link([PinnedFile(path, path, 'source', found) for path, found in facts.items()]))\n"
        "digest = hashlib.sha256(b''.join(map(encode, facts.values())))\n"
        "digest.update(msgspec.msgpack.encode(linked))\n"
        "print(digest.hexdigest())\n"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert len(said.pop().strip()) == 64


def test_comments_within_a_condition_are_no_part_of_it():
    source = """
        def f(x, y):
            if (
                # only the small ones
                x < 3  # and no others
                and y != "#"
            ):
                try:
                    g(x)
                except (  # both
                    KeyError, OSError  # of a disk
                ):  # no others
                    raise ValueError("no")
    """
    assert guards(source) == ['x < 3 and y != "#"', "except (KeyError, OSError)"]


@pytest.mark.parametrize("filler", ["\n", "    # a remark\n", "        \n"])
def test_condition_over_thousands_of_lines_is_read_in_no_time(filler):
    source = f"def f(a, b):\n    if (a and\n{filler * 20_000}        b\n    ):\n        raise ValueError('no')\n"

    assert guards(source) == ["a and b"]
