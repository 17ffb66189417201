"""The two ways in which a source can disappoint: as a whole, and in one file."""


class SourceFailed(Exception):
    """The pin cannot be had. `str()` is one clear line for a person; `permanent` tells that a retry cannot heal it."""

    def __init__(self, message: str, *, permanent: bool = True) -> None:
        super().__init__(" ".join(message.split()))
        self.permanent = permanent


class Unreadable(Exception):
    """One file cannot be read. `str()` is the reason, a few words."""
