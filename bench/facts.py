"""Extract a release's files once, and keep the facts until the extractor's own code changes."""

import hashlib
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import tree_sitter_python
from rich.progress import track
from tree_sitter import Language, Parser

import ingest.extract
from bench import corpus
from ingest.extract import extractor_for
from ingest.extract.facts import decode, encode
from ingest.files import category
from ingest.link import PinnedFile

CACHE = Path(".data/bench")


class Extracted(NamedTuple):
    """A release after extraction; `seconds` is what extracting took, None when the facts were kept."""

    contents: dict[str, bytes]
    files: list[PinnedFile]
    seconds: float | None


def extracted(name: str, version: str) -> Extracted:
    contents = dict(corpus.python_files(corpus.wheel(name, version)))
    folder = CACHE / f"{name}-{version}-{_code_digest()}"
    started = time.process_time()
    files = [
        _pinned(path, content, folder) for path, content in track(contents.items(), f"reading {name}", transient=True)
    ]
    seconds = time.process_time() - started
    is_fresh = not (folder / "done").exists()
    (folder / "done").touch()
    return Extracted(contents, files, seconds if is_fresh else None)


def parsing(contents: Iterable[bytes]) -> float:
    """The CPU seconds that only parsing takes, with the same parser: what extraction is measured by."""
    parser = Parser(Language(tree_sitter_python.language()))
    started = time.process_time()
    for content in contents:
        parser.parse(content)
    return time.process_time() - started


def _pinned(path: str, content: bytes, folder: Path) -> PinnedFile:
    blob = hashlib.sha1(content, usedforsecurity=False).hexdigest()
    kept = folder / blob[:2] / blob
    if kept.exists():
        facts = decode(kept.read_bytes())
    else:
        extractor = extractor_for(path)
        if extractor is None:
            raise SystemExit(f"No extractor reads {path}, although it counts as a file to read.")
        facts = extractor.extract(content)
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(encode(facts))
    return PinnedFile(path, blob, category(path), facts)


def _code_digest() -> str:
    folder = Path(ingest.extract.__file__).parent
    code = b"".join(path.read_bytes() for path in sorted(folder.rglob("*.py")))
    return hashlib.sha256(code).hexdigest()[:12]
