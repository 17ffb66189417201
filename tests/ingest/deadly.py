"""A double of what a file may do to its reader: extraction of a marked file ends the process, as a crash in C would."""

import os

MARK = b"# deadly"


def set_up() -> None:
    """What a process that extracts starts with, in place of `django.setup`."""
    import django

    django.setup()
    from ingest.extract.python import PythonExtractor

    extract = PythonExtractor.extract

    def deadly(self, content):
        if MARK in content:
            os._exit(1)
        return extract(self, content)

    PythonExtractor.extract = deadly
