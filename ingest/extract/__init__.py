"""Bytes of one source file -> SourceFacts. Pure: no Django, no network, no knowledge of paths or pins.

One module or package for each language; EXTRACTORS says which file names belong to which.
"""

from typing import Protocol

from ingest.extract.facts import SourceFacts, encode
from ingest.extract.python import PythonExtractor


class Extractor(Protocol):
    """What a language offers."""

    version: str

    def extract(self, content: bytes) -> SourceFacts:
        """Everything that `content` says of its errors; never raises, whatever the bytes are."""
        ...


_python = PythonExtractor()

# By the ending of the file's name.
EXTRACTORS: dict[str, Extractor] = {".py": _python, ".pyw": _python}


def extractor_for(path: str) -> Extractor | None:
    """The extractor for a file, by its name; None if no language claims it."""
    name = path.rsplit("/", 1)[-1]
    dot = name.rfind(".")
    return EXTRACTORS.get(name[dot:].lower()) if dot > 0 else None


def encoded(extractor: Extractor, content: bytes) -> bytes:
    """The facts of one blob as they are kept: what another process is asked for, which needs nothing but this."""
    return encode(extractor.extract(content))
