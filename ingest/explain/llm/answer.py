"""The form that an answer must have, and what an answer that may have any form says. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

import msgspec

Part = Literal["meaning", "trigger", "situations", "solution"]
MOST_SENTENCES: Final = 24

SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["sentences", "example_fix", "guard_code"],
    "properties": {
        "sentences": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["part", "text", "sources"],
                "properties": {
                    "part": {"type": "string", "enum": list(get_args(Part))},
                    "text": {"type": "string"},
                    "sources": {"type": "array", "items": {"type": "string"}},
                },
            },
        },
        "example_fix": {
            "anyOf": [
                {"type": "null"},
                {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["before", "after"],
                    "properties": {"before": {"type": "string"}, "after": {"type": "string"}},
                },
            ]
        },
        "guard_code": {"type": "string"},
    },
}


@dataclass(frozen=True, slots=True)
class Dropped:
    """What an answer said and why it is not shown."""

    text: str
    reason: str


class Unusable(ValueError):
    """Nothing can be taken from an answer; says why in two or three words, to be counted by.

    `dropped` are its sentences, if it had any, with what is wrong with each.
    """

    def __init__(self, reason: str, dropped: Sequence[Dropped] = ()) -> None:
        super().__init__(reason)
        self.dropped = tuple(dropped)


class Said(msgspec.Struct, frozen=True):
    """One sentence, as the LLM wrote it; `sources` are ids of facts."""

    part: Part
    text: str
    sources: list[str]


class Example(msgspec.Struct, frozen=True):
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Answer:
    """`misshapen` are sentences that were none."""

    sentences: tuple[Said, ...]
    misshapen: tuple[str, ...]
    example_fix: Example | None
    guard_code: str


def answer(text: str, finish: str) -> Answer:
    """What the text says, each part on its own; raises Unusable if it is no object of sentences."""
    start, end = text.find("{"), text.rfind("}")
    try:
        # Servers that are not held to a form put prose or a fence around it.
        found = json.loads(text[start : end + 1]) if 0 <= start < end else None
    except (ValueError, RecursionError):
        found = None
    if found is None:
        raise Unusable("cut off" if finish == "length" else "no JSON" if text.strip() else "empty")
    sentences = found.get("sentences") if isinstance(found, dict) else None
    if not isinstance(sentences, list):
        raise Unusable("no sentences")
    said, misshapen = [], []
    for item in sentences[:MOST_SENTENCES]:
        try:
            said.append(msgspec.convert(item, Said))
        except msgspec.ValidationError:
            misshapen.append(json.dumps(item, ensure_ascii=False)[:500])
    guard = found.get("guard_code")
    return Answer(tuple(said), tuple(misshapen), _example(found), guard if isinstance(guard, str) else "")


def _example(found: dict[str, Any]) -> Example | None:
    try:
        return msgspec.convert(found.get("example_fix"), Example | None)
    except msgspec.ValidationError:
        return None
