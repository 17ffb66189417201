"""Which language a file's name tells, and whether a line shows that a program not written in Python printed it.

A line that begins with a place is a tool's about that file: Python's own begin with a file of Python's. Elsewhere in a
line, where names of loggers look like files, only known ends count.
"""

import re
from typing import Final

# Ends of files by what runs or compiles them; what is not here may be anything: a template, a table, a script.
# fmt: off
LANGUAGES: Final = frozenset({
    "py", "js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "vue", "java", "kt", "kts", "scala", "groovy", "clj",
    "cs", "fs", "vb", "go", "rs", "rb", "erb", "php", "swift", "dart", "c", "cc", "cpp", "cxx", "h", "hh", "hpp", "cu",
    "m", "mm", "zig", "hs", "ex", "exs", "erl", "ml", "mli", "lua", "pl", "pm", "r", "jl", "nim", "f90", "sol",
})
# fmt: on
PYTHON: Final = frozenset({"py", "pyw", "pyx", "pxd", "pxi", "pyi", "ipynb"})
# Of documents whose examples are run as tests.
DOCUMENTS: Final = frozenset({"rst", "txt", "md"})
_OTHERS: Final = "|".join(sorted(LANGUAGES - {"py", "m", "r"}, key=lambda end: (-len(end), end)))

_PATH: Final = r"(?:[A-Za-z]:[\\/])?[^\s:()\"'<>|\[\]]{0,300}\.(?P<end>[A-Za-z][A-Za-z0-9+]{0,11})"
# A program's own name may stand before its file: `psql:init.sql:3:`.
_PLACE: Final = re.compile(
    rf"\s{{0,8}}(?:[a-z][\w-]{{0,20}}: ?)?(?P<path>{_PATH})(?::\d{{1,7}}(?P<column>:\d{{1,7}}|[.-]\d)?|\(\d{{1,7}}[,)])"
)
_INSIDE: Final = re.compile(rf"(?<![\w.])[\w./\\-]{{1,200}}\.(?:{_OTHERS})(?::\d{{1,7}}|\(\d{{1,7}}[,)])")
# A word in capitals with a number is no program with its process, but the code of an error: `SQLSTATE[42000]: `.
_CODE: Final = re.compile(r"[A-Z]{3,20}\[\w{1,8}\]: |(?:error|warning)\[\w{1,12}\]: |\*\* \([\w.]{1,100}\) ")
# How browsers, Node, PHP, .NET and Java begin the line of an error that nothing caught.
_UNCAUGHT: Final = re.compile(
    r"\bUncaught (?:\(in promise\):? ?)?[\w.\\]{0,80}$|\bUnhandled (?:Promise )?[Rr]ejection\b"
    r"|UnhandledPromiseRejection|\(node:\d{1,9}\)|\bUnhandled exception\. $|\bException in thread \"[^\"]{1,80}\" $"
)
# Below the words: `#0  main (file:///a/b.dart:3:5)`, ` --> src/main.rs:3:5`, ` at x.pl line 3.`, ` in a.php on line 3`.
_BELOW: Final = re.compile(
    rf"^#\d{{1,3}}\s{{1,8}}[^\n()]{{1,200}}\([^\s()]{{1,300}}\.(?:{_OTHERS}):\d"
    rf"|^\s{{0,8}}--> [^\s:]{{1,300}}\.(?:{_OTHERS}):\d|(?: at | in )[^\s:]{{1,300}}\.(?:{_OTHERS})(?: on)? line \d",
    re.MULTILINE,
)
LONGEST: Final = 4000
LONGEST_END: Final = 5


def language_of(file: str) -> str:
    """The end of a file's name, where it tells the language; else ""."""
    end = file.rpartition(".")[2].lower()
    return end if end in LANGUAGES else ""


def is_of_python(path: str) -> bool:
    """Could a place that Python names stand in it? A file with an end of Python's, or with none (`<stdin>`)."""
    end = path.replace("\\", "/").rpartition("/")[2].rpartition(".")
    return not end[1] or path.startswith("<") or end[2].lower() in PYTHON | DOCUMENTS


def begins_foreign(line: str, head: int) -> bool:
    """Does what stands before an error's words in its line, `head` characters or what looks like a place, show that no
    program in Python said them?"""
    line = line[:LONGEST]
    place = _PLACE.match(line)
    if (place is not None and _is_tools(place)) or _CODE.match(line):
        return True
    before = line[:head]
    return _UNCAUGHT.search(before) is not None or _INSIDE.search(before) is not None


def _is_tools(place: re.Match[str]) -> bool:
    """Is it a file, not Python's, that a tool speaks of? `depot.worker:33` is what a logger is called."""
    end = place["end"].lower()
    if end in PYTHON or end == "rst":
        return False
    is_file = "/" in place["path"] or "\\" in place["path"] or end in LANGUAGES or len(end) <= LONGEST_END
    return is_file or place["column"] is not None


def goes_on_foreign(text: str) -> bool:
    """Does a place below or behind the words show it?"""
    return _BELOW.search(text[:LONGEST]) is not None
