"""One line under an uncaught traceback: the address of the page of the statement that raised it.

    raised hook > raised_hook.py     # where Python finds it
    import raised_hook               # in your program, or in sitecustomize.py
    RAISED_HOOK=1 python program.py

Does nothing, and sends nothing, unless RAISED_HOOK is 1, true, yes or on. Then the traceback is printed first, as
ever; after it `raised link` is asked (RAISED_COMMAND, if it is not on the path), which masks secrets and sends the
traceback to RAISED_URL. Prints nothing if there is no exact match, no answer within some seconds, or any trouble.
Stands alone: it imports nothing but Python's own modules, and those only when an error was not caught.
"""

from __future__ import annotations

import os
import sys
from types import TracebackType

_SECONDS = 6.0


def is_on() -> bool:
    return os.environ.get("RAISED_HOOK", "").strip().lower() in ("1", "true", "yes", "on")


def install() -> None:
    """Have uncaught errors linked from now on, if it is switched on; a second time changes nothing."""
    if not is_on() or getattr(sys.excepthook, "is_raised_hook", False):
        return
    before = sys.excepthook

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        before(kind, error, trace)
        try:
            if issubclass(kind, Exception):
                _link(kind, error, trace)
        except BaseException:  # noqa: BLE001, S110 - a hook that fails must not hide the program's own error
            pass

    hook.is_raised_hook = True  # type: ignore[attr-defined]
    sys.excepthook = hook


def _link(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    import shlex
    import subprocess
    import traceback

    command = shlex.split(os.environ.get("RAISED_COMMAND", "raised"))
    said = "".join(traceback.format_exception(kind, error, trace))
    # Its own Python must not come by this module, nor by the program's settings.
    quiet = {name: value for name, value in os.environ.items() if name not in ("RAISED_HOOK", "PYTHONPATH")}
    asked = subprocess.run(
        [*command, "link"],
        input=said.encode(errors="replace"),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        timeout=_SECONDS,
        env=quiet,
        check=False,
    )
    address = asked.stdout.decode(errors="replace").strip()
    if asked.returncode == 0 and address.startswith(("http://", "https://")) and address.isprintable():
        sys.stderr.write(f"Raised: {address}\n")


install()
