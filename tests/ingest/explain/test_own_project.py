"""Every citation over a whole project, this one, and that all code that is written parses."""

from pathlib import Path

from bench.unstored import stored_site
from ingest.explain.evidence import Reader
from ingest.explain.index import Index
from ingest.explain.source import Source
from ingest.explain.static import explain
from ingest.extract.python import PythonExtractor
from tests.ingest.explain.reading import check

ROOT = Path(__file__).parents[3]


def test_every_place_that_is_cited_holds_what_is_quoted():
    paths = [path for folder in ("ingest", "kb", "api") for path in (ROOT / folder).rglob("*.py")]
    files = {str(path.relative_to(ROOT)): path.read_bytes() for path in paths}
    index = Index(files.get)
    for path, content in files.items():
        index.add(path, content)
    sentences = 0
    for path, content in files.items():
        if b"raise " not in content:
            continue
        reader = Reader(Source(path, content), index)
        for site in PythonExtractor().extract(content).sites:
            if site.form != "reraise":
                result = explain(reader.evidence(stored_site(site, path)))
                check(result, files)
                sentences += len(result.sentences)
    assert sentences > 100
