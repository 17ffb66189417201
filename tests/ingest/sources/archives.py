"""Archives as bytes, well-made and ill-made."""

import gzip
import io
import tarfile
import zipfile

MEGABYTE = 1024 * 1024


def member(name: str, content: bytes = b"", **fields: object) -> tuple[tarfile.TarInfo, bytes]:
    """A tar member; `fields` are TarInfo's, and win over the true ones."""
    info = tarfile.TarInfo(name)
    info.size = len(content)
    info.mtime = 1_700_000_000
    for field, value in fields.items():
        setattr(info, field, value)
    return info, content


def tar(*members: tuple[tarfile.TarInfo, bytes], form: int = tarfile.GNU_FORMAT) -> bytes:
    """A tar, not compressed. What follows each header is just the content, whatever size the header gives."""
    made = io.BytesIO()
    for info, content in members:
        made.write(info.tobuf(form, "utf-8", "surrogateescape"))
        made.write(content + bytes(-len(content) % 512))
    return made.getvalue() + bytes(1024)


def tar_gz(*members: tuple[tarfile.TarInfo, bytes], form: int = tarfile.GNU_FORMAT) -> bytes:
    return gzip.compress(tar(*members, form=form), 1)


def zipped(files: dict[str, bytes], **fields: object) -> bytes:
    """A zip; `fields` are set on each member's ZipInfo."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, (2026, 1, 2, 3, 4, 6))
            info.compress_type = zipfile.ZIP_DEFLATED
            for field, value in fields.items():
                setattr(info, field, value)
            archive.writestr(info, content, compresslevel=1)
    return made.getvalue()


def sdist(files: dict[str, bytes], root: str = "name-1.0") -> bytes:
    return tar_gz(*(member(f"{root}/{path}", content) for path, content in files.items()))


def metadata(*lines: str) -> bytes:
    return "\n".join(["Metadata-Version: 2.1", "Name: name", "Version: 1.0", *lines]).encode()
