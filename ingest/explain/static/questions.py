"""What the message asks of its reader: upstream's guess at what was done wrong, or left undone."""

from __future__ import annotations

import re

from ingest.explain.static import quoting
from ingest.explain.static.sentences import Case, Sentence

_YOU = r"(?:did|have) you (?:(?:perhaps|maybe|possibly|by (?:any )?chance) )?"
_MEANT = re.compile(r"(?:perhaps|maybe) you meant\b.{3,}\?$", re.IGNORECASE)
# What has to be as the question says. Of any other deed it does not tell whether that is the mistake or its cure.
_TO_DO = re.compile(
    r"are you sure\b.{9,}\?$|"
    rf"{_YOU}(?:already )?(?:specif(?:y|ied)|set|r[au]n|install(?:ed)?|register(?:ed)?|add(?:ed)?|import(?:ed)?|"
    r"defined?|load(?:ed)?|provided?|included?|configured?|initiali[sz]ed?|enabled?|remember(?:ed)?|"
    r"check(?:ed)?|ma[dk]e sure|ensured?|declared?|migrated?|appl(?:y|ied)|download(?:ed)?|"
    r"log(?:ged)? in|authenticated?)\b(?!.*\b(?:twice|instead)\b).{5,}\?$",
    re.IGNORECASE,
)
_TO_RULE_OUT = re.compile(
    rf"{_YOU}(?:forget|forgotten|omit(?:ted)?|miss(?:ed)?|accidentally|mistakenly|inadvertently|mis\w+)\b.{{5,}}\?$",
    re.IGNORECASE,
)


def asked(case: Case, parts: list[str]) -> list[Sentence]:
    """The first that tells something, with what the answer has to be."""
    known = [part for part in parts if len(part) <= quoting.LONGEST and quoting.is_readable(part)]
    if meant := next((part for part in known if _MEANT.match(part)), None):
        return [quoting.quoted(case, meant, "Take up what the message suggests")]
    for part in (part for part in known if quoting.NAMES.search(part)):
        if _TO_DO.match(part):
            return [quoting.quoted(case, part, "Make sure of what the message asks")]
        if _TO_RULE_OUT.match(part):
            return [quoting.quoted(case, part, "Rule out what the message asks about")]
    return []
