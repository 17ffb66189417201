"""A bare repository on this machine and a commit -> the entries of that commit's tree, read out of the object store."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final, Self

from ingest.sources.bounds import Bounds, Deadline
from ingest.sources.failures import SourceFailed, Unreadable
from ingest.sources.git_command import output, running
from ingest.sources.refs import Refs
from ingest.sources.snapshot import Entry

Reader = Callable[[str, int], bytes]

_REFUSED: Final = {"120000": "symbolic link", "160000": "submodule"}


@dataclass(frozen=True)
class Repository:
    """An object store; nothing is ever written to it."""

    git_dir: Path
    deadline: Deadline

    def __post_init__(self) -> None:
        shape = self._ask("rev-parse", "--show-object-format")
        if shape != "sha1":
            problem = "names its objects by SHA-256, which is not supported" if shape else "is not a git repository"
            raise SourceFailed(f"{self.git_dir} {problem}")

    def refs(self) -> Refs:
        lines = self._ask(
            "for-each-ref", "--format=%(objectname)%09%(refname)%0a%(*objectname)%09%(refname)^{}",
            "refs/tags", "refs/heads",
        )  # fmt: skip
        return Refs.listed(
            [f"{self._ask('rev-parse', '--verify', '--quiet', 'HEAD')}\tHEAD", *(lines or "").splitlines()]
        )

    def commit(self, sha: str) -> str:
        """The commit that an object's full id names, through any tag objects, or "" if it is none or not here."""
        return self._ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{sha}^{{commit}}") or ""

    def starting_with(self, digits: str) -> list[str]:
        """The commits whose ids start with these (at least four) hex digits."""
        names = (self._ask("rev-parse", f"--disambiguate={digits}") or "").split()
        return sorted(name for name in names[:100] if self._ask("cat-file", "-t", name) == "commit")

    def committed_at(self, sha: str) -> datetime | None:
        """When the commit was made; None if it does not say so in a way that makes sense."""
        # Not `git show`: the repository's configuration could make it run a program to check signatures.
        head = (self._ask("cat-file", "commit", sha) or "").split("\n\n", 1)[0]
        for line in head.splitlines():
            if line.startswith("committer "):
                try:
                    return datetime.fromtimestamp(int(line.split()[-2]), UTC)
                except (ValueError, IndexError, OverflowError, OSError):
                    return None
        return None

    def entries(self, sha: str, bounds: Bounds, read: Reader) -> Iterator[Entry]:
        """The commit's whole tree, submodules and links included; `read` gives a blob by its id and size."""
        with running(self.git_dir, "ls-tree", "-r", "-z", "-l", "--full-tree", sha) as (_, answer, process):
            for record in _records(answer, self.deadline, bounds):
                yield _entry(record, read)
            if process.wait() != 0:
                raise SourceFailed(f"the tree of commit {sha} cannot be read: the object store is damaged or not whole")

    def _ask(self, *arguments: str) -> str | None:
        answer = output(self.git_dir, self.deadline, *arguments)
        return None if answer is None else answer.rstrip("\n")


class Batch:
    """Hands out blobs from one `git cat-file --batch` process, which lives as long as the with-block."""

    def __init__(self, git_dir: Path) -> None:
        self._git_dir = git_dir
        self._process = ExitStack()

    def __enter__(self) -> Self:
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.close()

    def read(self, sha: str, size: int) -> bytes:
        """The blob, whose size the tree's listing told before. Raises Unreadable if it is missing or damaged."""
        try:
            self._ask.write(sha.encode() + b"\n")
            self._ask.flush()
            head = self._answer.readline(200).split()
            if head[1:] == [b"missing"]:
                raise Unreadable("missing from the object store")
            content = self._answer.read(size + 1)  # and a line end
        except OSError:
            head, content = [], b""
        if head != [sha.encode(), b"blob", str(size).encode()] or len(content) != size + 1:
            self._start()  # a damaged object ends git, but not the reading of the others
            raise Unreadable("damaged in the object store")
        return content[:size]

    def _start(self) -> None:
        self._process.close()
        self._ask, self._answer, _ = self._process.enter_context(running(self._git_dir, "cat-file", "--batch"))


def _records(answer: IO[bytes], deadline: Deadline, bounds: Bounds) -> Iterator[bytes]:
    """The NUL-ended records of a listing, one by one, however long it is; who takes them counts them."""
    rest = b""
    while chunk := answer.read(1 << 16):
        deadline.check("listing the files of the commit")
        *whole, rest = (rest + chunk).split(b"\0")
        if len(rest) > bounds.file_bytes:
            raise SourceFailed("the tree of the commit holds a path of over a megabyte")
        yield from whole


def _entry(record: bytes, read: Reader) -> Entry:
    """`mode type id size<TAB>path`; size is "-" for what is no blob and "BAD" for a blob that is missing."""
    head, _, name = record.partition(b"\t")
    mode, kind, sha, text = head.decode("ascii").split()
    size = int(text) if text.isdigit() else 0
    refused = _REFUSED.get(mode, "" if kind == "blob" else "not a plain file")
    if text == "BAD" and not refused:
        refused = "missing from the object store"
    return Entry(name.decode("utf-8", "surrogateescape"), size, sha, refused, lambda: read(sha, size))
