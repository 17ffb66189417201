"""A made-up file -> the explanation of its statement, by the product's own extractor."""

from dataclasses import replace

from ingest.explain.evidence import Reader, StoredSite
from ingest.explain.facts import Proof
from ingest.explain.index import Index
from ingest.explain.source import Source, parsed
from ingest.explain.static import Explained, explain
from ingest.extract.python import PythonExtractor
from ingest.extract.sites import ExtractedSite
from ingest.statements import facts
from ingest.wording import wordings


def explained(
    code: str,
    *,
    others: dict[str, str] | None = None,
    path: str = "anvil/load.py",
    proofs: tuple[Proof, ...] = (),
) -> Explained:
    """The explanation of the last statement in `code` that says something; `others` are further files of the Pin."""
    files = {path: code.encode()} | {name: text.encode() for name, text in (others or {}).items()}
    index = Index(files.get)
    for name, content in files.items():
        index.add(name, content)
    site = [site for site in PythonExtractor().extract(files[path]).sites if site.form != "reraise"][-1]
    known = Reader(Source(path, files[path]), index).evidence(stored(site, path))
    result = explain(replace(known, proofs=proofs))
    check(result, files)
    return result


def stored(site: ExtractedSite, path: str) -> StoredSite:
    said = wordings(site)
    return StoredSite(
        kind=site.kind,
        exc_type=site.exc_type or site.exc,
        exc_qualified="",
        path=path,
        line=site.line,
        end_line=site.end_line,
        qualname=site.qualname,
        message=said[0].text if said else "",
        facts=facts(site),
        pieces=said[0].pieces if said else (),
    )


def check(result: Explained, files: dict[str, bytes]) -> None:
    """Each citation holds, each sentence has one, and code parses."""
    for sentence in result.sentences:
        assert sentence.sources, sentence
        for fact in sentence.sources:
            assert fact.quote in files[fact.path].decode().split("\n")[fact.line - 1], fact
    parsed(result.example_fix)


def part(result: Explained, name: str) -> list[str]:
    return [sentence.text for sentence in result.sentences if sentence.part == name]
