"""The command line of `raised`. Exit status: 0 matched, 1 unknown, 2 trouble; `run` ends as its command did."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from typing import Any, Final

from api.client.asking import MOST_BYTES, Trouble, ask_match, ask_page
from api.client.showing import Terminal, lines, plain

MATCHED: Final = 0
UNKNOWN: Final = 1
TROUBLE: Final = 2
_FOUND: Final = ("exact", "ambiguous")
_EPILOG: Final = """\
  some-command 2>&1 | raised        what raised the error in the output
  raised match traceback.txt        what raised the error in a file
  raised run -- python app.py       run it, and should it fail, say what raised its error
  raised show ID                    an error's page; its address ends in its ID

Asks the site at RAISED_URL, or the one on this machine (at PORT, 8000). Secrets are masked before anything is sent.
Exit status: 0 matched, 1 unknown, 2 trouble; with run, the command's own.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    if not given and not sys.stdin.isatty():
        given = ["match"]
    options = parser().parse_args(given or ["--help"])
    try:
        status: int = options.do(options)
    except Trouble as trouble:
        sys.stderr.write(f"raised: {plain(trouble)}\n")
        return TROUBLE
    except OSError as failed:
        # Whoever read our output has left, or its disk is full; without this Python would say so at its end.
        if not isinstance(failed, BrokenPipeError):
            sys.stderr.write(f"raised: {plain(failed.strerror or failed)}.\n")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return TROUBLE
    except KeyboardInterrupt:
        return 130
    return status


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="raised",
        description="Find the statement that raised an error.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    todo = top.add_subparsers(required=True, metavar="COMMAND")
    match = todo.add_parser("match", help="match a file, or standard input")
    match.add_argument("file", nargs="?", default="-", help="a traceback or a log; - is standard input")
    match.add_argument("--project", help="owner/name, to look there first")
    match.add_argument("--limit", type=int, default=5, help="how many matches at most (5)")
    match.add_argument("--json", action="store_true", help="print the site's answer as it is")
    match.set_defaults(do=do_match)
    run = todo.add_parser("run", help="run a command, and match what it says on its standard error if it fails")
    run.add_argument("command", nargs=argparse.REMAINDER, metavar="-- COMMAND")
    run.set_defaults(do=do_run)
    show = todo.add_parser("show", help="print an error's page as Markdown")
    show.add_argument("id", help="16 hex digits")
    show.set_defaults(do=do_show)
    link = todo.add_parser("link", help="print the address alone, and only if the match is exact")
    link.set_defaults(do=do_link)
    hook = todo.add_parser("hook", help="print a module that adds that address to Python's tracebacks")
    hook.set_defaults(do=do_hook)
    mcp = todo.add_parser("mcp", help="serve agents over standard input and output (needs the package mcp)")
    mcp.set_defaults(do=do_mcp)
    return top


def do_match(options: argparse.Namespace) -> int:
    answer = ask_match(read(options.file), project=options.project, limit=options.limit)
    if options.json:
        sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
    else:
        write(answer)
    sys.stdout.flush()
    return MATCHED if answer["outcome"] in _FOUND else UNKNOWN


def do_run(options: argparse.Namespace) -> int:
    from api.client.running import run

    command = options.command[1:] if options.command[:1] == ["--"] else options.command
    if not command:
        raise Trouble("Which command? raised run -- COMMAND")
    status, said = run(command)
    if status and said.strip():
        try:
            answer = ask_match(said, limit=3)
            if answer["outcome"] != "unmatched":
                sys.stderr.write("\n".join(["", *lines(answer, Terminal(sys.stderr)), ""]))
        except Trouble as trouble:
            sys.stderr.write(f"raised: {plain(trouble)}\n")
    return status


def do_show(options: argparse.Namespace) -> int:
    if len(options.id) != 16 or not options.id.isalnum():
        raise Trouble("An error's id is 16 hex digits; its page's address ends with it.")
    sys.stdout.write(ask_page(options.id))
    return MATCHED


def do_link(_options: argparse.Namespace) -> int:
    answer = ask_match(read("-"), limit=1, seconds=5)
    if answer["outcome"] != "exact":
        return UNKNOWN
    sys.stdout.write(plain(answer["matches"][0]["url"]) + "\n")
    return MATCHED


def do_hook(_options: argparse.Namespace) -> int:
    import pkgutil

    source = pkgutil.get_data("api.client", "raised_hook.py") or b""
    sys.stdout.write(source.decode())
    return MATCHED


def do_mcp(_options: argparse.Namespace) -> int:
    try:
        from api.client.agents import serve
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] != "mcp":
            raise
        raise Trouble("The package mcp is not installed: pip install 'mcp>=2.3,<3', for this Python.") from None
    serve()
    return MATCHED


def read(name: str) -> str:
    """The end of a file's text, as much as is sent; Trouble if it can't be read or holds nothing."""
    try:
        if name == "-":
            if sys.stdin.isatty():
                sys.stderr.write("Paste the error, then press Ctrl-D.\n")
            content = _end_of(sys.stdin.buffer)
        else:
            with open(name, "rb") as file:
                content = _end_of(file)
    except OSError as failed:
        raise Trouble(f"{name} can't be read: {failed.strerror}.") from None
    if not content.strip():
        raise Trouble("There is nothing to match.")
    return content.decode(errors="replace")


def _end_of(stream: Any) -> bytes:  # noqa: ANN401 - any readable of bytes
    """The last MOST_BYTES or a little more, however much comes."""
    kept = b""
    while part := stream.read(MOST_BYTES):
        kept = kept[-MOST_BYTES:] + part
    return kept


def write(answer: dict[str, Any]) -> None:
    sys.stdout.write("\n".join(lines(answer, Terminal(sys.stdout))) + "\n")
