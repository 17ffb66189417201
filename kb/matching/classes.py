"""PURE: a type as it was pasted, and the class that a statement raises -> how well they agree, 0 to 1."""

from __future__ import annotations

import builtins
import re
from typing import Final

from kb.matching.candidates import Row
from kb.matching.variants import Variant

OTHER_ORIGIN: Final = 0.8  # a type of the same name, of another package
BASE: Final = 0.7
UNKNOWN_TYPE: Final = 0.6
BELOW: Final = 0.4
OTHER_TYPE: Final = 0.1
_OF_USAGE: Final = re.compile(r"Usage(?:Error|Exception)?$")


def is_printed_as_usage(row: Row) -> bool:
    """Does what reads command lines print it below the usage? It does so with its own classes, which say so."""
    return row.kind == "usage" or any(map(_OF_USAGE.search, (row.exc_type, *row.bases)))


def type_evidence(variant: Variant, row: Row, *, is_usage: bool = False) -> float:
    """`variant`: one of the error's texts, with the type that it is said to be of; `row`: the statement. `is_usage`:
    whether the error was printed below the usage of a command line, which shows no type."""
    if is_usage and not variant.exc_type and is_printed_as_usage(row):
        return 1.0
    if not variant.exc_type or not row.exc_type:
        return UNKNOWN_TYPE
    if _unaliased(variant.exc_type) == _unaliased(row.exc_type):
        return 1.0 if _same_origin(variant, row) else OTHER_ORIGIN
    if any(base.rpartition(".")[2] == variant.exc_type for base in row.bases):
        return BASE  # the paste names a base of the class that the code raises
    if row.exc_type in _builtin_bases(variant.exc_type):
        return BELOW
    return OTHER_TYPE


def _unaliased(name: str) -> str:
    """Python has kept former names of its own for a class: `IOError` is `OSError`."""
    found = getattr(builtins, name, None)
    return found.__name__ if isinstance(found, type) else name


def _same_origin(variant: Variant, row: Row) -> bool:
    """Packages re-export classes, so only the top package of the module is compared."""
    if not variant.exc_module or "." not in row.exc_qualified:
        return True
    return variant.exc_module.partition(".")[0] == row.exc_qualified.partition(".")[0]


def _builtin_bases(name: str) -> frozenset[str]:
    found = getattr(builtins, name, None)
    if not isinstance(found, type) or not issubclass(found, BaseException):
        return frozenset()
    return frozenset(base.__name__ for base in found.__mro__[1:-2])
