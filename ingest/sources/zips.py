"""A zip file -> Entries. Members are read one by one into memory, never written out."""

import stat
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import IO, Final

from ingest.sources.bounds import Bounds
from ingest.sources.failures import SourceFailed, Unreadable
from ingest.sources.snapshot import Entry

# bz2 and lzma members are unpacked by zipfile without any bound on what comes out.
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_END: Final = b"PK\x05\x06"
_END64: Final = b"PK\x06\x06"


def read_zip(file: IO[bytes], size: int, bounds: Bounds) -> list[Entry]:
    """Entries in the archive's order, folders left out. Raises SourceFailed for an archive that cannot be trusted."""
    _check_directory(file, size, bounds)
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, NotImplementedError, UnicodeError, ValueError, struct.error, OSError) as error:
        raise SourceFailed(f"the archive is damaged: {error}") from error
    members = archive.infolist()
    if len(members) > bounds.members:
        raise SourceFailed(f"the archive has more than {bounds.members:,} members")
    _check_sizes(members, size, bounds)
    return list(_entries(archive, members, bounds))


def _entries(archive: zipfile.ZipFile, members: list[zipfile.ZipInfo], bounds: Bounds) -> Iterator[Entry]:
    for member in members:
        # The name as it stands: zipfile cuts its own copy at a NUL.
        name = member.orig_filename
        if not name.endswith("/"):
            read = _reader(archive, member, bounds)
            yield Entry(name, member.file_size, "", _refusal(member), read, _time(member))


def _refusal(member: zipfile.ZipInfo) -> str:
    mode = member.external_attr >> 16
    if member.flag_bits & 0x1:
        return "encrypted"
    if stat.S_ISLNK(mode):
        return "symbolic link"
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
        return "not a plain file"
    if member.compress_type not in _METHODS:
        return f"compressed in a way that is not read ({member.compress_type})"
    return ""


def _time(member: zipfile.ZipInfo) -> float:
    try:
        return datetime(*member.date_time, tzinfo=UTC).timestamp()
    except ValueError:
        return 0


def _reader(archive: zipfile.ZipFile, member: zipfile.ZipInfo, bounds: Bounds) -> Callable[[], bytes]:
    def read() -> bytes:
        try:
            with archive.open(member) as stream:
                content = stream.read(bounds.file_bytes + 1)
        except (
            zipfile.BadZipFile,
            zlib.error,
            EOFError,
            NotImplementedError,
            RuntimeError,
            ValueError,
            OSError,
        ) as error:
            raise Unreadable("damaged in the archive") from error
        if len(content) != member.file_size:
            raise Unreadable("not of the size that the archive gives")
        return content

    return read


def _check_sizes(members: list[zipfile.ZipInfo], size: int, bounds: Bounds) -> None:
    """No bomb: what is unpacked stays in proportion, and no two members share bytes of the archive."""
    unpacked = sum(member.file_size for member in members)
    if unpacked > bounds.unpacked_bytes or (unpacked > bounds.ratio_from and unpacked > bounds.ratio * size):
        raise SourceFailed(f"the archive of {size:,} bytes would unpack to {unpacked:,}, which is not plausible")
    end = 0
    for member in sorted(members, key=lambda member: member.header_offset):
        if member.header_offset < end:
            raise SourceFailed("members of the archive overlap, which only a zip bomb's do")
        end = member.header_offset + 30 + member.compress_size


def _check_directory(file: IO[bytes], size: int, bounds: Bounds) -> None:
    """Look at the size of the list of members before zipfile reads it whole into memory."""
    start = max(0, size - 65_557)  # the end record and the longest comment
    file.seek(start)
    tail = file.read(65_557)
    at = tail.rfind(_END)
    if at < 0 or len(tail) < at + 22:
        raise SourceFailed("the archive is damaged: it has no list of members")
    directory = int.from_bytes(tail[at + 12 : at + 16], "little")
    if directory == 0xFFFFFFFF:
        at64 = tail.rfind(_END64, 0, at)
        directory = int.from_bytes(tail[at64 + 40 : at64 + 48], "little") if at64 >= 0 else size
    if directory > bounds.members * 100:  # 46 bytes and a name each
        raise SourceFailed(f"the archive has more than {bounds.members:,} members")
