"""What to ask this very site on a terminal: one of its own errors, so that the answer is the one that is told."""

from __future__ import annotations

import json
import shlex
from typing import Final, NamedTuple

from django.urls import reverse

from kb.display.examples import examples
from kb.display.projects import project_list
from kb.display.site_address import full

MOST_TRIED: Final = 3


class Trial(NamedTuple):
    """A command for a shell, and the entry that its answer has."""

    command: str
    entry_id: str


def trial() -> Trial | None:
    """None where no project has been read that has an error to try."""
    pins = [project.pin for project in project_list(size=MOST_TRIED).projects]
    for example in examples(pins):
        body = json.dumps({"text": example.text}, ensure_ascii=False)
        return Trial(f"curl {full(reverse('api-match'))} --json {shlex.quote(body)}", example.entry_id)
    return None
