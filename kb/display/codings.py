"""Bytes in the coding that a client takes: brotli, which is smaller, or gzip. Pure."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from functools import lru_cache
from typing import Final

import brotli

# A packet holds what is shorter anyway.
WORTH_CODING: Final = 1000

# The best first. Brotli's 5 takes as long as gzip's 6; its 11 fifty times that.
CODINGS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "br": lambda plain: brotli.compress(plain, quality=5),
    "gzip": lambda plain: gzip.compress(plain, 6, mtime=0),
}


@lru_cache(maxsize=256)
def accepted(header: str) -> tuple[str, ...]:
    """The codings that an Accept-Encoding header takes, the best first; () where only plain bytes will do."""
    weights = (part.partition(";") for part in header.lower().split(","))
    taken = {name.strip() for name, _, weight in weights if not _is_zero(weight)}
    return tuple(name for name in CODINGS if name in taken)


def _is_zero(weight: str) -> bool:
    name, _, value = weight.strip().partition("=")
    return name.strip() == "q" and not value.strip().strip("0.")
