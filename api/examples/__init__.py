"""Answers as the description shows them. Tests hold each one against what the API answers, to the letter."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from drf_spectacular.utils import OpenApiExample

from api.errors import shape

_FOLDER = Path(__file__).parent
_INVENTED = "Of an invented project: what a site answers depends on the projects that it has read."
PASTE = """\
Traceback (most recent call last):
  File "/opt/site-packages/anvil/load.py", line 3, in load
    raise ValueError(f"no {what} given")
ValueError: no key given
"""


@cache
def stored(name: str) -> Any:  # noqa: ANN401 - JSON may be anything
    """The answer of that name."""
    return json.loads((_FOLDER / f"{name}.json").read_text())


def answers(*names: str) -> list[OpenApiExample]:
    return [
        OpenApiExample(name, description=_INVENTED, value=stored(name), response_only=True, status_codes=["200"])
        for name in names
    ]


def asks(**bodies: dict[str, Any]) -> list[OpenApiExample]:
    return [OpenApiExample(name, description=_INVENTED, value=body, request_only=True) for name, body in bodies.items()]


def failures(*, refuses: bool = False, lacks: bool = False) -> list[OpenApiExample]:
    """What goes wrong most: a query that is `invalid`, something that is not there, too many requests."""
    shown = [("throttled", "429", shape("throttled", "Request was throttled. Expected available in 12 seconds."))]
    if refuses:
        reason = {"limit": ["Ensure this value is greater than or equal to 1."]}
        shown.append(("invalid", "400", shape("invalid", "Not valid: limit.", reason)))
    if lacks:
        shown.append(("not_found", "404", shape("not_found", "No error has the id fade0000000000cc.")))
    return [OpenApiExample(name, value=body, response_only=True, status_codes=[code]) for name, code, body in shown]
