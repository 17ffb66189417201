"""Bytes of one source file -> SourceFacts. Pure: no Django, no network, no knowledge of paths or pins.

One module or package for each language; EXTRACTORS says which file names belong to which.
"""

from collections.abc import Callable, Iterable
from typing import Protocol

from ingest.extract.facts import SourceFacts, encode
from ingest.extract.python import PythonExtractor


class Extractor(Protocol):
    """What a language offers."""

    @property
    def version(self) -> str:
        """What facts are kept by beside their blob: another code may say something else of it."""
        ...

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


# A blob's facts as they are kept, and why there are none: one of the two is empty.
Encoded = tuple[bytes, str]


def encoded(
    extractor: Extractor,
    packed: Iterable[bytes],
    unpack: Callable[[bytes], bytes],
    ending: tuple[type[BaseException], ...] = (),
) -> list[Encoded]:
    """What is made of some blobs; `unpack` gives the content of each. It is what another process is asked for, which
    needs nothing but this. Raises what is `ending`; any other exception costs the blob that brings it about.
    """
    return [_encoded(extractor, unpack(one), ending) for one in packed]


def _encoded(extractor: Extractor, content: bytes, ending: tuple[type[BaseException], ...]) -> Encoded:
    try:
        return encode(extractor.extract(content)), ""
    except ending:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a hostile file brings about costs that file only
        return b"", f"extraction failed: {type(error).__name__}"
