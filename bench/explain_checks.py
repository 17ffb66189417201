"""Whether what explanations cite is in the Pin's files, and whether their code parses."""

import ast
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from ingest.extract.python.source import utf8
from kb.models import Pin

CODE = ("example_fix", "trigger_code", "guard_code")


def wrong_citations(pin: Pin, said: dict[str, Any]) -> tuple[int, list[str]]:
    """How many places are cited, and those that do not hold what is quoted, as text."""
    lines = lru_cache(256)(lambda path: _lines(pin, path))
    checked, wrong = 0, []
    for pk, body in said.items():
        for path, line, quote in _places(body):
            checked += 1
            held = lines(path)
            if not (0 < line <= len(held) and quote and quote in held[line - 1]):
                wrong.append(f"{pk} {path}:{line} does not hold {quote!r}")
    return checked, wrong


def unparsed(said: dict[str, Any]) -> Iterator[str]:
    for pk, body in said.items():
        for name in CODE:
            try:
                # What decides in an async function may await.
                compile(body.get(name, ""), name, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
            except (SyntaxError, ValueError) as error:
                yield f"{pk} {name}: {error}"


def _places(body: dict[str, Any]) -> Iterator[list[Any]]:
    for sentence in body.get("sentences", ()):
        yield from sentence["sources"]
    for option in body.get("options", ()):
        yield option["source"]
    for test in body.get("tests", ()):
        yield [test["path"], test["line"], test["quote"]]


def _lines(pin: Pin, path: str) -> list[str]:
    file = pin.files.filter(path=path).select_related("blob").first()
    content = file.blob.content if file and file.blob else b""
    return utf8(content).decode("utf-8", "replace").split("\n")
