"""What a reader's first visit to a page loads: requests and compressed bytes, of the page and all that it names."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from django.contrib.staticfiles import finders

_NAMED: Final = re.compile(r'<(?:link rel="(?:stylesheet|icon)"|script)[^>]*(?:href|src)="/static/([^"]+)"')
_IMPORTED: Final = re.compile(r'from "\./([\w.]+)"')
# A file's name may carry the hash of its content.
_HASH: Final = re.compile(r"\.[0-9a-f]{12}(?=\.)")


class Weight(NamedTuple):
    """`requests` with the page's own; bytes as a server would compress them."""

    requests: int
    page: int
    everything: int


def weight(html: bytes) -> Weight:
    files = set(_loaded(html.decode()))
    page = _compressed(html)
    return Weight(1 + len(files), page, page + sum(_compressed(path.read_bytes()) for path in files))


def _loaded(html: str) -> Iterator[Path]:
    for name in _NAMED.findall(html):
        path = _found(_HASH.sub("", name))
        yield path
        if path.suffix == ".js":
            yield from (_found(f"kb/{_HASH.sub('', other)}") for other in _IMPORTED.findall(path.read_text()))


def _found(name: str) -> Path:
    path = finders.find(name)
    if not isinstance(path, str):
        raise SystemExit(f"No static file is called {name}.")
    return Path(path)


def _compressed(body: bytes) -> int:
    return len(gzip.compress(body, 6))
