"""What sets an attribute is a method to whoever reads the code, but users assign: advice on it in their terms. Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from ingest.explain.static.sentences import Case, Sentence
from kb.display.explanation import code_span


def as_assigned(case: Case, said: list[Sentence]) -> list[Sentence]:
    """Solutions that tell a parameter of a property's setter as what is assigned to the attribute; others as they are.

    An option of other functions that stands in them is left alone.
    """
    names = case.evidence.parameters if case.evidence.accessed == "set" else ()
    for name in names:
        option = f"{code_span(name)} of {case.where}"
        said = [replace(item, text=_assigned(item.text, option, case.where)) for item in said]
    return said


def _assigned(text: str, option: str, where: str) -> str:
    plain = re.fullmatch(rf"Set {re.escape(option)} to ([^:;]+)\.", text)
    return f"Assign {plain[1]} to {where}." if plain else text.replace(option, f"what is assigned to {where}")
