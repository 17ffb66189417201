"""How well and how fast pastes are read: `make bench-paste`.

Four parts: the formats of a file ({name: text}, all of one error), every sensible combination of dialect and noise
(or a sample), texts of a megabyte, and mutated and random pastes, which may neither raise nor be slow.
"""

import argparse
import json
import random
import string
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from kb.paste import PastedError, read

from .paste_dialects import DIALECTS, ERRORS, Print
from .paste_noise import PACKAGES, PAGE_DAMAGE, PREFIXES, TEXT_DAMAGE, undecidable

SLOW = 1.0


@dataclass(frozen=True)
class Case:
    """One combination, and what must be read out of it."""

    name: str
    text: str
    printed: Print


def cases(skipped: Counter[str]) -> Iterator[Case]:
    """All combinations that can be read; the reasons for the others are counted in `skipped`."""
    parts = product(DIALECTS, PREFIXES, PACKAGES, TEXT_DAMAGE, PAGE_DAMAGE)
    for at, (dialect, prefix, package, text, page) in enumerate(parts):
        printed = dialect(ERRORS[at % len(ERRORS)])
        reason = undecidable(printed, prefix, package, text, page)
        if reason:
            skipped[reason] += 1
            continue
        pasted = PACKAGES[package](PAGE_DAMAGE[page](PREFIXES[prefix](TEXT_DAMAGE[text](printed.text))))
        yield Case(f"{dialect.__name__} · {prefix} · {package} · {text} · {page}", pasted, printed)


def fault(case: Case) -> str:
    """What was read wrong; "" if the error is there, once, with its type, message and innermost frame."""
    errors = read(case.text).errors
    truth = case.printed.error
    same = [error for error in errors if error.exc_type == truth.type and _flat(error.message) == _flat(truth.message)]
    if not same:
        said = [f"{error.exc_type}: {error.message[:60]!r}" for error in errors[:3]]
        return f"type or message: {said}"
    if len([error for error in errors if error.frames]) > 1 + case.printed.others:
        return f"{len(errors)} errors read"
    if not case.printed.has_frame:
        return ""
    return "" if any(_ends_right(error, case.printed) for error in same) else f"frame: {[e.frames[-1:] for e in same]}"


def _ends_right(error: PastedError, printed: Print) -> bool:
    path, line, function, _ = printed.error.frames[-1]
    last = error.frames[-1] if error.frames else None
    if last is None or last.line != line or last.path.replace("\\\\", "\\") != path:
        return False
    return not printed.has_function or last.function == function


def _flat(text: str) -> str:
    return " ".join(text.split())


def read_formats(path: Path) -> None:
    """Prints what is read of each format; which are right is for the reader to see, as some differ by design."""
    for name, text in json.loads(path.read_text()).items():
        for error in read(text).errors:
            last = error.frames[-1] if error.frames else None
            place = f"{last.path}:{last.line} in {last.function}" if last else "no frame"
            notes = f" notes={list(error.notes)}" if error.notes else ""
            print(f"{name:36.36} {error.role:8} {error.exc_type}: {error.message[:60]!r} · {place}{notes}")


def read_cases(limit: int, show: int) -> None:
    skipped: Counter[str] = Counter()
    every = list(cases(skipped))
    chosen = every if limit <= 0 or limit >= len(every) else random.Random(5).sample(every, limit)
    wrong: list[tuple[str, str]] = []
    began = time.perf_counter()
    for case in chosen:
        reason = fault(case)
        if reason:
            wrong.append((case.name, reason))
    right = len(chosen) - len(wrong)
    print(f"\ncombinations: {len(every)} readable, {sum(skipped.values())} left out, {len(chosen)} read")
    print(f"read right: {right} = {100 * right / len(chosen):.2f} %, in {time.perf_counter() - began:.1f} s")
    for reason, count in skipped.most_common():
        print(f"  left out {count:7}: {reason}")
    for part in range(5):
        print(
            f"  wrong by part {part + 1}:", dict(Counter(name.split(" · ")[part] for name, _ in wrong).most_common(8))
        )
    for name, reason in wrong[:show]:
        print(f"  {name}\n      {reason[:220]}")


def mutants(count: int) -> Iterator[str]:
    """Combinations with pieces deleted, doubled, moved, replaced or joined; and random signs."""
    chance = random.Random(11)
    seeds = [case.text for case in chance.sample(list(cases(Counter())), 400)]
    signs = string.printable + "│╭❱“”‘’\x1b\u200b\ud800\xa0ü漢" + "\x00"
    for at in range(count):
        if at % 10 == 0:
            yield "".join(chance.choices(signs, k=chance.randrange(0, 400)))
            continue
        text = chance.choice(seeds)
        for _ in range(chance.randrange(1, 6)):
            text = _mutated(text, chance, seeds, signs)
        yield text


def _mutated(text: str, chance: random.Random, seeds: list[str], signs: str) -> str:
    one, other = sorted(chance.randrange(len(text) + 1) for _ in range(2))
    piece = text[one:other]
    how = chance.randrange(6)
    if how == 0:
        return text[:one] + text[other:]
    if how == 1:
        return text[:other] + piece + text[other:]
    if how == 2:
        return text[:one] + "".join(chance.choices(signs, k=chance.randrange(1, 9))) + text[one:]
    if how == 3:
        lines = text.split("\n")
        chance.shuffle(lines)
        return "\n".join(lines)
    if how == 4:
        return text[:one] + chance.choice(seeds)[:2000] + text[one:]
    return text[one:]


def read_mutants(count: int) -> int:
    raised, slowest, took = 0, (0.0, ""), 0.0
    for text in mutants(count):
        began = time.process_time()
        try:
            read(text)
        except Exception as error:  # noqa: BLE001 - whatever is raised is counted
            raised += 1
            print(f"  {type(error).__name__}: {error} on {text[:200]!r}")
        seconds = time.process_time() - began
        took += seconds
        slowest = max(slowest, (seconds, text[:80]))
    print(
        f"\nmutated and random pastes: {count}, {raised} raised, {1000 * took / max(1, count):.2f} ms of CPU on average"
    )
    print(f"slowest: {slowest[0]:.3f} s of CPU (limit {SLOW} s)")
    return raised + (slowest[0] > SLOW)


PILES: tuple[str, ...] = (
    "a",
    "\n",
    '"',
    "[",
    '{"a":',
    "| x\n",
    "│ a\n",
    "\x1b[",
    "&quot;",
    "<b>",
    "\\",
    "\\nFile ",
    "~^",
    "E   ValueError: x\n",
)
PILES += (
    "Traceback (most recent call last):",
    'File "',
    '  File "a", line 3, in f\n',
    "ValueError: x\n",
    "> ",
    "at f(x)\n",
)
PILES += (
    "2026-01-02 03:04:05 ERROR app: x\n",
    "panic: x\n",
    "a.py:3: in f\n",
    "x: error: y\n",
    'KeyError: x {"a": ["b\n',
)


def read_large(size: int = 1_000_000) -> None:
    """Times of texts of a megabyte: one sign over and over, and a log with an error here and there."""
    line = "2026-01-02 03:04:05,123 INFO depot.worker: job {} done in {} ms\n"
    error = next(case.text for case in cases(Counter())) + "\n"
    log = "".join(line.format(at, at % 7) + (error if at % 900 == 0 else "") for at in range(size // 62))
    texts = {"a log": log} | {repr(pile): (pile * (size // len(pile) + 1))[:size] for pile in PILES}
    took = {}
    for name, text in texts.items():
        began = time.process_time()
        read(text)
        took[name] = time.process_time() - began
    slowest = sorted(took.items(), key=lambda pair: -pair[1])[:4]
    print(f"\n1 MB of a log: {took['a log']:.2f} s; of {len(PILES)} piles of one sign, the slowest: ", end="")
    print(", ".join(f"{name} {seconds:.2f} s" for name, seconds in slowest))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--formats", type=Path, help="a JSON file {name: text} of one error in many formats")
    parser.add_argument("--cases", type=int, default=6000, help="combinations to read, 0 for all")
    parser.add_argument("--mutants", type=int, default=100_000)
    parser.add_argument("--show", type=int, default=15, help="wrongly read combinations to list")
    args = parser.parse_args()
    if args.formats:
        read_formats(args.formats)
    read_cases(args.cases, args.show)
    read_large()
    return read_mutants(args.mutants) if args.mutants else 0


if __name__ == "__main__":
    sys.exit(main())
