"""A sentence -> what in it is code and names something. Pure.

Prose has code in backticks; but what looks like code outside of them names something as well.
"""

from __future__ import annotations

import ast
import re
from typing import Final

from ingest.explain.llm.code import WORD
from ingest.explain.trees import Unreadable, parsed

_SPAN: Final = re.compile(r"`([^`]+)`")
_QUOTED: Final = re.compile(r"“([^”]+)”|\"([^\"]+)\"")
# Option, dotted.name, snake_case, camelCase, CamelCase, call(), some/path, anything with a digit in it.
_CODELIKE: Final = re.compile(
    r"(?<![\w-])--?[A-Za-z][\w-]+|\w+(?:[./:@\\]+\w+)+|\w*_\w*|\w*[a-z]\w*[A-Z]\w*|\w+(?=\()|\w*\d\w*"
)
_PLAIN: Final = frozenset({"e.g", "i.e", "and/or", "either/or"})
_INSTALLED: Final = re.compile(r"\b(?:install|upgrade|downgrade|uninstall|package|import)s?\b[\s`]+([\w.\[\]-]+)", re.I)
_COMMAND: Final = re.compile(
    r"(?:python -m )?(?:pip|pip3|uv pip|uv|conda|poetry) (?:install|add|upgrade)((?: [^\s`]+)+)"
)
_OPTION: Final = re.compile(r"--?[A-Za-z][\w-]*(?:[= ][\w./-]+)?")
_PATH: Final = re.compile(r"[\w.-]+(?:/[\w.-]+)+/?|[\w-]+\.(?:py|toml|cfg|ini|yaml|yml|json|txt|md)")
_FILLERS: Final = frozenset({"the", "a", "an", "it", "this", "that", "one", "of", "is", "was", "with", "named", "to"})


def spans(text: str) -> list[str]:
    """The code in backticks."""
    return _SPAN.findall(text)


def prose(text: str) -> str:
    """The text without its code."""
    return _SPAN.sub(" ", text)


def unquoted(text: str, message: str) -> str:
    """The text without what it quotes of the message, letter for letter."""
    return _QUOTED.sub(lambda found: " " if (found[1] or found[2]) in message else found[0], text)


def loose(text: str) -> list[str]:
    """What looks like code outside of backticks, word by word."""
    found = [token.rstrip(".:/") for token in _CODELIKE.findall(prose(text))]
    return [word for token in found if token not in _PLAIN for word in WORD.findall(token)]


def verbatim(text: str) -> list[str]:
    """Options of a command line and paths, which are known only as a whole."""
    words = [word.strip("`'\"().,;:") for word in text.split()]
    return [
        word
        for word in words
        if word not in _PLAIN and (word.startswith("--") or ("/" in word and _PATH.fullmatch(word)))
    ]


def packages(text: str) -> list[str]:
    """What is said to be installed, imported or a package."""
    named = [word for word in _INSTALLED.findall(text) if word.lower() not in _FILLERS]
    asked = [word for command in _COMMAND.findall(text) for word in command.split() if not word.startswith("-")]
    return [re.split(r"[\[<>=!~.;]", word.strip("'\"`"))[0] for word in (*named, *asked)]


def is_installation(span: str) -> bool:
    return bool(_COMMAND.fullmatch(span))


def is_code(span: str) -> bool:
    """Whether it is Python, an option, a path or an installation: not a sentence, nor another program's command."""
    if is_installation(span) or _OPTION.fullmatch(span) or _PATH.fullmatch(span):
        return True
    return any(_parses(text) for text in (span, f"{span.rstrip(':')}: pass", f"try: pass\n{span.rstrip(':')}: pass"))


def _parses(text: str) -> bool:
    try:
        return len(parsed(text).body) == 1 and not isinstance(ast.parse(text).body[0], ast.AnnAssign)
    except (Unreadable, SyntaxError, ValueError):
        return False
