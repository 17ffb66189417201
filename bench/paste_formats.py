"""One error printed in many formats: a file {name: text}, each read and held against what is known to be in it.

The truths are a file {name: [errors in the order of the text]}; "*" stands for every format that has none of its own.
Those that differ by design (a chain, a group, a print without frames) have one.
"""

import json
import re
from pathlib import Path
from typing import NotRequired, TypedDict

from kb.paste import PastedError, read

TRUTHS = Path(__file__).with_name("paste_truths.json")


class Truth(TypedDict):
    """An error that a format holds; `frame`: the innermost one's file name, line and function, null without one."""

    type: str
    message: str
    frame: list[str | int] | None
    role: str
    notes: NotRequired[list[str]]


def read_formats(path: Path, truths: Path = TRUTHS) -> int:
    """Prints for each format whether it was read right; returns how many were not."""
    known: dict[str, list[Truth]] = json.loads(truths.read_text())
    formats: dict[str, str] = json.loads(path.read_text())
    wrong = 0
    for name, text in formats.items():
        found = [_seen(error) for error in read(text).errors]
        expected = [{"notes": [], **truth} for truth in known.get(name, known["*"])]
        is_right = found == expected
        wrong += not is_right
        print(f"{'right' if is_right else 'WRONG'}  {name}")
        if not is_right:
            print(f"       expected {expected}\n       read     {found}")
    print(f"\nformats: {len(formats)}, read right: {len(formats) - wrong}")
    return wrong


def _seen(error: PastedError) -> dict[str, object]:
    last = error.frames[-1] if error.frames else None
    return {
        "notes": list(error.notes),
        "type": error.exc_type,
        "message": error.message,
        "frame": [re.split(r"[\\/]", last.path)[-1], last.line, last.function] if last else None,
        "role": error.role,
    }
