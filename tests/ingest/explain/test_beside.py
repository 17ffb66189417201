"""Processes beside this one answer as would be answered here, in order, whatever becomes of them."""

import os
import signal
import zlib
from contextlib import suppress

import psutil
import pytest

from bench.unstored import stored_site
from ingest.explain import beside
from ingest.explain.beside import Beside
from ingest.explain.index import Index
from ingest.explain.questions import Expect, Explain, Settle, answer
from ingest.explain.saying import Row
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
TEST = """
import pytest
from anvil.load_{0} import C{0}

def test_load():
    loading = C{0}()
    with pytest.raises(ValueError, match="no path {0}"):
        loading.load()
"""
COUNT = 30


@pytest.fixture
def files():
    code = {f"anvil/load_{number}.py": CODE.format(number) for number in range(COUNT)}
    tests = {f"tests/test_{number}.py": TEST.format(number) for number in range(COUNT)}
    return {path: text.encode() for path, text in ({"anvil/base.py": BASE} | code | tests).items()}


@pytest.fixture(autouse=True)
def _two_processes_for_any_work(monkeypatch):
    monkeypatch.setattr(beside, "_WORTH_PROCESSES", 1)
    monkeypatch.setattr(beside, "processors", lambda: 2)


def indexed(files):
    index = Index(files.get)
    for path, content in files.items():
        index.add(path, content)
    return index


def questions(files):
    for path, content in files.items():
        if path.startswith("tests/"):
            yield Expect(path)
            yield Settle(path, [7])
        else:
            sites = PythonExtractor().extract(content).sites
            yield Explain(path, [Row(f"{path} {site.line}", stored_site(site, path)) for site in sites])


def besides(files, **kwargs):
    return Beside(indexed(files), {path: zlib.compress(content) for path, content in files.items()}, **kwargs)


def here(files):
    index = indexed(files)
    return [answer(question, index) for question in questions(files)]


def children():
    """Those that explain: a browser's and others are none of these tests' business."""
    return [process for process in psutil.Process().children() if _explains(process)]


def _explains(process):
    with suppress(psutil.NoSuchProcess):
        return "ingest.explain.child" in process.cmdline() or deadly.__name__ in process.cmdline()
    return False


def test_all_is_answered_in_order_as_if_here(files):
    with besides(files) as two:
        found = list(two.answers(questions(files)))

    assert found == here(files)
    said = [one for answers in found[: COUNT + 1] for one in answers]
    assert all(one.body and one.asked and one.is_lasting for one in said)
    assert [item.line for item in found[-2]] == [7]
    assert found[-1][7].failing == "loading.load()"


def test_what_a_killed_process_was_asked_another_is_asked(files):
    with besides(files) as two:
        answers = two.answers(questions(files))
        found = [next(answers)]
        for process in children():
            os.kill(process.pid, signal.SIGKILL)
        found += answers

    assert found == here(files)


def test_question_that_ends_one_process_after_the_other_alone_has_no_answer(files, caplog):
    files["anvil/load_7.py"] = deadly.MARK + b"\n" + files["anvil/load_7.py"]
    with besides(files, module=deadly.__name__) as two:
        found = list(two.answers(questions(files)))

    lost = next(at for at, question in enumerate(questions(files)) if question.path == "anvil/load_7.py")
    expected = here(files)
    assert found[lost] is None
    assert found[:lost] + found[lost + 1 :] == expected[:lost] + expected[lost + 1 :]
    assert "explaining anvil/load_7.py ended its process" in caplog.text


def test_where_no_process_starts_all_is_answered_here(files, caplog):
    with besides(files, module="anvil.nowhere") as none:
        found = list(none.answers(questions(files)))

    assert found == here(files)
    assert caplog.text.count("no process to explain in could be started") == 1


@pytest.mark.parametrize(("worth", "cores", "is_divided"), [(91, 2, True), (92, 2, False), (91, 1, False)])
def test_processes_start_for_much_work_where_there_are_processors(worth, cores, is_divided, files, monkeypatch):
    monkeypatch.setattr(beside, "_WORTH_PROCESSES", worth)
    monkeypatch.setattr(beside, "processors", lambda: cores)
    before = children()
    with besides(files) as found:
        answers = found.answers(questions(files))
        first = next(answers)
        assert (children() != before) is is_divided
        assert [first, *answers] == here(files)
    assert children() == before


def test_processes_that_live_are_asked_what_is_little_work_too(files, monkeypatch):
    with besides(files) as two:
        list(two.answers(questions(files)))
        monkeypatch.setattr(beside, "_WORTH_PROCESSES", 1_000)
        monkeypatch.setattr(beside, "answer", None)

        assert list(two.answers([Expect("tests/test_1.py")])) == [answer(Expect("tests/test_1.py"), indexed(files))]


def test_processes_end_with_the_block_whatever_ends_it(files):
    before = children()
    with suppress(KeyboardInterrupt), besides(files) as two:
        next(two.answers(questions(files)))
        raise KeyboardInterrupt

    assert children() == before


def test_nothing_is_made_ready_for_processes_where_little_is_asked(files, monkeypatch):
    monkeypatch.setattr(beside, "Setup", None)
    with besides(files) as none:
        assert list(none.answers([Explain("anvil/base.py", [])])) == [[]]
        assert list(none.answers([])) == []


def test_question_about_no_entry_is_answered_at_once(files):
    with besides(files, module="anvil.nowhere") as none:
        assert list(none.answers([Explain("anvil/base.py", []), Explain("anvil/base.py", [])])) == [[], []]


def test_what_is_asked_about_nothing_is_answered_before_all_is_asked(files, monkeypatch):
    monkeypatch.setattr(beside, "_MOST_WAITING", 2)
    asked = []
    with besides(files, module="anvil.nowhere") as none:
        answers = none.answers(asked.append(at) or Explain("anvil/base.py", []) for at in range(9))
        assert next(answers) == []
        assert len(asked) == 2
        assert list(answers) == [[]] * 8
