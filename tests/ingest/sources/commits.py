"""A commit read whole."""

from ingest.sources import open_source


def read(repository, revision, options, known=()):
    source = f"git+file://{repository.path}@{revision}"
    with open_source(source, as_slug="owner/name", options=options) as snapshot:
        return snapshot, {file.path: file for file in snapshot.files(known)}
