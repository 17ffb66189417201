"""What happens to an error's text on its way into a paste box: prefixes, packages, damage; what is lost for good."""

import html
import json
import re
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from .paste_dialects import Print

Lines = list[str]


def _each(prefix: Callable[[int], str]) -> Callable[[str], str]:
    return lambda text: "\n".join(prefix(at) + line for at, line in enumerate(text.split("\n")))


def _clipped(text: str) -> str:
    """A container's prefix on each line; the selection began one character late."""
    return PREFIXES["compose"](text)[1:]


PREFIXES: dict[str, Callable[[str], str]] = {
    "none": lambda text: text,
    "compose": _each(lambda _: "worker-1  | "),
    "kubectl": _each(lambda _: "[pod/worker-6d9f7/app] "),
    "rank": _each(lambda _: "[rank3]: "),
    "glued": _each(lambda _: "[default3]:"),
    "actor": _each(lambda _: "(Worker pid=4312, ip=10.1.0.7) "),
    "engine": _each(lambda at: f"(Engine_2 pid=77) ERROR 03-04 05:06:{at % 60:02d} [engine.py:812] "),
    "ci": _each(lambda at: f"2026-03-04T05:06:{at % 60:02d}.{1000000 + at * 37}Z "),
    "syslog": _each(lambda _: "Mar 04 05:06:07 node7 depot[991]: "),
    "quote": _each(lambda _: "> "),
    "quotes": _each(lambda _: ">> "),
    "indent": _each(lambda _: "    "),
    "log": _each(lambda at: f"2026-03-04 05:06:07,{100 + at} ERROR depot.worker: "),
    "scheduler": _each(lambda _: "[2026-03-04, 05:06:07 UTC] {jobs.py:199} ERROR - "),
    "numbers": _each(lambda at: f"{at + 101}: "),
    "levels": _each(lambda _: "ERROR    depot/jobs.py:12 "),
    "clipped": _clipped,
}


def _json(text: str) -> str:
    return json.dumps({"level": "error", "event": "job failed", "exception": text, "pid": 7})


def _json_lines(text: str) -> str:
    quiet = json.dumps({"level": "info", "event": "job started", "error": None})
    return f"{quiet}\n{_json(text)}\n{quiet}"


PACKAGES: dict[str, Callable[[str], str]] = {
    "none": lambda text: text,
    "fence": lambda text: f"It broke:\n\n```python\n{text}\n```\n\nAny idea?",
    "chat": lambda text: f"```{text}```",
    "prose": lambda text: f"Hello, since today I get this when I start the job:\n\n{text}\n\nCan you help? Thank you!",
    "json": _json,
    "json after a head": lambda text: f"2026-03-04 05:06:07,123 ERROR depot: {_json(text)}",
    "json lines": _json_lines,
    "json in json": lambda text: json.dumps({"log": _json(text) + "\n", "stream": "stderr"}),
    "escaped": html.escape,
    "page": lambda text: f"<h1>Error</h1><div><pre>{html.escape(text)}</pre></div><p>Sorry.</p>",
    "literal": lambda text: f"stderr={text!r}",
    "list": lambda text: repr([line + "\n" for line in text.split("\n")]),
    "pairs": lambda text: f'ts=5 level=error err={json.dumps(text)} user="x y"',
    "colours": lambda text: "\n".join(f"\x1b[1;31m{line}\x1b[0m" for line in text.split("\n")),
    "broken colours": lambda text: "\n".join(f"[31m{line}[39;49m[0m" for line in text.split("\n")),
}


def _padded(text: str) -> str:
    return "\n".join(line.ljust(120) for line in text.split("\n"))


def _wrapped(text: str) -> str:
    return "\n".join(
        part for line in text.split("\n") for part in (textwrap.wrap(line, 72, replace_whitespace=False) or [""])
    )


def _cut_inside(text: str) -> str:
    return "\n".join(line[at : at + 80] for line in text.split("\n") for at in range(0, max(1, len(line)), 80))


def _smart(text: str) -> str:
    text = re.sub(r"(^|[\s(\[={f])\"", r"\1“", text).replace('"', "”")
    return re.sub(r"(^|[\s(\[={])'", r"\1‘", text).replace("'", "’")


def _noisy(text: str) -> str:
    bars = "".join(f"\rpicking: {part}%|{'█' * (part // 10)}| {part}/100" for part in range(0, 100, 7))
    return f"$ python jobs.py --all\n{bars}\n{text}\n(venv) me@depot:~/app$ "


def _printed_over(text: str) -> str:
    """Two processes print the same error at the same time, line by line."""
    lines = text.split("\n")
    return "\n".join(f"[rank{rank}]: {line}" for line in lines for rank in (0, 1))


TEXT_DAMAGE: dict[str, Callable[[str], str]] = {
    "none": lambda text: text,
    "no indent": lambda text: "\n".join(line.lstrip() for line in text.split("\n")),
    "smart quotes": _smart,
    "double spaced": lambda text: text.replace("\n", "\n\n"),
    "one line": lambda text: " ".join(line.strip() for line in text.split("\n") if line.strip()),
    "hard spaces": lambda text: text.replace("  ", "\xa0\xa0"),
    "head cut": lambda text: text.split("\n", 2)[-1],
    "two ranks": _printed_over,
    "twice": lambda text: f"{text}\n\n{text}",
}
PAGE_DAMAGE: dict[str, Callable[[str], str]] = {
    "none": lambda text: text,
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "padded": _padded,
    "cut inside words": _cut_inside,
    "wrapped": _wrapped,
    "noisy": _noisy,
}


@dataclass(frozen=True)
class Loss:
    """A combination that nobody can read, or that does not occur: it applies where each given set holds the part."""

    reason: str
    shapes: str = ""
    prefixes: Iterable[str] = ()
    packages: Iterable[str] = ()
    texts: Iterable[str] = ()
    pages: Iterable[str] = ()
    needs_lines: bool = False
    needs_silence: bool = False

    def applies(self, printed: Print, prefix: str, package: str, text: str, page: str) -> bool:
        parts = ((self.prefixes, prefix), (self.packages, package), (self.texts, text), (self.pages, page))
        if any(allowed and part not in allowed for allowed, part in parts):
            return False
        if self.shapes and not printed.shape & set(self.shapes.split()):
            return False
        message = printed.error.message
        return not (self.needs_lines and "\n" not in message) and not (self.needs_silence and message)


RECORDS = ("json", "json after a head", "json lines", "json in json", "literal", "list", "pairs")
BROKEN = ("wrapped", "cut inside words")
DAMAGED = tuple(name for name in TEXT_DAMAGE if name != "none")
LOSSES = (
    Loss("lost line breaks of a message cannot be put back", texts=("one line", "double spaced"), needs_lines=True),
    Loss("line breaks of the message cannot be told from added ones", pages=BROKEN, needs_lines=True),
    Loss("a lone line has no indentation, head or second line to damage", "alone", texts=DAMAGED),
    Loss("one broken line does not show the width", "alone short", pages=BROKEN),
    Loss("behind doubled line breaks a paragraph looks like a line", packages=("prose",), texts=("double spaced",)),
    Loss("boxes, columns and arrows on one line are no text", "margin box columns arrows values", texts=("one line",)),
    Loss("without box or columns the dialect is gone", "margin box columns", texts=("no indent", "double spaced")),
    Loss("values of variables look like code without indentation", "values", texts=("no indent",)),
    Loss("items of a message look like code without indentation", texts=("no indent",), needs_lines=True),
    Loss("message-first frames end nowhere", "order", texts=("no indent", "one line", "head cut")),
    Loss("boxes and columns are not broken by those who print them", "margin box columns", pages=BROKEN),
    Loss("a record in one line is not broken or padded inside", packages=RECORDS, pages=tuple(PAGE_DAMAGE)[1:]),
    Loss("a record in one line is not quoted inside", prefixes=("quote", "quotes"), packages=RECORDS),
    Loss("typographic quotes end no literal", packages=RECORDS, texts=("smart quotes",)),
    Loss("a record that holds line breaks has not lost them", packages=RECORDS, texts=("one line",)),
    Loss("behind the cut nothing is left of one frame", "short", texts=("head cut",)),
    Loss("two ranks carry their own prefix", prefixes=tuple(PREFIXES)[1:], texts=("two ranks",)),
    Loss("the first line tells that it is a box or a report", "box margin columns arrows", texts=("head cut",)),
    Loss("a type alone says too little in the middle of a line", texts=("one line",), needs_silence=True),
    Loss("a prefixed line is no paragraph to wrap", prefixes=set(PREFIXES) - {"none", "quote"}, pages=("wrapped",)),
)  # fmt: skip


def undecidable(printed: Print, prefix: str, package: str, text: str, page: str) -> str:
    """Why this combination cannot be read by anybody, or does not occur; "" if it can."""
    return next((loss.reason for loss in LOSSES if loss.applies(printed, prefix, package, text, page)), "")
