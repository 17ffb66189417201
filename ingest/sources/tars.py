"""A compressed tar file -> Entries. It is unpacked once into a nameless bounded temporary file; members are read
out of that into memory, and no member is ever written out under its name.
"""

import bz2
import gzip
import tarfile
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import IO, Final, Self

from ingest.sources.bounds import Bounds, Deadline
from ingest.sources.failures import SourceFailed, Unreadable
from ingest.sources.snapshot import Entry

# Headers that are followed by text about the next member, and the most bytes of such text.
_EXTENDED: Final = (
    tarfile.XHDTYPE,
    tarfile.XGLTYPE,
    tarfile.SOLARIS_XHDTYPE,
    tarfile.GNUTYPE_LONGNAME,
    tarfile.GNUTYPE_LONGLINK,
)
_MAX_EXTENDED: Final = 8 * 1024


def unpack_tar(path: Path, bounds: Bounds, deadline: Deadline) -> IO[bytes]:
    """The tar inside `path` (gzip or bzip2), as an open file that is gone when closed."""
    packed = path.stat().st_size
    with path.open("rb") as file:
        is_bzip2 = file.read(2) == b"BZ"
    plain: IO[bytes] = tempfile.TemporaryFile(dir=path.parent)  # noqa: SIM115
    try:
        with bz2.open(path) if is_bzip2 else gzip.open(path) as stream:
            while chunk := stream.read(1 << 20):
                plain.write(chunk)
                _check_size(plain.tell(), packed, bounds)
                deadline.check("unpacking the archive")
    except (OSError, EOFError, zlib.error) as error:
        plain.close()
        if isinstance(error, OSError) and error.errno:  # said by the system, of our own file
            raise SourceFailed(f"the archive cannot be unpacked: {error.strerror}", permanent=False) from error
        raise SourceFailed(f"the archive is damaged: {error}") from error
    except SourceFailed:
        plain.close()
        raise
    return plain


def read_tar(plain: IO[bytes], bounds: Bounds, deadline: Deadline) -> list[Entry]:
    """Entries in the archive's order, folders left out. Raises SourceFailed for an archive that cannot be trusted."""
    plain.seek(0)
    entries: list[Entry] = []
    try:
        archive = tarfile.open(fileobj=plain, mode="r:", tarinfo=_Member)  # noqa: SIM115
        for number, member in enumerate(archive, 1):
            deadline.check("listing the archive")
            if number > bounds.members:
                raise SourceFailed(f"the archive has more than {bounds.members:,} members")
            if member.size < 0:  # said by an extended header: tarfile would go back, and never end
                raise tarfile.ReadError("negative size")
            if not member.isdir():
                entries.append(_entry(archive, member, bounds))
    # tarfile lets the errors of the number and text conversions of a broken header through.
    except (tarfile.TarError, OSError, EOFError, ValueError, LookupError, ArithmeticError, RecursionError) as error:
        raise SourceFailed(f"the archive is damaged: {error}") from error
    return entries


class _Member(tarfile.TarInfo):
    """Refuses, as each header is met, what tarfile handles without bounds: it takes an extended header of any length
    into memory and searches it in quadratic time (CVE-2024-6232), goes back on a negative size (CVE-2025-8194), and
    builds a sparse file's map of any length.
    """

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        member = super().frombuf(buf, encoding, errors)
        if member.size < 0 or (member.type in _EXTENDED and member.size > _MAX_EXTENDED):
            raise tarfile.ReadError("a header with an impossible size")
        if member.type == tarfile.GNUTYPE_SPARSE:
            raise tarfile.ReadError("a sparse file")
        return member

    def _refuse(self, *_: object) -> None:
        raise tarfile.ReadError("a sparse file")

    # Not documented, so a newer tarfile may no longer call them; a test watches that.
    _proc_gnusparse_00 = _proc_gnusparse_01 = _proc_gnusparse_10 = _refuse


def _entry(archive: tarfile.TarFile, member: tarfile.TarInfo, bounds: Bounds) -> Entry:
    # "./pkg/a.py" is how `tar c .` writes a plain path.
    name = member.name.removeprefix("./")
    return Entry(name, member.size, "", _refusal(member), _reader(archive, member, bounds), member.mtime)


def _refusal(member: tarfile.TarInfo) -> str:
    if member.issym():
        return "symbolic link"
    if member.islnk():
        return "hard link"
    return "" if member.isreg() else "not a plain file"


def _reader(archive: tarfile.TarFile, member: tarfile.TarInfo, bounds: Bounds) -> Callable[[], bytes]:
    def read() -> bytes:
        try:
            stream = archive.extractfile(member)
            content = stream.read(bounds.file_bytes + 1) if stream else b""
        except (tarfile.TarError, OSError, EOFError, ValueError) as error:
            raise Unreadable("damaged in the archive") from error
        if len(content) != member.size:
            raise Unreadable("not of the size that the archive gives")
        return content

    return read


def _check_size(unpacked: int, packed: int, bounds: Bounds) -> None:
    if unpacked > bounds.unpacked_bytes or (unpacked > bounds.ratio_from and unpacked > bounds.ratio * packed):
        raise SourceFailed(f"the archive of {packed:,} bytes unpacks to more than {unpacked:,}, which is not plausible")
