"""How much of a project's errors the stored explanations say: shares of its entries, by part.

Reads what `manage.py ingest` has stored. Entries are the default view's: current, of the project's own code, raising.
`named` are solutions that name an option, a call or a package; `guarded` entries are those with a guard.
"""

import argparse
import os
from collections import Counter
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.config.settings")
django.setup()

from kb.models import ErrorEntry, Explanation  # noqa: E402

PARTS = ("trigger", "solution", "named", "example fix", "options", "upstream test")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("project", help="owner/name, as ingested")
    owner, _, name = parser.parse_args().project.partition("/")
    entries = ErrorEntry.objects.current().in_source().raising().filter(project__owner=owner, project__name=name)
    rows = Explanation.objects.filter(entry__in=entries, origin=Explanation.Origin.STATIC)
    found: Counter[str] = Counter()
    for body, facts in rows.values_list("body", "entry__site__facts").iterator():
        found.update(_parts(body))
        if facts.get("guards"):
            found.update(["guarded", *(["guarded with trigger"] if "trigger" in _parts(body) else [])])
    total = entries.count()
    if not total:
        raise SystemExit(f"No errors of {owner}/{name}: run manage.py ingest first.")
    print(f"{owner}/{name}: {total} entries, {rows.count()} explained")
    for part in PARTS:
        print(f"  {part:14} {found[part]:6} {found[part] / total:7.1%}")
    guarded = found["guarded"]
    if guarded:
        share = found["guarded with trigger"] / guarded
        print(f"  trigger of the {guarded} guarded ones {share:7.1%}")


def _parts(body: dict[str, Any]) -> set[str]:
    sentences = body.get("sentences", [])
    parts = {sentence["part"] for sentence in sentences}
    parts |= {"named" for sentence in sentences if sentence.get("is_named")}
    parts |= {"example fix"} if body.get("example_fix") else set()
    return parts | ({"options"} if body.get("options") else set())


if __name__ == "__main__":
    main()
