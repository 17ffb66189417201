"""Not implemented: a method that does nothing but raise."""

from __future__ import annotations

import re
from typing import Final

from ingest.explain.conditions import listed
from ingest.explain.static.sentences import Case, Sentence, solution
from kb.display.explanation import code_span

_MOST: Final = 4
# Upstream's words for a class that others derive from.
_SAYS_SO: Final = re.compile(
    r"\b(?:sub-?class(?:es)?\b|(?<!no need to )overrid|derived class|inherit|abstract|concrete class|"
    r"(?:must|should|to) (?:be )?implement|missing (?:the )?(?:implementation|method|\w+_\w+))",
    re.IGNORECASE,
)


# And for what is refused on purpose, with nothing to be filled in.
_REFUSES: Final = re.compile(
    r"\b(?:do(?:es)?(?: not|n['’]t) (?:support|allow)|(?:not|un) ?(?:supported|allowed|permitted)|can(?:not|['’]t))\b",
    re.IGNORECASE,
)

# And for what does it instead, or that there is nothing to do.
_INSTEAD: Final = re.compile(
    r"(?:^|[.;:,(] ?|please )use (?!of\b|in\b|case)|\binstead\b|\bonly\b[^.;]*\b(?:for|on|in|by|with)\b|"
    r"\bno (?:need|longer)\b|\bnot (?:needed|necessary|required|applicable|available|meaningful|defined for)\b|"
    r"\bunnecessary\b|\b(?:deprecated|removed)\b|\bshould(?: not|n['’]t) be (?:called|used|needed|overrid)",
    re.IGNORECASE,
)


def _is_stub(case: Case) -> bool:
    evidence = case.evidence
    if not evidence.is_stub or not evidence.owner:
        return False
    name = evidence.qualname.rpartition(".")[2]
    if hasattr(object, name) and not evidence.is_base:
        return False  # every class has it, and this one refuses it on purpose
    is_filled_in = evidence.kin_base == evidence.owner and any(not item.is_refusing for item in evidence.kin)
    if _REFUSES.search(evidence.message) and not is_filled_in and not _SAYS_SO.search(evidence.message):
        return False
    # Under a name of its own a project tells its own code, unless the method is one that others know.
    is_open = not name.startswith("_") or name.endswith("__")
    is_told = is_open or _SAYS_SO.search(evidence.message) is not None
    is_kind = is_told and "builtins.NotImplementedError" in evidence.bases
    return evidence.exc_type == "NotImplementedError" or is_kind or is_filled_in


def meaning(case: Case) -> list[Sentence]:
    evidence = case.evidence
    if not _is_stub(case):
        text = f"{case.where} does nothing but raise."
        return [Sentence("meaning", text, (evidence.site,))] if evidence.is_stub else []
    method = code_span(evidence.qualname.rpartition(".")[2])
    text = f"{code_span(evidence.owner)} itself does not implement {method}: the method does nothing but raise."
    return [Sentence("meaning", text, (evidence.site,))]


def remedies(case: Case) -> list[Sentence]:
    """The classes that do implement it, if the Pin has some; else to define it, or that it never does anything."""
    if not _is_stub(case):
        return _idle(case)
    evidence = case.evidence
    method, owner = code_span(evidence.qualname.rpartition(".")[2]), code_span(evidence.owner)
    found = {item.name: item for item in evidence.kin if not item.is_refusing and not item.name.startswith("_")}
    able = list(found.values())
    names = listed([code_span(item.name) for item in able[:_MOST]], "or") if able else ""
    facts = (evidence.site, *(item.fact for item in able[:_MOST]))
    if evidence.kin and evidence.kin_base != evidence.owner:
        is_open = not any(name.startswith("_") for name in (method.strip("`"), evidence.kin_base, evidence.owner))
        if not able or not is_open or _SAYS_SO.search(evidence.message):
            return _idle(case)
        # Its sisters are not said to be of use instead: only that what it lacks is not lacking everywhere.
        base = code_span(evidence.kin_base)
        text = f"Do without {method} of {owner}, which only raises: of what derives from {base}, {names} can do it."
        return [solution(text, facts)]
    if able:
        known = f"Use a class derived from {owner} that defines {method}, such as {names}"
        return [solution(f"{known}; one of your own has to define it.", facts)]
    if evidence.owner.startswith("_"):
        return []
    if _INSTEAD.search(evidence.message):
        return []
    if _SAYS_SO.search(f"{evidence.message} {evidence.doc}"):
        return [solution(f"Define {method} in your class derived from {owner}.", facts)]
    return [solution(f"If your class derives from {owner}, define {method} in it.", facts)] if evidence.is_base else []


def _idle(case: Case) -> list[Sentence]:
    """Of a method that users call and that refuses on purpose."""
    evidence = case.evidence
    *outer, name = evidence.qualname.split(".")
    is_open = outer == [evidence.owner] and not any(part.startswith("_") for part in (*outer, name))
    words = name.replace("_", " ")
    is_told = re.search(rf"\b(?:{re.escape(name)}|{re.escape(words)})\b", evidence.message) is not None
    is_meant = is_told and bool(_REFUSES.search(evidence.message)) and not _SAYS_SO.search(evidence.message)
    is_always = evidence.is_stub and not evidence.is_base and " without " not in evidence.message
    if not is_always or evidence.accessed or not is_open or not is_meant:
        return []
    text = f"Do without {code_span(evidence.qualname)}: it does nothing but raise, whatever it is given."
    return [solution(text, (evidence.site,))]
