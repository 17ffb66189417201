"""How long reading takes at worst: texts of a megabyte, made to be slow, and mutated and random pastes.

Reading may neither raise nor take more than SLOW seconds of CPU, and for twice the text not much more than twice the
time.
"""

import random
import string
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from kb.paste import read

from .paste_cases import cases

SLOW = 1.0
GROWTH = 3.0
# Below this many seconds a ratio of times says nothing.
MEASURABLE = 0.1
TRIES = 2
SIZE = 1_000_000

# What is piled up until the text is as long as asked for.
PILES: tuple[str, ...] = (
    *("a", " ", "\n", "\r", "\t", "\x00", "\\", '"', "'", "[", "{", "(", "]", "`", "=", "-", "_", ".", ":", "|"),
    *("^", "\x1b[", "\x1b]", "\x1b[31m", "[31m", "[0m", "\u0301", "\u200b", "\ud800", "\u202e", "│", "❱", "“", "漢"),
    *("\u200ba", "&quot;", "&amp;amp;", "&", "<b>", "<", "<pre>", "<!--", "<script>", "</b>", "[/code]", "```"),
    *("{code}", '{"a":', '["', "{'a': '", '\\"', "\\\\n", "\\nFile ", "\\n  ", "\\u0041", "b'", '"a\\\\'),
    *('[{"Error": 1},', "a.", "a.B", "a.B:", "a.b.C(", "Error", "Error:", "Error\n", "Error: Error"),
    *("ValueError('"),
    *("**a", "**a** ", "[a](file:", "[a](file://x) ", "a\\_", "C:\\a\\_b ", "## ValueError at /x\na\n", "`\n", "> a\n"),
    *("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA:", "Traceback "),
    *("Traceback (most recent call last):", "Traceback (most recent call last):\n", "Original Traceback", 'File "'),
    *('  File "', 'File "a", line 3, in f ', '  File "a", line 3, in f\n', 'File "a\n', "File a:3, in f\n", "> "),
    *(">> ", "| x\n", "\u2502 a\n", "web-1  | ", "[rank0]: ", "[rank0]: a\n", "# ", "~^", "    ~~^^\n", "-> 3 "),
    *("----> 3 x\n", "ValueError: x\n", "ValueError: x ", "E   ValueError: x\n", ">       f(x)\n"),
    *("a.py:3: in f\n", "a.py:3: Error: x\n", "____ a ____\n", "_ _ _ _ _ _\n", "E   \n", "E"),
    *("  + Exception Group Traceback (most recent call last):\n", "    +---------------- 1 ----------------\n"),
    *("at f(x)\n", "  at a.b.c(D.java:3)\n", "Caused by: ", "panic: x\n", "goroutine 1 [a\n"),
    *("thread 'a' panicked at ", "a:3:in `b': ", "2026-01-02 03:04:05 ERROR app: x\n", "2026-01-02 03:04:05 "),
    *("ERROR: ", "ERROR ", "x: error: y\n", "usage: a\nError: b\n", "Exception Type: A at /\nException Value: b\n"),
    *("Exception Type: A\n", "a.py in f at line 3\n", "<class 'a.B'>: x\n"),
    *("The above exception was the direct cause of the following exception:\n"),
    *("During handling of the above exception (", "The above exception (", "note: a\n", "Cell In[3], line 5\n"),
    *("[a](b) in f(", "\u256d\u2500\u2500 Traceback (most recent call last) \u2500\u2500\u256e\n"),
    *('KeyError: x {"a": ["b\n', '{"exc_info": "Traceback (most recent call last)"}\n', '"most recent call last"'),
    *("5%|", "x\r"),
)  # fmt: skip


def _nested(inner: str, opening: str, closing: str) -> str:
    half = SIZE // (len(opening) + len(closing))
    return opening * half + inner + closing * half


def _quoted(depth: int) -> str:
    """A literal in a literal in a literal: each layer doubles the backslashes of the one before."""
    text = "Traceback (most recent call last):\nValueError: x"
    for _ in range(depth):
        text = repr({"log": text})
    return text


def _mixed() -> str:
    chance = random.Random(3)
    return "".join(chance.choices(PILES, k=SIZE // 8))


# Texts that are more than one sign piled up.
SHAPES: dict[str, Callable[[], str]] = {
    "nested lists": lambda: _nested('"Traceback"', "[", "]"),
    "nested objects": lambda: _nested('"ValueError: x"', '{"a":', "}"),
    "literals in literals": lambda: _quoted(9) * 400,
    "piles mixed": _mixed,
    "one line of frames": lambda: 'Traceback (most recent call last): File "a", line 3, in f x ' * 20_000,
    "one word before a traceback": lambda: "a" * 900_000 + 'Traceback (most recent call last):\n  File "a", line 3',
    "long lines of quotes": lambda: ("'" * 999 + "\n") * 1000,
    "long code lines": lambda: ('  File "a", line 3, in f\n' + "(" * 4000 + "\n") * 250,
    "lines of one width": lambda: ("x" * 79 + "\n") * 12_500,
    "frames cut at one width": lambda: ('  File "' + "a" * 71 + "\n") * 12_500,
    "many prefixes": lambda: "".join(f'[{at:x}q] File "a", line 3, in f\n' for at in range(33_000)),
    "many types": lambda: "".join(f"A{at}Error: {at}\n" for at in range(60_000)),
    "cut titles": lambda: "".join(f"ValueError: {'a' * (at % 150)}…\n" for at in range(11_000)),
    "records of a line each": lambda: '{"log":"Traceback (most recent call last):\\n"}\n' * 21_000,
    "spelt out lines": lambda: "Traceback (most recent call last):\\n  File 'a', line 3, in f\\n" * 16_000,
    "a message without end": lambda: "Traceback (most recent call last):\nValueError: x\n" + "  y\n" * 250_000,
}  # fmt: skip


def texts(size: int) -> Iterator[tuple[str, str]]:
    """Every family by name, cut to `size` characters."""
    yield "a log", _log()[:size]
    for pile in PILES:
        yield repr(pile), (pile * (size // len(pile) + 1))[:size]
    for name, make in SHAPES.items():
        yield name, make()[:size]


def _log() -> str:
    line = "2026-01-02 03:04:05,123 INFO depot.worker: job {} done in {} ms\n"
    error = next(case.text for case in cases(Counter())) + "\n"
    return "".join(line.format(at, at % 7) + (error if at % 900 == 0 else "") for at in range(SIZE // 62))


def _seconds(text: str) -> float:
    began = time.process_time()
    read(text)
    return time.process_time() - began


def _growth(name: str, half: Mapping[str, float], whole: Mapping[str, float]) -> float:
    """0 where the time is too short to tell."""
    return whole[name] / max(half[name], 1e-9) if whole[name] > MEASURABLE else 0.0


def read_large() -> int:
    """Prints the slowest families of a megabyte; returns how many are over a bound."""
    half = {name: _seconds(text) for name, text in texts(SIZE // 2)}
    whole = {name: _seconds(text) for name, text in texts(SIZE)}
    # Collecting garbage may fall into one reading: what looks steep is read again, and the shortest time counts.
    for _ in range(TRIES):
        doubtful = {name for name in whole if _growth(name, half, whole) > GROWTH}
        half |= {name: min(half[name], _seconds(text)) for name, text in texts(SIZE // 2) if name in doubtful}
        whole |= {name: min(whole[name], _seconds(text)) for name, text in texts(SIZE) if name in doubtful}
    growth = {name: _growth(name, half, whole) for name in whole}
    slow = [name for name in whole if whole[name] > SLOW]
    steep = [name for name, factor in growth.items() if factor > GROWTH]
    print(f"\ntexts of a megabyte: {len(whole)} families, {len(slow)} over {SLOW} s of CPU, ", end="")
    print(f"{len(steep)} with more than {GROWTH} times the time of half a megabyte")
    for name in sorted(whole, key=lambda name: -whole[name])[:8]:
        print(f"  {whole[name]:.2f} s, {growth[name]:.1f} times that of half: {name[:80]}")
    for name in {*slow, *steep}:
        print(f"  OVER THE BOUND: {name[:80]}: {half[name]:.2f} s, {whole[name]:.2f} s")
    return len({*slow, *steep})


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
    """Prints what became of mutated pastes; returns how many raised or were slow."""
    raised, slow, slowest, took = 0, 0, (0.0, ""), 0.0
    for text in mutants(count):
        began = time.process_time()
        try:
            read(text)
        except Exception as error:  # noqa: BLE001 - whatever is raised is counted
            raised += 1
            print(f"  {type(error).__name__}: {error} on {text[:200]!r}")
        seconds = time.process_time() - began
        took += seconds
        slow += seconds > SLOW
        slowest = max(slowest, (seconds, text[:80]))
    print(
        f"\nmutated and random pastes: {count}, {raised} raised, {1000 * took / max(1, count):.2f} ms of CPU on average"
    )
    print(f"slowest: {slowest[0]:.3f} s of CPU (limit {SLOW} s)")
    return raised + slow
