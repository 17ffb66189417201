"""How much of a source is taken in; what is beyond is refused or skipped. The only place where these limits stand."""

import time
from dataclasses import dataclass

from ingest.sources.failures import SourceFailed

MB = 1024 * 1024


@dataclass(frozen=True)
class Bounds:
    """Limits for one source. Sizes are bytes, times are seconds.

    A file beyond `file_bytes`, `path_bytes` or `depth` is skipped, and so are the files after `total_bytes` have been
    read; a source beyond any other bound fails as a whole.
    """

    files: int = 100_000  # that an extractor may read
    members: int = 200_000  # files, folders and links of any kind
    file_bytes: int = MB  # tree-sitter needs up to a second for a hostile megabyte
    total_bytes: int = 1024 * MB
    path_bytes: int = 900  # what a row can hold, with room for the escapes of a bad one
    depth: int = 60  # folders above a file
    download_bytes: int = 1024 * MB  # of an archive, or of a fetched commit's object store
    page_bytes: int = 64 * MB  # of an index page
    unpacked_bytes: int = 4096 * MB
    ratio: int = 150  # unpacked : packed; real releases stay under 40, deflate's limit is 1032
    ratio_from: int = 64 * MB  # unpacked bytes below which no ratio alarms
    seconds: float = 900  # until the files are there and listed
    idle_seconds: float = 30  # without a byte from the other side

    def deadline(self) -> "Deadline":
        return Deadline(self.seconds)


class Deadline:
    """A moment after which work on a source ends."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds, never below 0."""
        return max(0.0, self._end - time.monotonic())

    def check(self, doing: str) -> None:
        """Raise SourceFailed, which a retry may heal, once the time is up; `doing` is like "downloading x"."""
        if not self.left:
            raise SourceFailed(f"{doing} took longer than {self.seconds:g} seconds", permanent=False)
