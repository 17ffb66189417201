"""One made-up error as many tools print it: what `bench.paste` combines with noise. No output of real runs in here."""

from collections.abc import Callable
from dataclasses import dataclass, field

Frame = tuple[str, int, str, str]


@dataclass(frozen=True)
class Error:
    """What happened, in the words of the program: the truth that a reading is compared with."""

    type: str
    module: str
    message: str
    frames: tuple[Frame, ...]

    @property
    def name(self) -> str:
        return f"{self.module}.{self.type}" if self.module else self.type

    @property
    def last_line(self) -> str:
        return f"{self.name}: {self.message}" if self.message else self.name


@dataclass(frozen=True)
class Print:
    """One dialect's text of an error. `says`: what the dialect prints of the innermost frame and the type."""

    text: str
    error: Error
    has_frame: bool = True
    has_function: bool = True
    others: int = 0
    shape: frozenset[str] = field(default_factory=frozenset)


def _frames(raise_code: str, root: str = "/srv/depot") -> tuple[Frame, ...]:
    slash = "\\" if "\\" in root else "/"
    return (
        (f"{root}{slash}jobs.py", 88, "<module>", "run(shelves)"),
        (f"{root}{slash}plan.py", 41, "run", "return pick(shelf, count=5)"),
        (f"{root}{slash}stock.py", 123, "pick", raise_code),
    )


ERRORS = (
    Error(
        "StockError",
        "depot.errors",
        "Shelf 'C-12' holds 3 of 5 boxes",
        _frames('raise StockError(f"Shelf {shelf!r} holds {n} of 5 boxes")'),
    ),
    Error(
        "ValueError", "", "invalid count: -1 (use 1..9)", _frames('raise ValueError(f"invalid count: {n} (use 1..9)")')
    ),
    Error("KeyError", "", "'C-12'", _frames('box = self.boxes["C-12"]')),
    Error(
        "RuntimeError",
        "",
        "cannot pick [1, 2] from {'a': 1}; see https://depot.example/help?x=1&y=2 for help",
        _frames("raise RuntimeError(", "/srv/venv/lib/python3.12/site-packages/depot"),
    ),
    Error(
        "InputError",
        "depot.api.types",
        "2 fields are wrong\n  count\n    must be positive\n  shelf\n    is unknown",
        _frames("raise InputError.of(fields)"),
    ),
    Error("AssertionError", "", "", _frames("assert self.is_open()")),
    Error(
        "OSError", "", "[Errno 28] No space left on device: '/srv/out'", _frames("file.write(data)", "C:\\depot\\app")
    ),
)


def _file_lines(frames: tuple[Frame, ...], carets: bool = False) -> list[str]:
    lines = []
    for path, line, function, code in frames:
        lines += [f'  File "{path}", line {line}, in {function}', f"    {code}"]
        if carets:
            lines.append("    " + "^" * len(code))
    return lines


def plain(error: Error) -> Print:
    return Print("\n".join([HEADER, *_file_lines(error.frames), error.last_line]), error)


def carets(error: Error) -> Print:
    return Print("\n".join([HEADER, *_file_lines(error.frames, carets=True), error.last_line]), error)


def cause(error: Error) -> Print:
    outer = [HEADER, *_file_lines(error.frames[:1]), "SystemFailure: the job is broken"]
    return Print("\n".join([plain(error).text, "", CAUSE, "", *outer]), error, others=1)


def context(error: Error) -> Print:
    outer = [HEADER, *_file_lines(error.frames[:1]), "TypeError: unhashable type: 'list'"]
    return Print("\n".join([plain(error).text, "", CONTEXT, "", *outer]), error, others=1)


def group(error: Error) -> Print:
    head = ["  + Exception Group " + HEADER, *("  | " + line for line in _file_lines(error.frames[:1]))]
    member = ["    | " + line for line in plain(error).text.split("\n")]
    lines = [*head, "  | ExceptionGroup: jobs failed (1 sub-exception)", "  +-+" + "-" * 16 + " 1 " + "-" * 16, *member]
    return Print("\n".join([*lines, "    +" + "-" * 36]), error, others=1, shape=frozenset({"margin"}))


def ipython(error: Error) -> Print:
    lines = ["-" * 75, f"{error.type:<42}Traceback (most recent call last)"]
    for path, line, function, code in error.frames:
        place = f"File {path}:{line}, in {function}(shelf, count)" if function != "<module>" else "Cell In[7], line 88"
        lines += [place, f"     {line - 1} raise_on = 'error'", f"---> {line}     {code}", f"     {line + 1} pass", ""]
    return Print(
        "\n".join([*lines, error.last_line.removeprefix(f"{error.module}.")]), error, shape=frozenset({"arrows"})
    )


def old_ipython(error: Error) -> Print:
    lines = ["-" * 75, f"{error.type:<42}Traceback (most recent call last)"]
    for path, line, function, code in error.frames:
        place = (
            f"{path} in {function}(shelf, count)" if function != "<module>" else "<ipython-input-7-1b2c> in <module>"
        )
        lines += [place, f"     {line - 1} ", f"---> {line}     {code}", ""]
    return Print(
        "\n".join([*lines, error.last_line.removeprefix(f"{error.module}.")]), error, shape=frozenset({"arrows"})
    )


def rich(error: Error) -> Print:
    lines = ["╭" + " Traceback (most recent call last) ".center(98, "─") + "╮"]
    for path, line, function, code in error.frames:
        inner = [
            f"{path}:{line} in {function}",
            "",
            f"  {line - 1} │   if shelf is None:",
            f"❱ {line} │   │   {code}",
            "",
        ]
        lines += [f"│ {text[:96]:<96} │" for text in inner]
    return Print(
        "\n".join([*lines, "╰" + "─" * 98 + "╯", error.last_line.removeprefix(f"{error.module}.")]),
        error,
        shape=frozenset({"box"}),
    )


def loguru(error: Error) -> Print:
    lines = ["2026-03-04 05:06:07.891 | ERROR    | depot.jobs:main:12 - job failed", HEADER, ""]
    for at, (path, line, function, code) in enumerate(error.frames):
        lead = "> " if at == 0 else "  "
        lines += [
            f'{lead}File "{path}", line {line}, in {function}',
            f"    {code}",
            "    └ <function run at 0x7f3a>",
            "",
        ]
    return Print("\n".join([*lines, error.last_line]), error, shape=frozenset({"values"}))


def stackprinter(error: Error) -> Print:
    lines = []
    for path, line, function, code in error.frames:
        lines += [f'File "{path}", line {line}, in {function}', f"    {line - 1}  if shelf:", f"--> {line}      {code}"]
        lines += ["    " + "." * 50, "     shelf = 'C-12'", "     text = 'ValueError: not me'", "    " + "." * 50, ""]
    return Print(
        "\n".join([*lines, error.last_line.removeprefix(f"{error.module}.")]),
        error,
        shape=frozenset({"arrows", "values"}),
    )


def pytest_long(error: Error) -> Print:
    lines = ["=" * 33 + " FAILURES " + "=" * 33, "_" * 30 + " test_pick " + "_" * 30, ""]
    for at, (path, line, function, code) in enumerate(error.frames):
        last = at == len(error.frames) - 1
        name = "test_pick" if function == "<module>" else function
        lines += [f"    def {name}(shelf):", f">       {code}"]
        if last:
            lines += [f"E       {text}" for text in error.last_line.split("\n")]
        lines += ["", f"{path}:{line}: {error.type if last else ''}".rstrip()]
        if not last:
            lines += ["_ " * 40, ""]
    return Print("\n".join(lines), error, shape=frozenset({"columns"}))


def pytest_short(error: Error) -> Print:
    lines = ["_" * 30 + " test_pick " + "_" * 30]
    for path, line, function, code in error.frames:
        lines += [f"{path}:{line}: in {'test_pick' if function == '<module>' else function}", f"    {code}"]
    lines += [f"E   {text}" for text in error.last_line.split("\n")]
    return Print("\n".join(lines), error, shape=frozenset({"columns"}))


def message_first(error: Error) -> Print:
    return Print("\n".join([error.last_line, *_file_lines(error.frames)]), error, shape=frozenset({"order"}))


def titled(error: Error) -> Print:
    return Print(f"{error.last_line}\n\n{plain(error).text}", error)


def worker(error: Error) -> Print:
    outer = [HEADER, *_file_lines(error.frames[:1]), error.last_line]
    lines = ["multiprocessing.pool.RemoteTraceback: ", '"""', plain(error).text, '"""', "", CAUSE, "", *outer]
    return Print("\n".join(lines), error, others=1)


def loader(error: Error) -> Print:
    outer = [
        HEADER,
        *_file_lines(error.frames[:1]),
        f"RuntimeError: Caught {error.type} in DataLoader worker process 0.",
    ]
    return Print("\n".join([*outer, "Original " + plain(error).text]), error, others=1)


def last_lines(error: Error) -> Print:
    return Print("\n".join([*_file_lines(error.frames[-1:]), error.last_line]), error, shape=frozenset({"short"}))


def last_line(error: Error) -> Print:
    return Print(error.last_line, error, has_frame=False, shape=frozenset({"alone"}))


HEADER = "Traceback (most recent call last):"
CAUSE = "The above exception was the direct cause of the following exception:"
CONTEXT = "During handling of the above exception, another exception occurred:"
DIALECTS: tuple[Callable[[Error], Print], ...] = (
    plain,
    carets,
    cause,
    context,
    group,
    ipython,
    old_ipython,
    rich,
    loguru,
    stackprinter,
    pytest_long,
    pytest_short,
    message_first,
    titled,
    worker,
    loader,
    last_lines,
    last_line,
)
