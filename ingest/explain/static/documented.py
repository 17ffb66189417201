"""What the function's documentation says of when it raises the class, quoted."""

from __future__ import annotations

import re
from typing import Final

from ingest.explain.facts import Fact
from ingest.explain.static.options import as_called
from ingest.explain.static.sentences import Case, Sentence
from kb.display.explanation import code_span

_MARKUP: Final = re.compile(r":[\w:]+:`[~.]*([^`<]*?)`|``([^`]+)``")
_WORD: Final = re.compile(r"[A-Za-z]\w*")
_STEM: Final = 5


def said(case: Case) -> list[Sentence]:
    """What of it is not in the message or the conditions as well."""
    evidence = case.evidence
    if not evidence.is_public:
        return []
    tested = (condition.text for condition in evidence.conditions)
    known = _EMPTY | _stems(" ".join((evidence.message, evidence.qualname, *evidence.parameters, *tested)))
    return [_quoted(case, text, fact) for text, fact in evidence.documented if _stems(text) - known]


def _quoted(case: Case, text: str, fact: Fact) -> Sentence:
    plain = _MARKUP.sub(lambda match: match[1] or match[2], text)
    what = f"The documentation of {as_called(case.where)} says of {code_span(case.evidence.exc_type)}: “{plain}”"
    return Sentence("trigger", what, (fact,))


def _stems(text: str) -> set[str]:
    return {word.lower()[:_STEM] for name in _WORD.findall(text) for word in name.split("_") if word}


# What tells of no error more than of any other.
_EMPTY: Final = _stems(
    "a an and any are as at be been but by can cannot does doesn don for from given has have if in incorrect invalid "
    "is isn it its no not of on or other passed raise raised raises s should supported t than that the there this to "
    "unsupported valid value values was were when where which with wrong"
)
