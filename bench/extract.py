"""Measure extraction and linking on real packages: `make bench-extract`.

Compares the raises and the asserts with a message with what Python's own parser finds: missing, extra, and wrong (last
line, enclosing function, or literals of a plain text). Prints for each project and form how many raises end with a
text, with a named reason, or with neither.
"""

import argparse
import random
import time
from collections import Counter
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from bench import corpus
from bench.facts import extracted, parsing
from bench.oracle import statements
from bench.outcomes import Comparison, Outcome, Raise, compared
from ingest.extract.sites import ExtractedSite, Hole
from ingest.link import link

OUTCOMES: tuple[Outcome, ...] = ("resolved", "reason", "unresolved", "no message", "bare")
CONTEXT = 4  # lines shown around a sampled raise


class Measured(NamedTuple):
    """One project's result; seconds are CPU time, `extract` None where the facts had been kept."""

    name: str
    contents: dict[str, bytes]
    comparisons: dict[str, Comparison]
    unread: int
    parse: float
    extract: float | None
    link: float
    helper_sites: int

    @property
    def raises(self) -> list[Raise]:
        return [found for comparison in self.comparisons.values() for found in comparison.raises]


def measured(name: str) -> Measured:
    facts = extracted(name, corpus.RELEASES[name])
    started = time.process_time()
    linked = list(link(facts.files))
    seconds = time.process_time() - started
    truths = {path: statements(content) for path, content in facts.contents.items()}
    comparisons = {file.path: compared(file, facts.contents[file.path], truths[file.path]) for file in linked}
    unread = sum(truth is None for truth in truths.values())
    helpers = sum(bool(site.via) for file in linked for site in file.sites)
    parse = parsing(facts.contents.values())
    return Measured(name, facts.contents, comparisons, unread, parse, facts.seconds, seconds, helpers)


def report(console: Console, projects: list[Measured]) -> None:
    table = Table("project", "form", "raises", *OUTCOMES, title="Raises by form")
    for project in projects:
        forms = Counter(found.site.form for found in project.raises)
        for form, count in forms.most_common():
            of_form = Counter(found.outcome for found in project.raises if found.site.form == form)
            table.add_row(project.name, form, str(count), *(str(of_form[outcome]) for outcome in OUTCOMES))
        table.add_section()
    console.print(table)
    console.print(_totals(projects))
    reasons = Counter(found.site.reason for p in projects for found in p.raises if found.outcome == "reason")
    console.print("reasons:", dict(reasons.most_common()))


def _totals(projects: list[Measured]) -> Table:
    titles = (
        "project",
        "files",
        "unread by ast",
        "raises",
        "missing",
        "extra",
        "wrong",
        "with a message",
        "text or reason",
    )
    table = Table(*titles, "reasons", "class known", "helper calls", "parse s", "extract s", "link s", title="Totals")
    for project in projects:
        table.add_row(project.name, *_total([project]))
    table.add_section()
    table.add_row("all", *_total(projects))
    return table


def _total(projects: list[Measured]) -> list[str]:
    raises = [found for project in projects for found in project.raises]
    comparisons = [comparison for project in projects for comparison in project.comparisons.values()]
    counts = Counter(found.outcome for found in raises)
    carrying = counts["resolved"] + counts["reason"] + counts["unresolved"]
    named = [found for found in raises if found.outcome != "bare"]
    fresh = [project.extract for project in projects if project.extract is not None]
    return [
        str(sum(len(project.contents) for project in projects)),
        str(sum(project.unread for project in projects)),
        str(len(raises)),
        str(sum(len(comparison.missing) for comparison in comparisons)),
        str(sum(len(comparison.extra) for comparison in comparisons)),
        str(sum(len(comparison.wrong) for comparison in comparisons)),
        str(carrying),
        _share(counts["resolved"] + counts["reason"], carrying),
        _share(counts["reason"], carrying),
        _share(sum(bool(found.site.exc_type) for found in named), len(named)),
        str(sum(project.helper_sites for project in projects)),
        f"{sum(project.parse for project in projects):.1f}",
        f"{sum(fresh):.1f}" if len(fresh) == len(projects) else "kept",
        f"{sum(project.link for project in projects):.1f}",
    ]


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.2%}" if whole else "-"


def show_differences(console: Console, projects: list[Measured], limit: int = 20) -> None:
    for project in projects:
        wrong = [
            f"{word} {project.name} {path}:{line}:{column}"
            for path, comparison in project.comparisons.items()
            for word, places in (("missing", comparison.missing), ("extra", comparison.extra))
            for line, column in places
        ]
        wrong += [
            f"wrong {project.name} {path}:{line}:{column} {word}"
            for path, comparison in project.comparisons.items()
            for (line, column), word in comparison.wrong
        ]
        for text in wrong[:limit]:
            console.print(text, markup=False)


def show_sample(console: Console, project: Measured, number: int, seed: int, outcome: str) -> None:
    """Raises to read by eye: what was made of each, under its source."""
    chosen = [found for found in project.raises if outcome in ("", found.outcome, found.site.form)]
    for found in random.Random(seed).sample(chosen, min(number, len(chosen))):
        site = found.site
        console.print(f"\n== {project.name} {found.path}:{site.line} [{found.outcome}]", markup=False, style="bold")
        lines = project.contents[found.path].decode(errors="replace").split("\n")
        for at in range(max(1, site.line - CONTEXT), min(len(lines), site.end_line + 1) + 1):
            mark = ">" if site.line <= at <= site.end_line else " "
            console.print(f"{mark}{at:5} {lines[at - 1]}", markup=False, highlight=False)
        console.print(_described(site), markup=False, style="cyan")


def _described(site: ExtractedSite) -> str:
    texts = [
        "".join(f"{{{piece.source}}}" if isinstance(piece, Hole) else str(piece) for piece in message.pieces)
        for message in site.messages
    ]
    head = f"{site.kind} / {site.form} / {site.exc_qualified or site.exc_type or '?'} in {site.qualname}"
    guards = [guard.text for guard in site.guards]
    return "\n".join([head, f"bases {site.bases}", f"guards {guards}", f"reason {site.reason!r}", *map(repr, texts)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--project", choices=list(corpus.RELEASES), action="append", help="only this one")
    parser.add_argument("--sample", type=int, default=0, help="print so many raises of each with their source")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="sample this outcome or form only")
    options = parser.parse_args()
    console = Console(width=180)
    projects = [measured(name) for name in options.project or corpus.RELEASES]
    for project in projects:
        if options.sample:
            show_sample(console, project, options.sample, options.seed, options.only)
    report(console, projects)
    show_differences(console, projects)


if __name__ == "__main__":
    main()
