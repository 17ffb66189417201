"""Find the statements of errors that really happened: `make bench-match CORPUS=FILE CASES=FILE`.

CORPUS names a source a line, as `manage.py ingest` takes it; those that the data folder (RAISED_DATA, default
`.data-match`) lacks are ingested first. CASES is described in `bench.cases`. Each case is pasted in three ways: a
traceback, `Type: message`, and the message alone. A site is started on PORT and asked through `POST /api/match`.

strict@1, strict@5: the right statement is first, or among the first five. template@1: the first match is right or
says, word for word, what a right one says that is offered too; words@1: but for the expressions in its Holes, which no
text shows, so that this is the most that text alone can tell. wrong: claimed to be
exact and neither. Baselines (`bench.baselines`) never say how sure they are, and answer a sample, since they are slow.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import cases, scores, serving
from bench.cases import MODES, Case, Mode
from bench.scores import Judged, Reply

FEW_WORDS = 3
MATCHES = 25
SEED = 1


def main() -> None:
    args = _arguments()
    sources = [line.strip() for line in args.corpus.read_text().splitlines() if line.strip() and line[0] != "#"]
    try:
        known = _sample(cases.read(args.cases), args.limit)
    except ValueError as error:
        raise SystemExit(f"{args.cases}: {error}") from error
    serving.settle(".data-match")
    console = Console(width=None if sys.stdout.isatty() else 150)
    with serving.site() as address:
        serving.ingest_missing(sources)
        table = Table(
            "asked", "pasted", "cases", "strict@1", "strict@5", "template@1", "words@1", "wrong", "p50 ms", "p99 ms", ""
        )
        _score_site(table, address, known, args.misses)
        if args.sample:
            _score_baselines(table, _sample(known, args.sample))
    console.print(table)
    console.print(f"Misses: {args.misses}/*.jsonl" if args.misses else "", end="\n" if args.misses else "")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="make bench-match", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--corpus", type=_file, required=True, metavar="FILE", help="sources, one a line")
    parser.add_argument("--cases", type=_file, required=True, metavar="FILE", help="cases, one JSON object a line")
    parser.add_argument("--limit", type=int, default=0, metavar="N", help="ask only N of the cases")
    parser.add_argument("--sample", type=int, default=150, metavar="N", help="ask the baselines N of them; 0: none")
    parser.add_argument("--misses", type=Path, metavar="FOLDER", help="write the cases that were not right first")
    return parser.parse_args()


def _file(path: str) -> Path:
    if not Path(path).is_file():
        raise argparse.ArgumentTypeError(f"there is no file {path!r}: make bench-match CORPUS=FILE CASES=FILE")
    return Path(path)


def _sample(known: Sequence[Case], count: int) -> Sequence[Case]:
    return random.Random(SEED).sample(known, count) if 0 < count < len(known) else known


def _score_site(table: Table, address: str, known: Sequence[Case], misses: Path | None) -> None:
    def ask(text: str) -> Reply:
        answer, seconds = serving.post(f"{address}api/match", {"text": text, "limit": MATCHES})
        return Reply(answer["outcome"], answer["matches"], seconds)

    for mode in MODES:
        judged = scores.judge(known, mode, ask)
        for least in (0,) if mode == "traceback" else (0, FEW_WORDS):
            _add(table, "Raised", mode, scores.with_words(judged, least), least)
        if misses:
            misses.mkdir(parents=True, exist_ok=True)
            (misses / f"{mode}.jsonl").write_text("".join(_missed(judged)))


def _score_baselines(table: Table, known: Sequence[Case]) -> None:
    from bench import baselines

    baselines.prepare_full_text()
    asked: dict[str, Callable[[str], Reply]] = {
        "search, raw text": baselines.raw_search,
        "PostgreSQL full text": baselines.full_text,
    }
    for name, ask in asked.items():
        for mode in MODES:
            least = 0 if mode == "traceback" else FEW_WORDS
            _add(table, name, mode, scores.with_words(scores.judge(known, mode, ask), least), least)


def _add(table: Table, name: str, mode: Mode, judged: Sequence[Judged], least: int) -> None:
    if not judged:
        return
    found = scores.figures(judged)
    shares = (found.strict_at_1, found.strict_at_5, found.template_at_1, found.words_at_1, found.wrong)
    table.add_row(
        name,
        f"{mode}, {least} words or more" if least else mode,
        f"{found.cases:,}",
        *("-" if share is None else f"{share:.2f} %" for share in shares),
        f"{found.p50:.1f}",
        f"{found.p99:.1f}",
        ", ".join(f"{outcome} {count}" for outcome, count in sorted(found.outcomes.items()) if outcome),
    )


def _missed(judged: Iterable[Judged]) -> Iterator[str]:
    return (json.dumps(scores.miss(one)) + "\n" for one in judged if one.rank != 1)


if __name__ == "__main__":
    main()
