"""A made-up file -> the explanation of its statement, by the product's own extractor."""

from dataclasses import replace

from bench.unstored import stored_site
from ingest.explain.evidence import Reader
from ingest.explain.facts import Evidence, Proof
from ingest.explain.index import Index
from ingest.explain.source import Source
from ingest.explain.static import Explained, explain
from ingest.explain.trees import parsed
from ingest.extract.python import PythonExtractor


def explained(
    code: str,
    *,
    others: dict[str, str] | None = None,
    path: str = "anvil/load.py",
    proofs: tuple[Proof, ...] = (),
    via: str = "",
    bases: tuple[str, ...] = (),
) -> Explained:
    """The explanation of the last statement in `code` that says something; `others` are further files of the Pin.

    `via` is the helper that it is raised through and `bases` are what its class is a kind of, which linking tells.
    """
    files = {path: code.encode()} | {name: text.encode() for name, text in (others or {}).items()}
    known = evidence(files, path)
    result = explain(replace(known, proofs=proofs, via=via or known.via, bases=bases or known.bases))
    check(result, files)
    return result


def evidence(files: dict[str, bytes], path: str) -> Evidence:
    """What is known of the last statement in a file that says something."""
    index = Index(files.get)
    for name, content in files.items():
        index.add(name, content)
    site = [site for site in PythonExtractor().extract(files[path]).sites if site.form != "reraise"][-1]
    return Reader(Source(path, files[path]), index).evidence(stored_site(site, path))


def check(result: Explained, files: dict[str, bytes]) -> None:
    """Each citation holds, each sentence has one, and code parses."""
    for sentence in result.sentences:
        assert sentence.sources, sentence
        for fact in sentence.sources:
            assert fact.quote in files[fact.path].decode().split("\n")[fact.line - 1], fact
    parsed(result.example_fix)


def part(result: Explained, name: str) -> list[str]:
    return [sentence.text for sentence in result.sentences if sentence.part == name]


def beyond_meaning(result: Explained) -> list[str]:
    """The trigger but for what the meaning says in the same words."""
    meaning = " ".join(part(result, "meaning"))
    return [text for text in part(result, "trigger") if text.removeprefix("Only ").removesuffix(".") not in meaning]
