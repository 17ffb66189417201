"""How much of a project's errors the static explainer says, whether what it cites is there, and what it costs.

Explains a Pin that `manage.py ingest` has stored, and stores nothing itself. Shares are of the default view's entries:
current, of the project's own code, raising. `named` are solutions that name an option, a call or a package; `guarded`
entries are those with a guard. Citations and code are checked for every entry of the Pin. `cost` is the CPU time of
explaining against that of extracting the same files.
"""

import argparse
import os
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from typing import Any

import django
from django.db.models import QuerySet

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.config.settings")
django.setup()

from bench.explain_checks import unparsed, wrong_citations  # noqa: E402
from bench.explain_sample import show  # noqa: E402
from ingest.explain.writing import bodies  # noqa: E402
from ingest.extract import extractor_for  # noqa: E402
from kb.models import ErrorEntry, Pin, SourceBlob  # noqa: E402

warnings.simplefilter("ignore", SyntaxWarning)  # of what upstream wrote

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
        start = time.process_time()
        said = {pk: body for pk, body, _ in bodies(pin)}
        seconds = time.process_time() - start
        _shares(slug, entries, said)
        is_sound &= _checks(pin, said)
        if not options.no_cost:
            _cost(pin, seconds)
        if options.sample:
            print(f"\n{options.sample} entries, seed {options.seed}")
            show(entries, said, options.sample, options.seed)
    raise SystemExit(0 if is_sound else "A citation is wrong or code does not parse.")


def _entries(slug: str) -> QuerySet[ErrorEntry]:
    owner, _, name = slug.partition("/")
    return ErrorEntry.objects.current().in_source().raising().filter(project__owner=owner, project__name=name)


def _shares(slug: str, entries: QuerySet[ErrorEntry], said: dict[str, Any]) -> None:
    found: Counter[str] = Counter()
    for pk, facts in entries.values_list("id", "site__facts").iterator():
        parts = set(_parts(said.get(pk, {})))
        found.update(parts)
        if facts.get("guards"):
            found.update(["guarded", *(["guarded with trigger"] if "trigger" in parts else [])])
    total = entries.count()
    print(f"{slug}: {total} entries")
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


def _checks(pin: Pin, said: dict[str, Any]) -> bool:
    checked, wrong = wrong_citations(pin, said)
    print(f"  citations      {checked:6} checked, {len(wrong)} wrong")
    broken = list(unparsed(said))
    print(f"  code           {len(broken):6} pieces that do not parse")
    for line in [*wrong[:10], *broken[:10]]:
        print(f"    {line}")
    return not wrong and not broken


def _cost(pin: Pin, explained: float) -> None:
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
