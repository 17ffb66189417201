"""How well and how fast pastes are read: `make bench-paste`.

Four parts: the formats of a file ({name: text}) against their truths, every sensible combination of dialect and noise
(or a sample), texts of a megabyte, and mutated and random pastes, which may neither raise nor be slow. It fails if a
format is misread, if fewer than 99 % of the combinations are read right, or if a bound on the time is broken.
"""

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path

from kb.paste import PastedError, read

from .paste_bounds import read_large, read_mutants
from .paste_cases import Case, cases
from .paste_dialects import Print
from .paste_formats import TRUTHS, read_formats

LEAST_RIGHT = 0.99


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


def read_cases(limit: int, show: int) -> bool:
    """Prints how many combinations were read right; returns whether these are enough."""
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
    return right >= LEAST_RIGHT * len(chosen)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--formats", type=Path, help="a JSON file {name: text} of one error in many formats")
    parser.add_argument("--truths", type=Path, default=TRUTHS, help="a JSON file {name: [errors]} of what they hold")
    parser.add_argument("--cases", type=int, default=6000, help="combinations to read, 0 for all")
    parser.add_argument("--mutants", type=int, default=100_000)
    parser.add_argument("--show", type=int, default=15, help="wrongly read combinations to list")
    args = parser.parse_args()
    misread = read_formats(args.formats, args.truths) if args.formats else 0
    is_enough = read_cases(args.cases, args.show)
    return 1 if misread + read_large() + read_mutants(args.mutants) or not is_enough else 0


if __name__ == "__main__":
    sys.exit(main())
