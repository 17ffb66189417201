"""Random entries as text, each beside the source that it explains: for a person who checks every sentence."""

import random
from typing import Any

from django.db.models import QuerySet

from kb.models import ErrorEntry

_BEFORE, _AFTER = 14, 2  # lines of source around the statement


def show(entries: QuerySet[ErrorEntry], said: dict[str, Any], count: int, seed: int) -> None:
    """`entries` is a queryset; the same seed gives the same entries as long as the project is the same."""
    ids = sorted(entries.values_list("id", flat=True))
    for pk in random.Random(seed).sample(ids, min(count, len(ids))):
        _show(ErrorEntry.objects.select_related("site__blob").get(pk=pk))
        _show_body(said.get(pk, {}))


def _show(entry: ErrorEntry) -> None:
    site = entry.site
    print(f"\n== {entry.id} {entry.exc_type}: {' '.join(entry.message.split())[:160]}")
    if site is None:
        return
    print(f"   {site.path}:{site.line} {site.qualname}")
    lines = site.blob.content.decode(errors="replace").split("\n")
    for number in range(max(1, site.line - _BEFORE), min(len(lines), site.end_line + _AFTER) + 1):
        mark = ">" if number == site.line else " "
        print(f"   {number:5}{mark}{lines[number - 1][:140]}")


def _show_body(body: dict[str, Any]) -> None:
    for sentence in body.get("sentences", ()):
        places = ", ".join(f"{path.rpartition('/')[2]}:{line}" for path, line, _ in sentence["sources"])
        print(f" {sentence['part'][:4]}{'*' if sentence.get('is_named') else ' '} {sentence['text']} <{places}>")
    for option in body.get("options", ()):
        print(f" option {option['owner']} {option['name']} {option['default']} {option['allowed']} {option['help']}")
    for name in ("trigger_code", "example_fix", "guard_code"):
        if code := body.get(name):
            print(f" {name}:\n{_indented(code)}")
    for test in body.get("tests", ()):
        print(f" test {test['path']}:{test['line']} {test['test']}\n{_indented(test['code'])}")


def _indented(code: str) -> str:
    return "\n".join(f"     {line}" for line in code.split("\n"))
