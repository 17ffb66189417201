"""A release read whole, or why it is not."""

import pytest

from ingest.sources import SourceFailed, open_source


def read(source, options, **kw):
    with open_source(source, options=options, **kw) as snapshot:
        return snapshot, {file.path: getattr(file, "reason", None) or file.content for file in snapshot.files()}


def failure(source, options):
    with pytest.raises(SourceFailed) as caught:
        read(source, options)
    assert "\n" not in str(caught.value)
    return caught.value
