"""The message says that a setting, named as such (`settings.X`), was exceeded: which one to raise. Pure."""

from __future__ import annotations

import re
from typing import Final

from ingest.explain.static.sentences import Case, Sentence, solution
from kb.display.explanation import code_span

_EXCEEDED: Final = re.compile(r"\bexceed(?:s|ed)\b[^.]*\bsettings\.([A-Z][A-Z0-9_]{2,})\b")


def remedies(case: Case) -> list[Sentence]:
    found = _EXCEEDED.search(" ".join(case.evidence.message.split()))
    if found is None:
        return []
    text = f"Raise the setting {code_span(found[1])} if that much is to be allowed."
    return [solution(text, case.evidence.said(found[1]))]
