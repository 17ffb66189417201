"""What the function's documentation says of when it raises the class, quoted."""

from __future__ import annotations

import re
from typing import Final

from ingest.explain.facts import Fact
from ingest.explain.static.options import as_called
from ingest.explain.static.sentences import Case, Sentence, solution
from kb.display.explanation import code_span

_MARKUP: Final = re.compile(r":[\w:]+:`[~.]*([^`<]*?)`|``([^`]+)``")
_CODE: Final = re.compile(r"[`'\"]|\b[a-z]+_\w+|\b\w+=")


def remedies(case: Case) -> list[Sentence]:
    evidence = case.evidence
    if not evidence.is_public:
        return []
    return [_quoted(case, text, (fact,)) for text, fact in evidence.documented]


def _quoted(case: Case, text: str, facts: tuple[Fact, ...]) -> Sentence:
    plain = _MARKUP.sub(lambda match: match[1] or match[2], text)
    names = [name.lstrip("*") for name in case.evidence.parameters]
    is_named = bool(_CODE.search(text)) or any(re.search(rf"\b{re.escape(name)}\b", plain) for name in names)
    what = f"The documentation of {as_called(case.where)} says of {code_span(case.evidence.exc_type)}: “{plain}”"
    return solution(what, facts, is_named=is_named)
