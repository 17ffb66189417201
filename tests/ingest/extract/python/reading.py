"""What the tests of Python extraction share: source text in, sites and messages as people write them out."""

from textwrap import dedent

from ingest.extract import extractor_for
from ingest.extract.facts import SourceFacts
from ingest.extract.sites import ExtractedSite, Format, Hole, Message, Param, Piece, Ref


def facts(source: str | bytes) -> SourceFacts:
    extractor = extractor_for("module.py")
    assert extractor is not None
    return extractor.extract(dedent(source).encode() if isinstance(source, str) else source)


def sites(source: str | bytes) -> tuple[ExtractedSite, ...]:
    return facts(source).sites


def site(source: str | bytes) -> ExtractedSite:
    (only,) = sites(source)
    return only


def written(message: Message) -> str:
    """A message with Holes as {expression}, Params as <name>, Refs as [target how key(args)]."""
    return "".join(map(_piece, message.pieces))


def _piece(piece: Piece) -> str:
    match piece:
        case str():
            return piece
        case Hole():
            return "{" + piece.source + "}"
        case Param():
            return f"<{piece.name}>"
        case Ref():
            args = ", ".join(f"{a.name}={'|'.join(map(written, a.messages))}".lstrip("=") for a in piece.args)
            return f"[{piece.target} {piece.how}{' ' + piece.key if piece.key else ''}{f'({args})' if args else ''}]"
        case Format():
            args = ", ".join(f"{a.name}={'|'.join(map(written, a.messages))}".lstrip("=") for a in piece.args)
            return f"[{''.join(map(_piece, piece.pieces))} {piece.style} ({args})]"


def texts(source: str | bytes) -> list[str]:
    """The wordings of the only site in `source`."""
    return [written(message) for message in site(source).messages]


def message_of(expression: str, before: str = "") -> list[str]:
    """The wordings of `raise ValueError(expression)` in a function with `before` in front."""
    lines = ["def f(self, n, name, items, **kw):", *before.splitlines(), f"raise ValueError({expression})"]
    return texts("\n    ".join(lines))
