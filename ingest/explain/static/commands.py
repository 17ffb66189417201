"""A message -> the command in it that installs something, as a shell takes it. Pure.

Where a command ends is not always to be seen: `pip install anvil first` names one package, and installing the other
one would run whatever its holder has put there. What may be a word of the sentence is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_PLAIN = r"[\w.\-]+(?:\[[\w.,\- ]+\])?(?:[<>=!~]=?[\w.*]+(?:,[<>=!~]=?[\w.*]+)*)?"
_TOKEN = rf"(?:-{{1,2}}[\w-]+|'{_PLAIN}'|\"{_PLAIN}\"|{_PLAIN})"
# Of one that goes on with what is no package a part would install something else.
INSTALL = re.compile(rf"\b(?:uv pip|pip3?|conda) install((?: +{_TOKEN})++)(?![+:/=@]|\.[\w/])")
_EACH = re.compile(_TOKEN)
_OPENED = re.compile(r"([`'\"])(?:[\w./\-]+ ){0,4}\Z")
# The command begins its line, or stands behind a colon.
_APART = re.compile(r"(?:^|[:\n])[ \t$>%!]*(?:[\w./]+ -m )?\Z")
_MARKED = re.compile(r"[<>=\[\-\d_]")
_NEAR = 200  # characters before a command that are looked at
_SHELL = re.compile(r"[<>!\[*]")

# Words of sentences that stand where a package's name does.
NO_NAMES = frozenset(
    {
        "additional", "again", "all", "also", "an", "and", "another", "any", "appropriate", "as", "before", "binary",
        "both", "build", "but", "client", "compatible", "compiler", "correct", "correctly", "dependencies",
        "dependency", "distribution", "distributions", "driver", "drivers", "each", "either", "environment",
        "everything", "extension", "extensions", "external", "extra", "extras", "failed", "failure", "first",
        "following", "for", "from", "here", "if", "in", "instead", "into", "is", "it", "latest", "later", "libraries",
        "library", "manually", "missing", "module", "modules", "necessary", "new", "newer", "not", "nothing", "now",
        "older", "on", "one", "only", "optional", "or", "other", "package", "packages", "please", "plugin", "plugins",
        "program", "project", "properly", "python", "release", "required", "requirements", "same", "script",
        "separately", "software", "some", "something", "source", "step", "steps", "support", "that", "the", "them",
        "then", "these", "this", "those", "to", "tool", "tools", "using", "version", "via", "when", "with", "yourself",
    }
)  # fmt: skip


class Command(NamedTuple):
    """`text` as it is typed; `packages` as the message writes them, without quotes."""

    text: str
    packages: tuple[str, ...]


def command(message: str) -> Command | None:
    """None where it tells no command, or one that is not to be read as a whole."""
    found = INSTALL.search(message)
    if found is None:
        return None
    tokens = _EACH.findall(found[1])
    words = list(tokens if _is_told_whole(message, found, tokens) else _surely(tokens))
    words = [word.strip("'\"").rstrip(".,") for word in words]
    packages = tuple(word for word in words if not word.startswith("-"))
    if not packages or packages[0].lower() in NO_NAMES:
        return None
    begun = message[found.start() : found.start(1)]
    return Command(" ".join([begun, *map(_as_typed, words)]), packages)


def _is_told_whole(message: str, found: re.Match[str], tokens: Sequence[str]) -> bool:
    """Whether it stands in quotes, or on a line by itself without a word of a sentence."""
    before, after = message[max(0, found.start() - _NEAR) : found.start()], message[found.end() :]
    if opened := _OPENED.search(before):
        return after.startswith(opened[1])
    is_apart = _APART.search(before) is not None and (not after.strip("`'\". \t") or after.startswith("\n"))
    return is_apart and NO_NAMES.isdisjoint(token.lower().rstrip(".,") for token in tokens)


def _surely(tokens: Sequence[str]) -> Iterator[str]:
    """Up to the first package, and what follows as long as no word is written so."""
    has_package = False
    for token in tokens:
        if has_package and not _MARKED.search(token):
            return
        yield token
        has_package = has_package or not token.startswith("-")
        if token.endswith("."):
            return


def _as_typed(word: str) -> str:
    """As shells take it: what holds a bound in quotes, or `>` would write a file."""
    return f"'{word}'" if _SHELL.search(word) else word
