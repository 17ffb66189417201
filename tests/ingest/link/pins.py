"""Made-up pins, written as sources: what linking makes of them, in short."""

from textwrap import dedent

from ingest.extract import extractor_for
from ingest.extract.sites import ExtractedSite, Hole, LinkedFile
from ingest.files import category
from ingest.link import PinnedFile, link


def linked(files: dict[str, str]) -> dict[str, LinkedFile]:
    """The files of a pin after linking, by path."""
    return {file.path: file for file in link(pinned(files))}


def pinned(files: dict[str, str]) -> list[PinnedFile]:
    found = [(path, extractor_for(path).extract(dedent(source).encode())) for path, source in files.items()]
    return [PinnedFile(path, path, category(path), facts) for path, facts in found]


def sites(files: dict[str, str], path: str) -> tuple[ExtractedSite, ...]:
    return linked(files)[path].sites


def site(files: dict[str, str], path: str, line: int = 0) -> ExtractedSite:
    """The one site of a file, or the one at a line."""
    (found,) = [found for found in sites(files, path) if line in (0, found.line)]
    return found


def texts(found: ExtractedSite) -> list[str]:
    """A site's wordings, Holes as `{expression}`."""
    return [
        "".join(f"{{{piece.source}}}" if isinstance(piece, Hole) else piece for piece in message.pieces)
        for message in found.messages
    ]


def said(files: dict[str, str], path: str, line: int = 0) -> list[str]:
    return texts(site(files, path, line))


def shown(classes: str, raised: str) -> list[str]:
    files = {"app/__init__.py": "", "app/errors.py": classes, "app/main.py": f"from .errors import *\nraise {raised}\n"}
    return said(files, "app/main.py")
