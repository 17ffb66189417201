"""The message names a setting, or a command's option, as what is wrong: which one to look at. Pure.

Only where it writes the name as such: `the X setting`, `settings.X`, `--x`.
"""

from __future__ import annotations

import re
from typing import Final

from ingest.explain.conditions import listed
from ingest.explain.static.sentences import Case, Sentence, solution
from kb.display.explanation import code_span

_HOLE: Final = re.compile(r"\{[^{}]*\}")
_SETTING: Final = re.compile(
    r"\bsettings\.([A-Z][A-Z0-9_]{2,})\b|"
    r"\b([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]|[A-Z]{4,})(?= settings?\b| and [A-Z_]+ settings\b)"
)
_OPTION: Final = re.compile(r"(?<![\w-])(--[a-z][a-z0-9]*(?:-[a-z0-9]+)*)\b(?!\{)")
_EXCEEDED: Final = re.compile(r"\bexceed(?:s|ed)\b[^.]*\bsettings\.")
_MOST: Final = 3
_LOOK: Final = "Look at {}, which the message is about."


def remedies(case: Case) -> list[Sentence]:
    message = _HOLE.sub("{}", " ".join(case.evidence.message.split()))
    names = list(dict.fromkeys(one or other for one, other in _SETTING.findall(message)))[:_MOST]
    if names:
        named = _named("setting", names)
        is_limit = _EXCEEDED.search(message) is not None
        text = f"Raise {named} if that much is to be allowed." if is_limit else _LOOK.format(named)
        return [solution(text, case.evidence.said(names[0]))]
    options = list(dict.fromkeys(_OPTION.findall(message)))[:_MOST]
    return [solution(_LOOK.format(_named("option", options)), case.evidence.said(options[0]))] if options else []


def _named(what: str, names: list[str]) -> str:
    return f"the {what}{'s' if len(names) > 1 else ''} {listed(list(map(code_span, names)), 'and')}"
