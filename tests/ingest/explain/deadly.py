"""A double of what a file may do to its reader: explaining a marked file ends the process, as a crash in C would."""

import os

from ingest.explain import child
from ingest.explain.saying import said as sound

MARK = b"# deadly"


def said(index, path, rows):
    """In place of `saying.said`."""
    if MARK.decode() in index.source(path).text:
        os._exit(1)
    return sound(index, path, rows)


if __name__ == "__main__":
    child.said = said
    child.main()
