"""What goes wrong with one entry costs that entry alone, whichever step it goes wrong in."""

import pytest

from bench.unstored import stored_site
from ingest.explain import saying
from ingest.explain.index import Index
from ingest.explain.saying import Row, said
from ingest.extract.python import PythonExtractor

PATH = "anvil/load.py"
CODE = b"""
def load(path, mode):
    if not path:
        raise ValueError("no path")
    if not mode:
        raise ValueError("no mode")
"""


def explained():
    index = Index({PATH: CODE}.get)
    index.add(PATH, CODE)
    return said(index, PATH, [Row(str(at), stored_site(site, PATH)) for at, site in enumerate(sites())])


def sites():
    return PythonExtractor().extract(CODE).sites


def fails(step, monkeypatch, at):
    """Let a step of `saying` go wrong when it comes to a line."""
    real = getattr(saying, step)

    def made(of):
        if getattr(of, "line", at) == at:
            raise RecursionError
        return real(of)

    monkeypatch.setattr(saying, step, made)


@pytest.mark.parametrize("step", ["explain", "evidence_hash"])
def test_the_others_are_explained(step, monkeypatch, caplog):
    fine = explained()
    fails(step, monkeypatch, at=4)
    first, second = explained()
    assert not first.is_lasting
    assert second == fine[1]
    assert second.body
    assert f"explaining failed at {PATH}:4" in caplog.text


def test_a_text_that_cannot_be_stored_costs_its_entry(monkeypatch):
    monkeypatch.setattr(saying, "_storable", lambda explained: 1 // 0)
    assert [(one.body, one.is_lasting) for one in explained()] == [({}, False), ({}, False)]


def test_of_a_file_that_cannot_be_read_the_rows_are_explained(monkeypatch, caplog):
    monkeypatch.setattr(Index, "source", lambda index, path: 1 // 0)
    found = explained()
    assert [one.id for one in found] == ["0", "1"]
    assert all(one.evidence_hash and not one.is_lasting for one in found)
    assert f"explaining failed at {PATH}" in caplog.text


def test_a_question_with_half_a_character_can_be_handed_over(monkeypatch):
    monkeypatch.setattr(
        saying,
        "known",
        lambda *args: [saying.Known("1", saying.bare(stored_site(sites()[0], PATH)), {"def \ud800"}, True)],
    )
    (found,) = explained()
    assert "".join(found.asked).encode()
