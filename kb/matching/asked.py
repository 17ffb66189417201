"""PURE: a PastedError made ready to be looked up: its possible texts, and the hashes to look for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from kb.matching.borrowed import own_frames
from kb.matching.message import Message
from kb.matching.variants import Variant, variants
from kb.paste import PastedError, PastedFrame
from kb.search import fingerprints
from kb.search.places import is_installed, path_parts

MOST_ERRORS = 20
MOST_FRAMES = 12  # counted from the innermost
NEAR_FRAMES = 4  # that are looked up: a statement further out handed its text down, which finds it
MOST_HASHES = 4000  # of all errors of a paste

# Which error of a paste matters most: where a chain started, else where it ended.
_ROLES = {"root": 0, "only": 1, "wrapper": 2, "handled": 3}


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame of the paste; `depth` 0 is the innermost. `is_installed`: `parts` are all of its file's name in a
    package."""

    parts: tuple[str, ...]
    function: str
    line: int | None
    code: str
    depth: int
    is_installed: bool

    @property
    def hashes(self) -> list[int]:
        ends = dict.fromkeys((self.parts[-2:], self.parts[-1:]))
        return [fingerprints.of_place(end, self.function) for end in ends]


@dataclass(frozen=True)
class Asked:
    """One error of the paste; `index` among all that were read."""

    index: int
    error: PastedError
    variants: tuple[Variant, ...]
    messages: tuple[Message, ...]
    frames: tuple[Frame, ...]

    @cached_property
    def fingerprints(self) -> list[int]:
        found: dict[int, None] = {}
        for message in self.messages:
            found |= dict.fromkeys(fingerprints.of_message(message.words))
        return list(found)

    @property
    def near_frames(self) -> tuple[Frame, ...]:
        return tuple(frame for frame in self.frames if frame.depth < NEAR_FRAMES)

    @property
    def names_own_class(self) -> bool:
        return self.variants[0].is_of_own_class

    @cached_property
    def mentioned(self) -> frozenset[str]:
        """Words of the message, among which a project may be named."""
        return frozenset(word for message in self.messages for word in message.words)

    @cached_property
    def packages(self) -> frozenset[str]:
        """Top folders of the frames' files, and of the type's module: where its project's code may lie."""
        tops = {frame.parts[0] for frame in self.frames if len(frame.parts) > 1}
        modules = {variant.exc_module.partition(".")[0] for variant in self.variants}
        return frozenset(tops | modules - {"", "builtins", "__main__"})


def asked(errors: Sequence[PastedError]) -> list[Asked]:
    """The most important first, and those that matter as much in the order of the paste; of more than MOST_ERRORS the
    last ones, where a log ended."""

    def matters(at: int) -> tuple[int, bool]:
        return _ROLES[errors[at].role], not errors[at].frames

    newest = sorted(range(len(errors)), key=lambda at: (*matters(at), -at))[:MOST_ERRORS]
    order = sorted(newest, key=lambda at: (*matters(at), at))
    kept = [errors[at] for at in order]
    return [_asked(at, error, kept) for at, error in zip(order, kept, strict=True)]


def _asked(index: int, error: PastedError, errors: Sequence[PastedError]) -> Asked:
    read = variants(error)
    frames = tuple(_frames(own_frames(error, errors)))
    return Asked(index, error, tuple(read), tuple(Message(v.text) for v in read), frames)


def _frames(frames: Sequence[PastedFrame]) -> Iterator[Frame]:
    for depth, frame in enumerate(reversed(frames[-MOST_FRAMES:])):
        parts = path_parts(frame.path)
        if parts:
            yield Frame(
                parts, frame.function.rpartition(".")[2], frame.line, frame.code, depth, is_installed(frame.path)
            )
