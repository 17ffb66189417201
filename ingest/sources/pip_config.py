"""Pip's own configuration on this machine -> the package index to ask, so that one setting serves both."""

import ast
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Final
from urllib.parse import unquote, urlsplit, urlunsplit

from pypi_simple import PYPI_SIMPLE_ENDPOINT

# Later ones win, as in pip.
_SECTIONS: Final = ("global", "install", "download", ":env:")


@dataclass(frozen=True)
class Index:
    """`url` holds no credentials; `user` and `password` are theirs. `certificates` is a file or folder, or ""."""

    url: str
    user: str = ""
    password: str = field(default="", repr=False)
    certificates: str = ""


@cache
def configured_index() -> Index:
    """What `pip config` says, or the default index if it says nothing or is not there."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, timeout=60, check=False
        )
    except subprocess.TimeoutExpired:
        return parsed_index("")
    return parsed_index(done.stdout if done.returncode == 0 else "")


def parsed_index(listing: str) -> Index:
    """Out of lines like `global.index-url='https://…'`."""
    found: dict[tuple[str, str], str] = {}
    for line in listing.splitlines():
        key, _, value = line.partition("=")
        section, _, name = key.rpartition(".")
        if section in _SECTIONS and name in ("index-url", "cert"):
            with suppress(ValueError, SyntaxError):  # a line that is no setting
                found[section, name] = str(ast.literal_eval(value))
    values = {
        name: found[section, name]
        for section in _SECTIONS
        for name in ("index-url", "cert")
        if (section, name) in found
    }
    parts = urlsplit(values.get("index-url") or PYPI_SIMPLE_ENDPOINT)
    return Index(
        url=urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2])),
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        certificates=values.get("cert", ""),
    )
