"""The order in which Python looks through a class's bases.

C3, as "The Python 2.3 Method Resolution Order" (docs.python.org, howto/mro) gives it; where a tree is inconsistent,
which is easy when only half of it can be seen, the offending order is passed over instead of refused.
"""

from collections.abc import Sequence

from ingest.link.definitions import Base

# Of hostile or generated code; real trees stay far below.
_MAX_BASES = 40


def linearized(cls: Base, bases: Sequence[tuple[Base, tuple[Base, ...]]]) -> tuple[Base, ...]:
    """`cls`, then its bases' own orders merged; `bases` are the direct ones with their orders."""
    orders = [*(order for _, order in bases), tuple(base for base, _ in bases)]
    lines = [[base for base in order if base != cls] for order in orders]
    merged: list[Base] = [cls]
    while any(lines) and len(merged) < _MAX_BASES:
        head = _next(lines)
        merged.append(head)
        lines = [[base for base in line if base != head] for line in lines]
    return tuple(merged)


def _next(lines: list[list[Base]]) -> Base:
    heads = [line[0] for line in lines if line]
    later = {base for line in lines for base in line[1:]}
    return next((head for head in heads if head not in later), heads[0])
