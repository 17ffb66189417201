"""The two ways in which a source can disappoint: as a whole, and in one file."""

from typing import Final

_MAX_LINE: Final = 1000


class SourceFailed(Exception):
    """The pin cannot be had. `str()` is one clear line for a person; `permanent` tells that a retry cannot heal it."""

    def __init__(self, message: str, *, permanent: bool = True) -> None:
        # It may quote an index or a server, and is printed on terminals.
        line = "".join(char if char.isprintable() else "�" for char in " ".join(message.split()))
        super().__init__(line if len(line) <= _MAX_LINE else line[: _MAX_LINE - 1] + "…")
        self.permanent = permanent


class Unreadable(Exception):
    """One file cannot be read. `str()` is the reason, a few words."""
