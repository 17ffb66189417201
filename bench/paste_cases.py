"""Every sensible combination of dialect and noise as a paste, with the truth that a reading is compared with."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from .paste_dialects import DIALECTS, ERRORS, Print
from .paste_noise import PACKAGES, PAGE_DAMAGE, PREFIXES, TEXT_DAMAGE, undecidable


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
