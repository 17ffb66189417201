"""What a log record, an error report or a notebook says in named fields: a tree -> texts as Python would print them.

Knows the fields' names; the texts are read like any other paste afterwards.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from .anchors import FRAME, header_at
from .escapes import decode, shows_breaks
from .located import Located, join
from .names import named_at
from .tree import HINTS, Node, Tree

MAX_TEXTS = 200
# An exception named by its class, with something said about it or on a line of its own.
SURE = re.compile(r"\b[A-Z]\w{0,60}(?:Error|Exception|Warning|Interrupt|Exit)(?::\s|\(|\s*\n)")
FAILED = re.compile(r"^E\s{3,12}[A-Z]", re.MULTILINE)
CHAIN = "\nThe above exception was the direct cause of the following exception:\n"
TYPES = (
    "exctype",
    "exceptiontype",
    "errortype",
    "ename",
    "exceptionclass",
    "errorclass",
    "class",
    "errorkind",
    "type",
    "kind",
)
MODULES = ("excmodule", "module")
SAYS = (
    "excvalue",
    "excmessage",
    "exceptionmessage",
    "errormessage",
    "evalue",
    "exceptionvalue",
    "value",
    "message",
    "msg",
)
STACKS = (
    "excinfo",
    "exctext",
    "stacktrace",
    "stack",
    "traceback",
    "exception",
    "errorstack",
    "errorstacktrace",
    "trace",
)
FRAMES = ("frames", "stacktrace", "stack", "traceback")
PATHS = ("abspath", "filename", "file", "path", "pathname")
LINES = ("lineno", "line", "linenumber")
FUNCTIONS = ("function", "func", "name", "method", "funcname")
CODES = ("contextline", "code", "line", "sourceline", "text")
KNOWN = frozenset((*STACKS, *FRAMES, *TYPES, "excvalue", "evalue", "exceptionvalue", "value"))
TELLS = ("message", "msg", "event", "detail", "error", "text", "textpayload", "log", "reason", "description")


def texts(tree: Tree) -> list[Located]:
    """Each error in the tree as a text of its own; nothing if it holds none."""
    found: list[Located] = []
    waiting: list[Node] = [tree]
    while waiting and len(found) < MAX_TEXTS:
        node = waiting.pop()
        if isinstance(node, Located):
            decoded = decode(node)
            if _tells_error(decoded.text):
                found.append(decoded)
        elif (chain := _chain(node)) is not None:
            found.append(chain)
        elif (error := _error(node)) is not None:
            found.append(error)
            # What the error says may name another error, which is no error of its own.
            waiting += [child for key, child in reversed(node.items.items()) if _plain(key) not in KNOWN]
        elif (joined := _joined(node, 2)) is not None:
            found.append(joined)
        else:
            waiting += reversed([*node.items.values(), *node.values])
    return found


def message(tree: Tree) -> Located | None:
    """What an object without an error tells in words (`{"detail": "…"}`, `{"shelf": ["…"]}`); None if nothing."""
    waiting: list[Node] = [tree]
    told: list[Located] = []
    while waiting and len(told) < MAX_TEXTS:
        node = waiting.pop(0)
        if isinstance(node, Located):
            told += [decode(node)] if " " in node.text.strip() else []
        else:
            named = _first(node, TELLS)
            waiting[:0] = [*([named] if named is not None else []), *node.items.values(), *node.values]
    return told[0] if told else None


def _tells_error(text: str) -> bool:
    if "most recent call" in text or shows_breaks(text) or FRAME.search(text) or FAILED.search(text):
        return True
    if text.lstrip()[:1] in ("{", "[") and HINTS.search(text):
        return True
    return SURE.search(text, 0, 20_000) is not None


def _error(tree: Tree) -> Located | None:
    """An object that holds an exception's type and message, or frames: as Python prints them, its last line last."""
    kind, said = _text(tree, TYPES), _text(tree, SAYS)
    frames = _frames(tree)
    if not frames and not (kind and said is not None and _is_type(kind.text)):
        return None
    stack = next((text for text in _stacks(tree)), None)
    if stack is not None and not frames:
        frames = [decode(stack)]
    last = _last_line(tree, kind, said)
    if frames and last is not None and header_at(frames[0].text) and last.text.splitlines()[0] in frames[0].text:
        return join(frames, "\n")
    return join([*frames, *([last] if last is not None else [])], "\n")


def _chain(tree: Tree) -> Located | None:
    """A list of errors that led to one another: the cause first, as reports list them, or last, as its mark says."""
    errors = [(node, error) for node in tree.values if isinstance(node, Tree) and (error := _error(node)) is not None]
    if len(errors) < 2 or len(errors) < len(tree.values):
        return None
    if any("iscause" in map(_plain, node.items) for node, _ in errors):
        errors.reverse()
    parts: list[Located] = []
    for _, error in errors:
        parts += [error, _put(CHAIN, error.end)]
    return join(parts[:-1], "\n")


def _is_type(name: str) -> bool:
    named = named_at(name)
    return named is not None and named.strength != "weak" and named.rest == len(name)


def _last_line(tree: Tree, kind: Located | None, said: Located | None) -> Located | None:
    if kind is None:
        return None
    module = _text(tree, MODULES)
    pieces = [module, _dot(kind)] if module is not None and module.text.isidentifier() and "." not in kind.text else []
    pieces = [*pieces, kind]
    if said is not None:
        pieces += [Located(": ", [kind.end] * 3), decode(said)]
    return join(pieces)


def _dot(kind: Located) -> Located:
    return Located(".", [kind.start] * 2)


def _stacks(tree: Tree) -> Iterator[Located]:
    for key, node in tree.items.items():
        if _plain(key) not in STACKS:
            continue
        if isinstance(node, Located) and ("\\n" in node.text or "\n" in node.text or FRAME.search(node.text)):
            yield node
        elif isinstance(node, Tree) and (joined := _joined(node, 1)) is not None:
            yield joined


def _joined(tree: Tree, least: int) -> Located | None:
    """A list of at least so many of a traceback's lines or pieces as one text."""
    pieces = [node for node in tree.values if isinstance(node, Located)]
    if len(pieces) < least or tree.items or not any(_tells_error(piece.text) for piece in pieces):
        return None
    decoded = [decode(piece) for piece in pieces]
    return join(decoded, "" if all(piece.text.endswith("\n") for piece in decoded[:-1]) else "\n")


def _frames(tree: Tree) -> list[Located]:
    """Frames given as objects, each as Python's two lines; the list may stand in an object of its own."""
    node = _first(tree, FRAMES)
    if isinstance(node, Tree) and (inner := _first(node, ("frames",))) is not None:
        node = inner
    if not isinstance(node, Tree):
        return []
    return [frame for entry in node.values if isinstance(entry, Tree) and (frame := _frame(entry)) is not None]


def _frame(tree: Tree) -> Located | None:
    path, line, function = _text(tree, PATHS), _text(tree, LINES), _text(tree, FUNCTIONS)
    if path is None or line is None or not line.text.isdigit():
        return None
    pieces = [_put('  File "', path.start), path, _put('", line ', line.start), line]
    if function is not None:
        pieces += [_put(", in ", function.start), function]
    code = _text(tree, CODES)
    if code is not None and code is not line and code.text.strip():
        pieces += [_put("\n    ", code.start), decode(code).strip()]
    return join(pieces)


def _put(text: str, at: int) -> Located:
    return Located(text, [at] * (len(text) + 1))


def _text(tree: Tree, names: tuple[str, ...]) -> Located | None:
    node = _first(tree, names, Located)
    return node if isinstance(node, Located) and node.text not in ("null", "None") else None


def _first(tree: Tree, names: tuple[str, ...], kind: type | None = None) -> Node | None:
    by_name = {
        _plain(key): node for key, node in reversed(tree.items.items()) if kind is None or isinstance(node, kind)
    }
    return next((by_name[name] for name in names if name in by_name), None)


@lru_cache(4096)
def _plain(key: str) -> str:
    """`exc_type`, `exc.type` and `excType` are one name."""
    return "".join(sign for sign in key[:60] if sign.isalnum()).lower()
