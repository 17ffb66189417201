"""Processes beside this one say what would be said here, in order, whatever becomes of them."""

import os
import signal
import zlib
from contextlib import suppress

import psutil
import pytest

from bench.unstored import stored_site
from ingest.explain import beside
from ingest.explain.beside import Children, divided, ended
from ingest.explain.index import Index
from ingest.explain.saying import Row, said, said_of_rows
from ingest.extract.python import PythonExtractor
from tests.ingest.explain import deadly

BASE = "class Base:\n    def load(self):\n        raise NotImplementedError\n"
CODE = """
from anvil.base import Base

class C{0}(Base):
    def load(self, path=None):
        if path is None:
            raise ValueError("no path {0}")
"""
FILES = {"anvil/base.py": BASE} | {f"anvil/load_{number}.py": CODE.format(number) for number in range(30)}


@pytest.fixture
def files():
    return {path: text.encode() for path, text in FILES.items()}


def indexed(files):
    index = Index(files.get)
    for path, content in files.items():
        index.add(path, content)
    return index


def rows(files):
    for path, content in files.items():
        sites = PythonExtractor().extract(content).sites
        yield path, [Row(f"{path} {site.line}", stored_site(site, path)) for site in sites]


def compressed(files):
    return {path: zlib.compress(content) for path, content in files.items()}


def children(files, **kwargs):
    return ended(Children(indexed(files), compressed(files), 2, **kwargs))


def here(files):
    index = indexed(files)
    return [said(index, path, left) for path, left in rows(files)]


def test_all_is_said_in_order_as_if_here(files):
    with children(files) as two:
        found = list(two.said(rows(files)))

    assert found == here(files)
    assert all(one.body and one.asked and one.is_lasting for of_file in found for one in of_file)


def test_what_a_killed_process_was_asked_another_is_asked(files):
    with children(files) as two:
        answers = two.said(rows(files))
        found = [next(answers)]
        for process in psutil.Process().children():
            os.kill(process.pid, signal.SIGKILL)
        found += answers

    assert found == here(files)


def test_file_that_ends_its_process_costs_what_its_code_says(files, caplog):
    files["anvil/load_7.py"] = deadly.MARK + b"\n" + files["anvil/load_7.py"]
    with children(files, module=deadly.__name__) as two:
        found = list(two.said(rows(files)))

    asked = list(rows(files))
    expected = here(files)
    lost = next(place for place, (path, _) in enumerate(asked) if path == "anvil/load_7.py")
    assert found[lost] == said_of_rows(asked[lost][1])
    assert not found[lost][0].is_lasting
    assert found[lost][0].body["sentences"]
    assert found[:lost] + found[lost + 1 :] == expected[:lost] + expected[lost + 1 :]
    assert "explaining anvil/load_7.py ended its process" in caplog.text


def test_where_no_process_starts_all_is_explained_here(files, caplog):
    with children(files, module="anvil.nowhere") as none:
        found = list(none.said(rows(files)))

    assert found == here(files)
    assert caplog.text.count("no process to explain in could be started") == 1


@pytest.mark.parametrize(("worth", "cores", "is_divided"), [(31, 2, True), (32, 2, False), (31, 1, False)])
def test_processes_start_for_many_entries_where_there_are_processors(worth, cores, is_divided, files, monkeypatch):
    monkeypatch.setattr(beside, "_WORTH_PROCESSES", worth)
    monkeypatch.setattr(beside, "processors", lambda: cores)
    before = psutil.Process().children()
    with divided(indexed(files), compressed(files), rows(files)) as found:
        first = next(found)
        assert (psutil.Process().children() != before) is is_divided
        assert [first, *found] == here(files)
    assert psutil.Process().children() == before


def test_processes_end_with_the_block_whatever_ends_it(files):
    before = psutil.Process().children()
    with suppress(KeyboardInterrupt), children(files) as two:
        next(two.said(rows(files)))
        raise KeyboardInterrupt

    assert psutil.Process().children() == before


def test_file_without_entries_is_not_asked_about(files):
    with children(files, module="anvil.nowhere") as none:
        assert list(none.said([("anvil/base.py", [])])) == [[]]
