"""What happens to an error's text on its way into a paste box: prefixes, packaging, damage; and what cannot be undone."""

import html
import json
import re
import textwrap
from collections.abc import Callable

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


def undecidable(printed: Print, prefix: str, package: str, text: str, page: str) -> str:
    """Why this combination cannot be read by anybody, or does not occur; "" if it can."""
    lines = "\n" in printed.error.message
    for reason, applies in (
        ("line breaks of the message itself cannot be told from lost or added ones", lines and _changes_breaks(text, page)),
        ("a lone line has no indentation, head or second line to damage", "alone" in printed.shape and text != "none"),
        ("a box, columns or arrows on one line are no text any more", bool(printed.shape - {"order"}) and text == "one line"),
        ("without its margin, box or columns the dialect is gone", bool(printed.shape & {"margin", "box", "columns"}) and text in ("no indent", "double spaced")),
        ("values of variables look like code once the indentation is gone", "values" in printed.shape and text == "no indent"),
        ("items of a message look like code once the indentation is gone", lines and text in ("no indent", "double spaced")),
        ("message-first frames without indentation end nowhere", "order" in printed.shape and text in ("no indent", "one line", "head cut")),
        ("boxes and columns are not broken by those who print them", bool(printed.shape & {"box", "columns", "margin"}) and page in ("wrapped", "cut inside words")),
        ("a record in one line is not wrapped, padded or quoted inside", package in ONE_LINE and (page != "none" or prefix in ("quote", "quotes"))),
        ("typographic quotes end no literal", package in ONE_LINE and text == "smart quotes"),
        ("a record that holds line breaks has not lost them", package in ONE_LINE and text == "one line"),
        ("behind the cut nothing is left of one frame", "short" in printed.shape and text == "head cut"),
        ("two ranks carry their own prefix", text == "two ranks" and prefix != "none"),
        ("lists of lines end in line feeds of their own", package == "list" and page != "none"),
        ("the first line of a box or a report tells that it is one", bool(printed.shape & {"box", "margin", "columns", "arrows"}) and text == "head cut"),
        ("a program without a message says too little in one line", not printed.error.message and text == "one line"),
        ("an indented or wrapped line is one paragraph to a page", page == "wrapped" and prefix not in ("none", "quote")),
    ):  # fmt: skip
        if applies:
            return reason
    return ""


ONE_LINE = ("json", "json after a head", "json lines", "json in json", "literal", "list", "pairs")


def _changes_breaks(text: str, page: str) -> bool:
    return text in ("one line", "double spaced") or page in ("wrapped", "cut inside words")
