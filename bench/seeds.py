"""Find the errors that saved error pages show: `make bench-seeds SEEDS=folder`.

A page is plain text: `owner/name · error · Type`, the message under "Error message", "Thrown at path:line", the
snippet, "(pinned to SHA)". For each page the project is read, extracted and linked, and the site compared by facts.
"""

import argparse
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from bench.unstored import stored_site
from ingest.explain.evidence import Reader
from ingest.explain.index import Index
from ingest.explain.source import Source
from ingest.explain.static import Explained, explain
from ingest.extract import extractor_for
from ingest.extract.sites import ExtractedSite, Hole
from ingest.files import category, is_read
from ingest.link import PinnedFile, link
from ingest.sources import SkippedFile, open_source

_HEAD = re.compile(r"(?P<slug>\S+/\S+) · error · (?P<type>\w+)")
_PLACE = re.compile(r"Thrown at (?P<path>.+):(?P<line>\d+)")
_SHA = re.compile(r"\(pinned to (?P<sha>[0-9a-f]+)\)")
_AROUND = 18  # lines of snippet before and after the first line of the statement


class Page(NamedTuple):
    """What a saved page says."""

    slug: str
    exc_type: str
    title: str
    message: str
    path: str
    line: int
    snippet: str
    sha: str


class Finding(NamedTuple):
    """The site of a page's message, the file that it stands in, and what the static explainer says of it."""

    path: str
    site: ExtractedSite
    content: bytes
    said: Explained


def read_page(text: str) -> Page:
    """Raises ValueError where the text is no such page."""
    head, place, sha = _HEAD.search(text), _PLACE.search(text), _SHA.search(text)
    if head is None or place is None or sha is None:
        raise ValueError("This is not a saved error page: no head, no place or no pin.")
    title = text[head.end() : text.index("Error message")].strip()
    message = text[text.index("Error message") + len("Error message") : text.index("What it means")].strip()
    snippet = text[place.end() : text.rindex("\nView on ", 0, sha.start())].strip("\n")
    return Page(head["slug"], head["type"], title, message, place["path"], int(place["line"]), snippet, sha["sha"])


def findings(page: Page, source: str, mirror: Path | None) -> Iterator[Finding]:
    """The sites whose message and class are the page's."""
    contents: dict[str, bytes] = {}
    files: list[PinnedFile] = []
    with open_source(source, mirror=mirror) as snapshot:
        for file in snapshot.files():
            if isinstance(file, SkippedFile) or not is_read(file.path) or file.content is None:
                continue
            extractor = extractor_for(file.path)
            if extractor is not None:
                read = extractor.extract(file.content)
                contents[file.path] = file.content
                files.append(PinnedFile(file.path, file.sha, category(file.path), read))
    for linked in link(files):
        for site in linked.sites:
            if site.exc_type == page.exc_type and page.message in map(_text, [m.pieces for m in site.messages]):
                said = _explained(linked.path, site, contents)
                yield Finding(linked.path, site, contents[linked.path], said)


def _explained(path: str, site: ExtractedSite, contents: dict[str, bytes]) -> Explained:
    index = Index(contents.get)
    for name, content in contents.items():
        if category(name) == "source":
            index.add(name, content)
    return explain(Reader(Source(path, contents[path]), index).evidence(stored_site(site, path)))


def _text(pieces: tuple[object, ...]) -> str:
    return "".join(f"{{{piece.source}}}" if isinstance(piece, Hole) else str(piece) for piece in pieces)


def _snippet(found: Finding) -> str:
    lines = found.content.decode(errors="replace").split("\n")
    start = max(0, found.site.line - 1 - _AROUND)
    return "\n".join(lines[start : found.site.line + _AROUND]).strip("\n")


def report(console: Console, page: Page, source: str, found: list[Finding]) -> bool:
    """Prints the page's facts beside ours; True where the message was found and is explained."""
    table = Table("fact", "page", "ours", title=f"{page.slug} from {source}")
    for finding in found:
        site = finding.site
        table.add_row("place", f"{page.path}:{page.line}", f"{finding.path}:{site.line}-{site.end_line}")
        table.add_row("type", page.exc_type, site.exc_type)
        table.add_row("message", page.message, _text(site.messages[0].pieces))
        table.add_row("title", page.title, _text(site.messages[0].pieces)[:60])
        table.add_row(
            "snippet",
            f"{page.snippet.count(chr(10)) + 1} lines",
            "equal" if page.snippet == _snippet(finding) else "other",
        )
        table.add_row("guards", "", "; ".join(guard.text for guard in site.guards))
        for sentence in finding.said.sentences:
            table.add_row(sentence.part, "", sentence.text)
        table.add_row("example", "", finding.said.example_fix)
        table.add_row("guard code", "", finding.said.guard_code)
    console.print(table if found else f"NOT FOUND: {page.slug} {page.exc_type}: {page.message}")
    return bool(found) and all(_is_explained(finding.said) for finding in found)


def _is_explained(said: Explained) -> bool:
    """With when it happens, and a solution that names something."""
    return any(item.part == "trigger" for item in said.sentences) and any(item.is_named for item in said.sentences)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="saved pages, *.txt")
    parser.add_argument("--source", action="append", default=[], metavar="OWNER/NAME=SOURCE", help="read this instead")
    parser.add_argument(
        "--mirror", action="append", default=[], metavar="OWNER/NAME=DIR", help="a local bare repository"
    )
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.config.settings")
    sources, mirrors = (dict(pair.split("=", 1) for pair in pairs) for pairs in (options.source, options.mirror))
    console = Console(width=180)
    are_found = []
    for file in sorted(options.folder.glob("*.txt")):
        page = read_page(file.read_text())
        source = sources.get(page.slug, f"github:{page.slug}@{page.sha}")
        mirror = Path(mirrors[page.slug]) if page.slug in mirrors else None
        are_found.append(report(console, page, source, list(findings(page, source, mirror))))
    raise SystemExit(0 if are_found and all(are_found) else "Not every page's error was found and explained.")


if __name__ == "__main__":
    main()
