"""PURE: the 64-bit hashes by which a message finds the templates that may have made it, and a frame its entries.

A template gets a handful: its first and its last literal whole, when it begins or ends with them, and some runs of
words spread over the rest, so that a clipped or damaged message still hits. A message gets every hash that a template
could have chosen, in time linear in its words. Method: stored queries found by their rare fragments, as search engines'
percolators do, with hashes of word n-grams for fragments. A template without fixed words gets none.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import pairwise

from kb.text import Piece, fixed_runs

RUN = 3  # words in a shingle; templates without such a run use pairs, then single words
INNER = 4  # shingles chosen per template
EDGE = 24  # words of the first or last literal that count
MESSAGE_WORDS = 320  # of a longer message the head and the tail are read

_MASK = (1 << 64) - 1
_MULTIPLIER = 0x9E3779B97F4A7C15
_COMMON = frozenset(
    """a an and are as at be been but by can cannot could did do does expected for from got has have if in instead
    invalid is it its must no not of on only or should such that the this to type use value was were when with
    you your""".split()  # noqa: SIM905 - a list of sixty strings reads worse
)


@lru_cache(maxsize=65536)
def hash64(text: str) -> int:
    return int.from_bytes(blake2b(text.encode(errors="surrogatepass"), digest_size=8).digest(), "big")


def signed(value: int) -> int:
    """As PostgreSQL's bigint holds it."""
    return value - (1 << 64) if value >> 63 else value


def _mix(state: int, word: str) -> int:
    mixed = ((state ^ hash64(word)) * _MULTIPLIER) & _MASK
    return mixed ^ (mixed >> 29)


def _hash(seed: str, run: Sequence[str]) -> int:
    state = hash64(seed)
    for word in run:
        state = _mix(state, word)
    return signed(state)


def of_shape(pattern: str) -> int:
    """The identity of all templates with the same literals, whatever their Holes are called."""
    return signed(hash64(pattern))


def of_place(parts: Sequence[str], function: str) -> int:
    """Of a frame or a site: the last two parts of its path (`places.path_parts`) and the function's own name."""
    return signed(hash64("\n".join([*parts[-2:], function])))


def of_template(pieces: Sequence[Piece]) -> list[int]:
    """The template's fingerprints, at most INNER + 2."""
    runs = fixed_runs(pieces)
    if not runs:
        return []
    found = {_hash(str(len(run)), run) for run in _spread(_shingles(runs))}
    if isinstance(pieces[0], str) and fixed_runs(pieces[:2]):
        found.add(_hash("^", runs[0][:EDGE]))
    if isinstance(pieces[-1], str) and fixed_runs(pieces[-2:])[-1:] == runs[-1:] and len(pieces) > 1:
        found.add(_hash("$", runs[-1][: -EDGE - 1 : -1]))
    return sorted(found)


def _shingles(runs: list[list[str]]) -> list[list[str]]:
    for size in range(RUN, 0, -1):
        found = [run[at : at + size] for run in runs for at in range(len(run) - size + 1)]
        if found:
            return found
    return []


def _spread(shingles: list[list[str]]) -> list[list[str]]:
    """The most telling shingle of each of INNER equal stretches."""
    count = min(INNER, len(shingles))
    edges = [len(shingles) * part // count for part in range(count + 1)]
    return [max(shingles[start:end], key=_tells) for start, end in pairwise(edges)]


def _tells(shingle: list[str]) -> int:
    return sum(len(word) for word in shingle if word not in _COMMON)


def of_message(message: Sequence[str]) -> list[int]:
    """Every fingerprint that a template of this message may have, without repeats, the most selective kinds first."""
    if len(message) > MESSAGE_WORDS:
        head = MESSAGE_WORDS * 3 // 4
        message = [*message[:head], *message[head - MESSAGE_WORDS :]]
    found = dict.fromkeys(_edges("^", message[:EDGE]) + _edges("$", message[: -EDGE - 1 : -1]))
    for size in range(RUN, 0, -1):
        for at in range(len(message) - size + 1):
            found.setdefault(_hash(str(size), message[at : at + size]))
    return list(found)


def _edges(seed: str, run: Sequence[str]) -> list[int]:
    state, found = hash64(seed), []
    for word in run:
        state = _mix(state, word)
        found.append(signed(state))
    return found
