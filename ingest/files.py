"""Tell from a file's path which files are read, and whose they are: the project's own code or something set apart.

The only place that decides this. Pure: a path (relative to the source's root, parted by "/") goes in, a word comes out.
"""

import re
from typing import Final, Literal

Category = Literal["source", "test", "vendored", "generated"]

_READ_SUFFIXES: Final = (".py", ".pyw")

# The plural is always a test suite. "test", "testing" and "t" (Perl's custom) are so only at the top of a tree: inside
# a package they are as a rule what that package offers to test its users' code with, and its errors are met by users.
_TEST_FOLDER: Final = re.compile(r"(.+[-_])?tests|unittests?")
_TOP_TEST_FOLDER: Final = frozenset({"test", "testing", "t"})
_ROOT_FOLDERS: Final = frozenset({"src", "lib", "source", "python"})
# Not test.py and testing.py: as single modules they too are mostly offered to users.
_TEST_FILE: Final = re.compile(r"test_.*|.*_tests?|tests|conftest")

_VENDORED_FOLDERS: Final = frozenset({
    "_vendor", "_vendored", "vendor", "vendored", "third_party", "thirdparty", "third-party", "3rdparty", "3rd_party",
    "extern", "_extern", "externals", "node_modules", "site-packages", "dist-packages",
})  # fmt: skip

_GENERATED_FOLDERS: Final = frozenset({"generated", "_generated", "__generated__"})
_GENERATED_FILE: Final = re.compile(r".*_pb2(_grpc)?|.*[._]generated|.*\.gen|_?generated_.*")


def is_read(path: str) -> bool:
    """Whether the file is in a language that an extractor reads; every other file is left alone."""
    return path.lower().endswith(_READ_SUFFIXES)


def category(path: str) -> Category:
    """Whose code the file is.

    Other people's code comes first: a vendored package's tests are vendored, and a project does not mend either. A
    header that says "generated" sets nothing apart: whole packages are generated that users call, and whose errors
    they meet.
    """
    *folders, name = path.lower().split("/")
    stem = name.rpartition(".")[0] or name
    if not _VENDORED_FOLDERS.isdisjoint(folders):
        return "vendored"
    if _GENERATED_FILE.fullmatch(stem) or not _GENERATED_FOLDERS.isdisjoint(folders):
        return "generated"
    if _is_test(folders, stem):
        return "test"
    return "source"


def _is_test(folders: list[str], stem: str) -> bool:
    if _TEST_FILE.fullmatch(stem) or any(_TEST_FOLDER.fullmatch(folder) for folder in folders):
        return True
    top = next((folder for folder in folders if folder not in _ROOT_FOLDERS), "")
    return top in _TOP_TEST_FOLDER
