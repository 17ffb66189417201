"""An answer and what the source knows -> the body that may be stored, and what was dropped. Pure.

Each sentence and each piece of code stands or falls by itself; nothing is mended.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ingest.explain.llm import sentences, snippets
from ingest.explain.llm.answer import Answer, Dropped, Said, Unusable
from ingest.explain.llm.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Checked:
    """`body` as in Explanation; `kept` counts its sentences."""

    body: dict[str, Any]
    kept: int
    dropped: tuple[Dropped, ...]


def check(answer: Answer, known: Vocabulary) -> Checked:
    """Raises Unusable if no sentence is left."""
    dropped = [Dropped(text, "wrong type") for text in answer.misshapen]
    kept: list[Said] = []
    for said in answer.sentences:
        reason = "said before" if said.text in (other.text for other in kept) else sentences.fault(said, known)
        if reason:
            dropped.append(Dropped(said.text, reason))
        else:
            kept.append(said)
    if not kept:
        raise Unusable("nothing held", dropped)
    body: dict[str, Any] = {"sentences": [_sentence(said, known) for said in kept]}
    for name, code, reason in (("example_fix", *_example(answer, known)), ("guard_code", *_guard(answer, known))):
        if reason:
            dropped.append(Dropped(code, f"{name}: {reason}"))
        elif code:
            body[name] = code
    return Checked(body, len(kept), tuple(dropped))


def _sentence(said: Said, known: Vocabulary) -> dict[str, Any]:
    facts = [known.facts[source] for source in dict.fromkeys(said.sources)]
    places = [[fact.path, fact.line, fact.quote] for fact in facts]
    return {"part": said.part, "text": " ".join(said.text.split()), "sources": places}


def _example(answer: Answer, known: Vocabulary) -> tuple[str, str]:
    """Code and why it is dropped."""
    example = answer.example_fix
    if example is None:
        return "", ""
    before = snippets.fault(example.before, known, values_are_free=True)
    reason = before or snippets.fault(example.after, known)
    shown = f"# before\n{example.before}\n\n# after\n{example.after}"
    if reason:
        return shown, reason
    tidied = snippets.tidied(example.before), snippets.tidied(example.after)
    return ("# before\n{}\n\n# after\n{}".format(*tidied), "") if tidied[0] != tidied[1] else (shown, "no change")


def _guard(answer: Answer, known: Vocabulary) -> tuple[str, str]:
    code = answer.guard_code
    if not code.strip():
        return "", ""
    reason = snippets.fault(code, known)
    return (code, reason) if reason else (snippets.tidied(code), "")
