"""How much of a project's errors the stored explanations say, whether what they cite is there, and what they cost.

Reads what `manage.py ingest` has stored, and explains the Pin once more for the cost. Entries are the default view's:
current, of the project's own code, raising. `named` are solutions that name an option, a call or a package; `guarded`
entries are those with a guard. `cost` is the CPU time of explaining against that of extracting the same files.
"""

import argparse
import os
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import django
from django.db.models import QuerySet

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.config.settings")
django.setup()

from bench.explain_checks import unparsed, wrong_citations  # noqa: E402
from bench.explain_sample import show  # noqa: E402
from ingest.explain.writing import explain_pin  # noqa: E402
from ingest.extract import extractor_for  # noqa: E402
from kb.models import ErrorEntry, Explanation, Pin, SourceBlob  # noqa: E402

PARTS = ("trigger", "situations", "solution", "named", "example fix", "guard code", "options", "upstream test")
_LISTS = {"options": "options", "tests": "upstream test"}
_CODE = {"example_fix": "example fix", "guard_code": "guard code"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("projects", nargs="+", metavar="project", help="owner/name, as ingested")
    parser.add_argument("--sample", type=int, default=0, help="print this many random entries beside their source")
    parser.add_argument("--seed", type=int, default=1, help="of the sample")
    parser.add_argument("--no-cost", action="store_true", help="leave out what takes time")
    options = parser.parse_args()
    is_sound = True
    for slug in options.projects:
        entries = _entries(slug)
        if not entries.exists():
            raise SystemExit(f"No errors of {slug}: run manage.py ingest first.")
        pin = Pin.objects.get(pk=entries.values_list("site__pin", flat=True)[0])
        _shares(slug, entries)
        is_sound &= _checks(pin)
        if not options.no_cost:
            _cost(pin)
        if options.sample:
            print(f"\n{options.sample} entries, seed {options.seed}")
            show(entries, options.sample, options.seed)
    raise SystemExit(0 if is_sound else "A citation is wrong or code does not parse.")


def _entries(slug: str) -> QuerySet[ErrorEntry]:
    owner, _, name = slug.partition("/")
    return ErrorEntry.objects.current().in_source().raising().filter(project__owner=owner, project__name=name)


def _shares(slug: str, entries: QuerySet[ErrorEntry]) -> None:
    rows = Explanation.objects.filter(entry__in=entries, origin=Explanation.Origin.STATIC)
    found: Counter[str] = Counter()
    for body, facts in rows.values_list("body", "entry__site__facts").iterator():
        parts = set(_parts(body))
        found.update(parts)
        if facts.get("guards"):
            found.update(["guarded", *(["guarded with trigger"] if "trigger" in parts else [])])
    total = entries.count()
    print(f"{slug}: {total} entries, {rows.count()} explained")
    for part in PARTS:
        print(f"  {part:14} {found[part]:6} {found[part] / total:7.1%}")
    if guarded := found["guarded"]:
        print(f"  trigger of the {guarded} guarded ones {found['guarded with trigger'] / guarded:7.1%}")


def _parts(body: dict[str, Any]) -> Iterator[str]:
    for sentence in body.get("sentences", ()):
        yield sentence["part"]
        if sentence.get("is_named"):
            yield "named"
    for key, part in (_LISTS | _CODE).items():
        if body.get(key):
            yield part


def _checks(pin: Pin) -> bool:
    """Of every entry of the Pin, of tests and vendored code too."""
    rows = Explanation.objects.filter(pin=pin, origin=Explanation.Origin.STATIC)
    checked, wrong = wrong_citations(pin, rows)
    print(f"  citations      {checked:6} checked, {len(wrong)} wrong")
    broken = list(unparsed(rows))
    print(f"  code           {len(broken):6} pieces that do not parse")
    for line in [*wrong[:10], *broken[:10]]:
        print(f"    {line}")
    return not wrong and not broken


def _cost(pin: Pin) -> None:
    start = time.process_time()
    explain_pin(pin.pk)
    explained = time.process_time() - start
    start = time.process_time()
    files = pin.files.filter(skipped="").exclude(blob=None).order_by("path")
    for path, compressed in files.values_list("path", "blob__compressed").iterator(chunk_size=100):
        if extractor := extractor_for(path):
            extractor.extract(SourceBlob(compressed=compressed).content)
    extracted = time.process_time() - start
    print(
        f"  cost           {explained:6.1f} s CPU beside {extracted:.1f} s of extraction: {explained / extracted:.2f}"
    )


if __name__ == "__main__":
    main()
