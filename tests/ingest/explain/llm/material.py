"""A made-up file that raises, as the checks and the prompt see it."""

from bench.unstored import stored_site
from ingest.explain.evidence import Reader
from ingest.explain.index import Index
from ingest.explain.llm.choosing import Question, question
from ingest.explain.llm.code import code
from ingest.explain.source import Source
from ingest.extract.python import PythonExtractor

PATH = "anvil/load.py"
ENGINE = '''
"""Engines. Numbers may be read from tables of old files."""
import numpy
from .base import BaseEngine


class FastEngine(BaseEngine):
    def generate(self, prompt, **input_kwargs):
        # Ask for one sequence at most.
        count = input_kwargs.pop("num_sequences", 1)
        if count != 1:
            raise NotImplementedError("FastEngine gives one sequence, see anvil_docs for others.")
        return numpy.array(self.backend("vllm", prompt))
'''


def asked(source: str = ENGINE, path: str = PATH) -> Question:
    """The question about the last statement that raises in `source`."""
    content = source.encode()
    index = Index({path: content}.get)
    index.add(path, content)
    site = [site for site in PythonExtractor().extract(content).sites if site.form != "reraise"][-1]
    known = Reader(Source(path, content), index).evidence(stored_site(site, path))
    return question("m-1", "0" * 16, known, code(content))


def ids_of(about: Question, quote: str) -> list[str]:
    """Ids of the places whose quote holds this."""
    return [name for name, fact in about.known.facts.items() if quote in fact.quote]
