"""One sentence of an answer -> "" if it may be shown, else why not, in two or three words to be counted by. Pure."""

from __future__ import annotations

import re
from typing import Final

from ingest.explain.llm import naming
from ingest.explain.llm.answer import Said
from ingest.explain.llm.code import WORD
from ingest.explain.llm.vocabulary import Vocabulary, shingles
from kb.display.visible import visible

LONGEST: Final = 500
_MARKUP: Final = re.compile(r"<[A-Za-z/!?]|&#?\w+;|\]\(|!\[|```|^\s*[#>*|]|\*\*|__\w+__(?=\s)")
_ADDRESS: Final = re.compile(r"\w+://|\bwww\.|\b(?:mailto|javascript|data):|\S+@\w+\.\w+", re.IGNORECASE)


def fault(said: Said, known: Vocabulary) -> str:
    text = said.text
    if not text.strip() or len(text) > LONGEST:
        return "too long" if text.strip() else "empty"
    if not said.sources:
        return "no source"
    if not set(said.sources) <= known.facts.keys():
        return "unknown source"
    if visible(text) != text or "\n" in text or not _is_text(text) or _MARKUP.search(naming.prose(text)):
        return "markup"
    if _ADDRESS.search(text):
        return "address"
    return _naming_fault(said, known)


def _is_text(text: str) -> bool:
    """Whether it can be stored: no lone surrogates, no NUL."""
    return "\0" not in text and text == text.encode("utf-8", "ignore").decode()


def _naming_fault(said: Said, known: Vocabulary) -> str:
    own = naming.unquoted(said.text, known.message)
    spans = naming.spans(said.text)
    if not all(map(naming.is_code, spans)):
        return "no code"
    named = [word for span in spans if not naming.is_installation(span) for word in WORD.findall(span)]
    if not all(map(known.knows, (*named, *naming.loose(own)))):
        return "unknown name"
    if not all(word.split("=")[0] in known.text for word in naming.verbatim(own)):
        return "unknown name"
    if not all(known.names.issuperset(WORD.findall(package)) for package in naming.packages(said.text)):
        return "unknown package"
    if any(shingle in known.echoes for shingle in shingles(naming.prose(own))):
        return "echo"
    return "" if known.shows(said.sources, named) else "not of its source"
