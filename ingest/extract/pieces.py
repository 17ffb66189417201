"""Arithmetic on wordings: joins pieces, crosses alternatives, within bounds.

An expression may have several texts (`Texts`): one tuple of pieces for each. Extraction and linking both compute with
these; the bounds keep hostile or generated code from growing them without end.
"""

from collections.abc import Iterable

from ingest.extract.sites import Format, Hole, Message, Param, Piece, Ref

Pieces = tuple[Piece, ...]
Texts = tuple[Pieces, ...]

# Wordings kept of one statement; further ones are dropped.
MAX_TEXTS = 12
# Pieces kept of one wording, and characters of its literals; what follows becomes one Hole named "…".
MAX_PIECES = 100
MAX_CHARACTERS = 8_000
CUT = Hole("…")
# One text, that says nothing.
EMPTY: Texts = ((),)
# What `None` is where it is put into a text. As a whole message it says nothing.
NONE: Pieces = ("None",)
# Pieces within the arguments of one Ref or Format, at any depth. Names that stand for calls of each other would double
# them at every step.
MAX_NESTED = 200


def joined(pieces: Iterable[Piece]) -> Pieces:
    """`pieces` with neighbouring literals merged, empty ones dropped, and the bounds kept."""
    result: list[Piece] = []
    run: list[str] = []
    room = MAX_CHARACTERS
    for piece in pieces:
        if isinstance(piece, str):
            run.append(piece)
            room -= len(piece)
            if room < 0:
                return (*result, "".join(run)[:room], CUT)
            continue
        if run:
            _close(run, result)
        result.append(piece)
        if len(result) > MAX_PIECES:
            return (*result[:MAX_PIECES], CUT)
    if run:
        _close(run, result)
    return tuple(result)


def _close(run: list[str], result: list[Piece]) -> None:
    if text := run[0] if len(run) == 1 else "".join(run):
        result.append(text)
    run.clear()


def size(texts: Texts) -> int:
    """How much work it is to go through `texts`: their pieces, and a further one for each 100 characters."""
    return sum(1 + len(piece) // 100 if isinstance(piece, str) else 1 for text in texts for piece in text)


def bounded(piece: Ref | Format) -> Ref | Format | Hole:
    """`piece`, or only its source where it holds more than MAX_NESTED pieces."""
    left = MAX_NESTED
    waiting: list[Ref | Format] = [piece]
    while waiting:
        current = waiting.pop()
        inner = [message.pieces for argument in current.args for message in argument.messages]
        if isinstance(current, Format):
            inner.append(current.pieces)
        for pieces in inner:
            left -= len(pieces)
            if left < 0:
                return Hole(piece.source)
            waiting += [found for found in pieces if isinstance(found, Ref | Format)]
    return piece


def union(*many: Texts) -> Texts:
    """The texts of all of `many`, each once, in order, at most MAX_TEXTS."""
    if len(many) == 1 and len(many[0]) < 2:
        return many[0]
    return tuple(dict.fromkeys(text for texts in many for text in texts))[:MAX_TEXTS]


def product(left: Texts, right: Texts, source: str) -> Texts:
    """Every text of `left` followed by every one of `right`; too many, and `right` becomes the Hole `source`."""
    if len(left) * len(right) > MAX_TEXTS:
        right = ((Hole(source),),)
    elif left == EMPTY:
        return right
    return tuple([a if a and a[-1] is CUT else joined((*a, *b)) for a in left for b in right])


def spelled(pieces: Pieces) -> str:
    """As people write it, what is not fixed as `{expression}`."""
    return "".join(piece if isinstance(piece, str) else f"{{{piece.source}}}" for piece in pieces)


def has_words(pieces: Pieces) -> bool:
    """Whether a literal among `pieces` has a letter: a message that says something by itself."""
    return any(map(_has_letter, pieces))


def _has_letter(piece: Piece) -> bool:
    return isinstance(piece, str) and (piece[:1].isalpha() or any(map(str.isalpha, piece)))


def is_phrase(pieces: Pieces) -> bool:
    """Whether there are words of which one stands apart from the rest: more than a name or a code."""
    spelled = "".join(piece if isinstance(piece, str) else "…" for piece in pieces)
    return has_words(pieces) and len(spelled.split()) > 1


def says_something(pieces: Pieces) -> bool:
    """Whether any of it is known: None, and Holes in nothing but the quotes, brackets and commas of a repr are not."""
    return pieces != NONE and any(isinstance(piece, str) and piece.strip("'\"() ,") for piece in pieces)


_OPEN = frozenset({Ref, Param, Format})


def is_open(pieces: Pieces) -> bool:
    """Whether linking has something left to decide in `pieces`."""
    return not _OPEN.isdisjoint(map(type, pieces))


def is_lone_hole(texts: Texts) -> bool:
    """Whether nothing at all is known."""
    return len(texts) == 1 and len(texts[0]) == 1 and isinstance(texts[0][0], Hole)


def literal(texts: Texts) -> str | None:
    """The one text that `texts` is when nothing in it varies, else None."""
    if texts == ((),):
        return ""
    if len(texts) == 1 and len(texts[0]) == 1 and isinstance(texts[0][0], str):
        return texts[0][0]
    return None


def messages(texts: Texts) -> tuple[Message, ...]:
    """`texts` as Messages."""
    return tuple([Message(text) for text in texts])


def texts_of(found: Iterable[Message]) -> Texts:
    """The opposite of `messages`."""
    return tuple([message.pieces for message in found])
