"""The cost of a match in a process that serves: `bench.scale` starts one for each size."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from bench import serving
from bench.cases import says_the_same, says_the_same_words
from bench.pastes import PASTES, Known, Paste, line
from bench.scores import percentile
from kb.text import shown

SEED = 7
POOL = 3000  # entries that other frames and lines of a paste are taken from
WARM_UP = 5


class Asked(NamedTuple):
    """Milliseconds of wall time inside the process, and of its CPU, which other processes do not lengthen; `reading`:
    CPU of reading the paste, at the median. `found`: percent of pastes whose entry, or one that says the same, came
    first of those for its error."""

    paste: str
    p50: float
    p99: float
    cpu_p50: float
    cpu_p99: float
    reading: float
    found: float


class Measured(NamedTuple):
    asked: list[Asked]
    resident_mb: float


def measure(size: int, count: int) -> Measured:
    """Runs in a process of its own, whose memory is that of one that serves."""
    os.environ["RAISED_LOG_LEVEL"] = "WARNING"  # a line for each request would cost as much as some of them
    serving.settle("")
    import psutil

    from bench import scaled
    from kb.config.warm import warm

    warm()
    scaled.use(scaled.name_of(size))
    chance = random.Random(SEED)
    pool = _pool(chance)
    chosen = [known for known in pool if _is_told(known)][:count]
    asked = [_asked(name, paste, chosen, pool, chance) for name, paste in PASTES.items()]
    return Measured(asked, psutil.Process().memory_info().rss / 2**20)


def _pool(chance: random.Random) -> list[Known]:
    """Entries drawn from all; by their ids, which are numbers without gaps."""
    from kb.models import ErrorEntry, MessageTemplate

    last = ErrorEntry.objects.order_by("-pk").values_list("pk", flat=True)[0]
    ids = [f"{number:016x}" for number in chance.sample(range(1, int(last, 16) + 1), min(POOL, int(last, 16)))]
    pieces = dict(MessageTemplate.objects.filter(entry__in=ids, ordinal=0).values_list("entry_id", "pieces"))
    rows = ErrorEntry.objects.filter(pk__in=ids, category="source").values_list(
        "pk", "exc_type", "site__path", "site__line", "site__function"
    )
    return [Known(*row, pieces.get(row[0], ())) for row in rows]


def _is_told(known: Known) -> bool:
    return bool(known.exc_type) and sum(len(p.split()) for p in known.pieces if isinstance(p, str)) >= 3


def _asked(name: str, paste: Paste, chosen: Sequence[Known], pool: Sequence[Known], chance: random.Random) -> Asked:
    from django.test import Client

    from kb.paste import read

    client = Client(headers={"host": "localhost"})
    times, cpu, reading, found = [], [], [], 0
    for number, known in enumerate([*chosen[:WARM_UP], *chosen]):
        text = paste(known, pool, chance)
        body = json.dumps({"text": text})
        began, cpu_began = time.perf_counter(), time.process_time()
        answer = client.post("/api/match", data=body, content_type="application/json")
        seconds, cpu_seconds = time.perf_counter() - began, time.process_time() - cpu_began
        if number < WARM_UP:
            continue
        times.append(seconds)
        cpu.append(cpu_seconds)
        found += is_found(answer.json(), known, has_frames=paste is not line)
        cpu_began = time.process_time()
        read(text)
        reading.append(time.process_time() - cpu_began)
    return Asked(
        name,
        1000 * percentile(times, 0.5),
        1000 * percentile(times, 0.99),
        1000 * percentile(cpu, 0.5),
        1000 * percentile(cpu, 0.99),
        1000 * percentile(reading, 0.5),
        100 * found / len(times),
    )


def is_found(answer: dict[str, Any], known: Known, *, has_frames: bool) -> bool:
    """Does the entry come first of what is offered for its error? A log has several. Or one that says the same: in its
    project where the paste has frames, which tell the project; else in any, as text alone cannot tell more."""
    firsts: dict[int, Any] = {}
    for match in answer["matches"]:
        firsts.setdefault(match["error_index"], match)
    if not has_frames:
        said = {"exc_type": known.exc_type, "message": shown(known.pieces)}
        return any(says_the_same_words(first, said) for first in firsts.values())
    offered = (match for match in answer["matches"] if match["id"] == known.id)
    return any(says_the_same(match, firsts[match["error_index"]]) for match in offered)
