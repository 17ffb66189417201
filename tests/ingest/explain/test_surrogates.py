"""Literals that hold half a character, as Python allows and no database does."""

from bench.unstored import stored_site
from ingest.explain.index import Index
from ingest.explain.proof.expectations import expectations
from ingest.explain.saying import Row, said
from ingest.explain.source import Source
from ingest.extract.python import PythonExtractor

CODE = rb"""
from dataclasses import dataclass, field

@dataclass
class Load:
    path: str = field(default="\ud800", metadata={"help": "the \ud800"})

    def check(self):
        if self.path == "\ud800":
            raise ValueError("no path")
"""
TEST = rb"""
def test_load():
    with pytest.raises(ValueError, match="no path here \ud800"):
        load("a")
"""


def test_they_are_explained_and_hashed():
    index = Index({"anvil/load.py": CODE}.get)
    index.add("anvil/load.py", CODE)
    (site,) = PythonExtractor().extract(CODE).sites
    (found,) = said(index, "anvil/load.py", [Row("1", stored_site(site, "anvil/load.py"))])
    assert found.is_lasting
    assert len(found.evidence_hash) == 16
    assert str(found.body).encode()


def test_what_a_test_expects_can_be_stored():
    (found,) = expectations(Source("tests/test_load.py", TEST))
    assert "".join(piece or "" for piece in found.text).encode().startswith(b"no path here ")
