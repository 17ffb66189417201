"""PURE: an error that Python itself raised -> that it did, and the line that its reader can look at."""

from __future__ import annotations

import builtins
import re
import sys
from typing import Final

from kb.matching import interpreter
from kb.matching.answer import ByPython, Outcome
from kb.paste import PastedError, PastedFrame
from kb.search.places import is_installed, path_parts, standard_part

# `<string>` stands for no file; what was typed into a shell or a notebook is the reader's own.
_NO_FILE: Final = re.compile(r"<(?!stdin>|console>|i?python-input-).*>$", re.DOTALL)


def by_python(error: PastedError, outcome: Outcome) -> ByPython | None:
    """None where a statement is found to have raised it, or where it is of a class that is none of Python's."""
    is_found = outcome in ("exact", "ambiguous")
    if is_found or error.is_foreign or not _is_pythons(error) or not interpreter.says_it(error):
        return None
    return ByPython(next((frame for frame in reversed(error.frames) if _is_own(frame)), None))


def _is_pythons(error: PastedError) -> bool:
    top = error.exc_module.partition(".")[0]
    return top in sys.stdlib_module_names if top else not error.exc_type or hasattr(builtins, error.exc_type)


def _is_own(frame: PastedFrame) -> bool:
    return not (_NO_FILE.match(frame.path) or is_installed(frame.path) or standard_part(path_parts(frame.path)))
