"""What `str()` shows of a Python exception built with given arguments, as a traceback's last line prints it.

Rules of Python's builtin classes only (the "Built-in Exceptions" chapter of its library reference); classes that
define their own text are linking's to read.
"""

import builtins

import msgspec

from ingest.extract.pieces import (
    NONE,
    Pieces,
    Texts,
    has_words,
    is_open,
    is_phrase,
    joined,
    messages,
    product,
    texts_of,
    union,
)
from ingest.extract.sites import Argument, Format, Hole, Message, Param, Piece, Ref

# Keyword arguments that hold the text where a class is not known, the likeliest first.
TEXT_KEYWORDS = ("detail", "message", "msg", "description", "reason", "error", "text", "errors", "details", "title")

# Python's own exception classes, by name.
BUILTIN_EXCEPTIONS = frozenset(
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
) | {"StandardError"}
_EXCEPTION_ENDS = (
    "Error",
    "Exception",
    "Warning",
    "Exit",
    "Interrupt",
    "Failure",
    "Fault",
    "Failed",
    "Abort",
    "Timeout",
)
_OS_ERRORS = frozenset(
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, OSError)
)
_SYNTAX_ERRORS = frozenset({"SyntaxError", "IndentationError", "TabError"})


def has_exception_name(name: str) -> bool:
    """Whether a class's own name says that it is an exception."""
    return name.endswith(_EXCEPTION_ENDS) or name in BUILTIN_EXCEPTIONS


def shown(base: str, arguments: tuple[Argument, ...]) -> tuple[Message, ...]:
    """The texts of an exception whose `__str__` is that of the builtin class `base`, built with `arguments`.

    `base` "" means that the class is not known: then the argument that reads like a text is taken. () = no text.
    """
    if not base:
        return _likeliest(arguments)
    positional = [argument for argument in arguments if not argument.name]
    if any(argument.name == "*" for argument in arguments):
        return _likeliest(arguments)
    if base == "SystemExit" and len(positional) == 1:
        # What has no words is a status, which nothing prints; what linking is to tell may have some.
        return tuple(message for message in positional[0].messages if _may_say(message.pieces))
    if base == "KeyError" and len(positional) == 1 and not _is_none(positional[0]):
        return messages(_shown_repr(positional[0]))
    if base in _OS_ERRORS and 2 <= len(positional) <= 5:
        return messages(_os_error(positional))
    if base in _SYNTAX_ERRORS and len(positional) == 2:
        return _syntax_error(positional)
    if base in ("ExceptionGroup", "BaseExceptionGroup") and len(positional) == 2:
        tail: Pieces = (" (", Hole("len(exceptions)"), " sub-exceptions)")
        return messages(tuple(joined((*text, *tail)) for text in texts_of(positional[0].messages)))
    return _plain(positional)


def _is_none(argument: Argument) -> bool:
    return not argument.is_text and texts_of(argument.messages) == (NONE,)


def _may_say(text: Pieces) -> bool:
    return text != NONE and (has_words(text) or is_open(text))


def _plain(positional: list[Argument]) -> tuple[Message, ...]:
    """BaseException.__str__: nothing, the one argument, or the tuple of all."""
    if not positional:
        return ()
    if len(positional) == 1:
        return () if _is_none(positional[0]) else positional[0].messages
    texts: Texts = (("(",),)
    for number, argument in enumerate(positional):
        texts = product(texts, ((", ",),) if number else ((),), "")
        texts = product(texts, _shown_repr(argument), "…")
    return messages(product(texts, ((")",),), ""))


def _likeliest(arguments: tuple[Argument, ...]) -> tuple[Message, ...]:
    named = {argument.name: argument for argument in arguments if argument.name}
    ordered = [argument for argument in arguments if argument.name in ("", "*")]
    ordered += [named[name] for name in TEXT_KEYWORDS if name in named]
    ordered = [argument for argument in ordered if argument.is_text]
    for argument in ordered:
        if any(has_words(text) for text in texts_of(argument.messages)):
            return argument.messages
    if ordered:
        return ordered[0].messages
    displays = (argument for argument in arguments if not argument.is_text)
    for argument in displays:
        if any(_is_display(text) and has_words(text) for text in texts_of(argument.messages)):
            return argument.messages
    # A code, a name or a hint under any other keyword is no message, unless it is a sentence and all that there is.
    others = (argument for argument in arguments if argument.is_text and argument.name not in ("", "*", "**"))
    return next((a.messages for a in others if any(is_phrase(text) for text in texts_of(a.messages))), ())


def _is_display(text: Pieces) -> bool:
    """Whether it is a list, tuple or dict that is written out."""
    return bool(text) and isinstance(text[0], str) and text[0][:1] in ("[", "(", "{")


def _os_error(positional: list[Argument]) -> Texts:
    """`[Errno 2] text`, and `: 'file name'`, `-> 'other'` where names are given."""
    texts = product((("[Errno ",),), texts_of(positional[0].messages), "errno")
    texts = product(product(texts, (("] ",),), ""), texts_of(positional[1].messages), "strerror")
    if len(positional) > 2:
        texts = product(product(texts, ((": ",),), ""), _shown_repr(positional[2]), "filename")
    if len(positional) > 4:
        texts = product(product(texts, ((" -> ",),), ""), _shown_repr(positional[4]), "filename2")
    return texts


def _syntax_error(positional: list[Argument]) -> tuple[Message, ...]:
    tail: Pieces = (" (", Hole("filename"), ", line ", Hole("lineno"), ")")
    texts = texts_of(positional[0].messages)
    return messages(union(tuple(joined((*text, *tail)) for text in texts), texts))


def _shown_repr(argument: Argument) -> Texts:
    texts = texts_of(argument.messages) or ((),)
    if not argument.is_text:
        return texts
    # The empty text beside others stands for None.
    return tuple(shown_repr(text) for text in texts if text or len(texts) == 1)


def shown_repr(pieces: Pieces) -> Pieces:
    """What `repr()` shows of the text `pieces`: quoted as Python would, as far as the literals tell."""
    if len(pieces) == 1 and not isinstance(pieces[0], str):
        return (_as_repr(pieces[0]),)
    fixed = "".join(piece for piece in pieces if isinstance(piece, str))
    # The repr of a value is, as a rule, that of a text, and so brings single quotes with it.
    has_single = "'" in fixed or any(not isinstance(piece, str) and piece.source.endswith("!r") for piece in pieces)
    quote = '"' if has_single and '"' not in fixed else "'"
    return joined((quote, *(_escaped(piece, quote) for piece in pieces), quote))


def _escaped(piece: Piece, quote: str) -> Piece:
    if not isinstance(piece, str):
        return piece
    # The quote added here makes Python escape for the quotes that the whole text gets.
    return repr('"' + piece)[2:-1] if quote == "'" else repr(piece + "'")[1:-2]


def _as_repr(piece: Hole | Param | Ref | Format) -> Piece:
    if piece.source.endswith("!r"):
        return piece
    return msgspec.structs.replace(piece, source=piece.source + "!r")
