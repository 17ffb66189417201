"""How many of the snippets that explanations show do as they say, when they are run.

Installs the release of a Pin that `manage.py ingest` has stored, by pip into a folder of its own, and runs a random
sample of the examples that can run alone, each half in a process of its own with a limit on time. A "before" is right
if it raises the entry's error, by class and message; an "after" is right if it raises nothing. One that raises another
error, and one that crashed or ran out of time, are counted apart: neither shows anything. Upstream's code is run here
and nowhere else: only measure projects that you would install.
"""

import argparse
import os
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.config.settings")
django.setup()

from bench.explain import _entries  # noqa: E402
from bench.fix_runs import Home, Outcome, halves, verdict  # noqa: E402
from ingest.explain.writing import bodies  # noqa: E402
from kb.models import ErrorEntry, Pin  # noqa: E402

_PLACEHOLDER = "(..., "
_RIGHT = {"before": "raise the entry's error", "after": "raise nothing"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("project", help="owner/name, as ingested")
    parser.add_argument("--with", dest="others", nargs="*", default=[], help="packages that its tests need as well")
    parser.add_argument("--python", default=sys.executable, help="runs them; for releases that ours is too old for")
    parser.add_argument("--sample", type=int, default=60, help="how many entries to run at most")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    options = parser.parse_args()
    entries = _entries(options.project)
    if not entries.exists():
        raise SystemExit(f"No errors of {options.project}: run manage.py ingest first.")
    pin = Pin.objects.get(pk=entries.values_list("site__pin", flat=True)[0])
    if not pin.source.startswith("pypi:"):
        raise SystemExit(f"{options.project} was read from {pin.source}: only releases from pypi: can be installed.")
    shown = set(entries.values_list("id", flat=True))
    examples = {pk: body["example_fix"] for pk, body, _ in bodies(pin) if pk in shown and body.get("example_fix")}
    alone = sorted(pk for pk, text in examples.items() if _PLACEHOLDER not in text)
    print(f"{options.project}: {len(examples)} examples, of which {len(alone)} run alone")
    with tempfile.TemporaryDirectory() as folder:
        home = Home(options.python, Path(folder))
        home.install(pin.source.removeprefix("pypi:"), *options.others)
        _run(random.Random(options.seed).sample(alone, min(options.sample, len(alone))), examples, home)


def _run(ids: list[str], examples: dict[str, str], home: Home) -> None:
    found: Counter[tuple[str, str]] = Counter()
    for pk in ids:
        entry = ErrorEntry.objects.get(pk=pk)
        setting, *both = halves(examples[pk])
        outcomes = [home.raised(f"{setting}\n{half}") for half in both]
        said = [verdict(outcome, is_wanted=_is_of(outcome, entry)) for outcome in outcomes]
        found.update(zip(_RIGHT, said, strict=True))
        if said != list(_RIGHT.values()):
            print(f"\n{pk} {entry.exc_type}: {entry.message[:100]}\n{examples[pk]}")
            print("\n".join(f"-> {outcome}" for outcome in outcomes))
    print(f"\n{len(ids)} were run")
    for half, right in _RIGHT.items():
        others = [
            f"{count} {what}" for (where, what), count in sorted(found.items()) if where == half and what != right
        ]
        print(f"  {half:6} {found[half, right]} {right}{''.join(f', {other}' for other in others)}")


def _is_of(outcome: Outcome, entry: ErrorEntry) -> bool:
    """Whether it is the entry's class, and one of its wordings stands in the message, the Holes left open."""
    if entry.exc_type not in outcome.classes:
        return False
    wordings = entry.templates.filter(gone_in=None).values_list("pieces", flat=True)
    return any(_stands_in(pieces, outcome.message) for pieces in wordings) or not wordings


def _stands_in(pieces: list[object], message: str) -> bool:
    at, text = 0, " ".join(message.split())
    for literal in (" ".join(piece.split()) for piece in pieces if isinstance(piece, str)):
        at = text.find(literal, at)
        if at < 0:
            return False
        at += len(literal)
    return True


if __name__ == "__main__":
    main()
