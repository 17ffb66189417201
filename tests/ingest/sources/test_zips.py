import io
import stat
import zipfile
from dataclasses import replace

import pytest

from ingest.sources import Bounds, SourceFailed
from ingest.sources.archive import opened
from ingest.sources.snapshot import Origin, Snapshot
from tests.ingest.sources.archives import MEGABYTE, zipped

BOUNDS = Bounds()


def read(tmp_path, content, bounds=BOUNDS, name="name-1.0-py3-none-any.whl"):
    """Path -> content, or the reason why it is skipped."""
    path = tmp_path / name
    path.write_bytes(content)
    with opened(path, bounds, bounds.deadline()) as (_, entries):
        snapshot = Snapshot(Origin("owner/name", "", "", "archive", ""), entries, bounds)
        return {file.path: getattr(file, "reason", None) or file.content for file in snapshot.files()}


def test_wheel_is_read_with_its_paths_as_they_are(tmp_path):
    content = zipped({"name/": b"", "name/a.py": b"x", "name/core.so": b"\x7fELF"})

    assert read(tmp_path, content) == {"name/a.py": b"x"}


def test_zipped_source_distribution_is_read_without_its_root_folder(tmp_path):
    assert read(tmp_path, zipped({"name-1.0/a.py": b"x"}), name="name-1.0.zip") == {"a.py": b"x"}


@pytest.mark.parametrize(
    "name, shown, reason",
    [
        ("../../etc/evil.py", "../../etc/evil.py", "path leads out of the tree"),
        ("/etc/evil.py", "/etc/evil.py", "absolute path"),
        ("c:evil.py", "c:evil.py", "absolute path"),
        ("name\\evil.py", "name\\evil.py", "backslash in path"),
    ],
)
def test_member_with_a_bad_path_is_refused_and_the_others_are_read(tmp_path, name, shown, reason):
    assert read(tmp_path, zipped({"a.py": b"x", name: b"evil"})) == {"a.py": b"x", shown: reason}


def test_name_with_a_nul_is_not_cut_to_another_file(tmp_path):
    content = zipped({"a.py": b"x", "evil.py@.txt": b"evil"}).replace(b"evil.py@.txt", b"evil.py\0.txt")

    files = read(tmp_path, content)

    assert files == {"a.py": b"x"}


def test_name_that_is_not_utf_8_though_it_says_so_fails_the_archive(tmp_path):
    content = zipped({"a.py": b"x", "é.py": b"y"}).replace("é".encode(), b"\xff\xfe")

    with pytest.raises(SourceFailed, match="damaged"):
        read(tmp_path, content)


def test_name_in_an_old_encoding_is_read(tmp_path):
    content = zipped({"a.py": b"x", "b@.py": b"y"}).replace(b"b@.py", b"b\x82.py")

    assert read(tmp_path, content) == {"a.py": b"x", "bé.py": b"y"}


@pytest.mark.parametrize(
    "mode, reason",
    [(stat.S_IFLNK | 0o777, "symbolic link"), (stat.S_IFIFO | 0o644, "not a plain file"), (stat.S_IFREG | 0o644, None)],
)
def test_links_and_special_files_are_refused(tmp_path, mode, reason):
    files = read(tmp_path, zipped({"a.py": b"/etc/passwd"}, external_attr=mode << 16, create_system=3))

    assert files == {"a.py": reason or b"/etc/passwd"}


def test_encrypted_member_is_refused(tmp_path):
    content = bytearray(zipped({"a.py": b"x" * 100, "b.py": b"y" * 100}))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.find(mark) + offset] |= 1

    files = read(tmp_path, bytes(content))

    assert files == {"a.py": "encrypted", "b.py": b"y" * 100}


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_compression_that_unpacks_without_bounds_is_not_read(tmp_path, method):
    files = read(tmp_path, zipped({"a.py": b"x" * 100}, compress_type=method))

    assert files == {"a.py": f"compressed in a way that is not read ({method})"}


def test_path_that_comes_twice_is_not_read_at_all(tmp_path):
    content = zipped({"a.py": b"first", "b.py": b"other"}).replace(b"b.py", b"a.py")

    assert read(tmp_path, content) == {"a.py": "two files with this path"}


def test_line_of_200_megabytes_is_refused(tmp_path):
    content = zipped({"line.py": b"x" * (200 * MEGABYTE), "a.py": b"x"})

    with pytest.raises(SourceFailed, match="not plausible"):
        read(tmp_path, content)


def test_large_file_is_skipped(tmp_path):
    files = read(tmp_path, zipped({"a.py": b"x" * (MEGABYTE + 1), "b.py": b"x"}))

    assert files == {"a.py": "larger than 1,024 KB", "b.py": b"x"}


def test_member_that_holds_more_than_the_archive_says_is_not_read(tmp_path):
    content = zipped({"a.py": b"x" * 5000})
    size = (5000).to_bytes(4, "little")
    assert content.count(size) == 2

    files = read(tmp_path, content.replace(size, (100).to_bytes(4, "little")))

    assert files == {"a.py": "damaged in the archive"}


def test_damaged_member_is_skipped_and_the_others_are_read(tmp_path):
    content = bytearray(zipped({"a.py": b"abcdefgh" * 20, "b.py": b"y"}))
    content[36:44] = b"\xff" * 8

    files = read(tmp_path, bytes(content))

    assert files == {"a.py": "damaged in the archive", "b.py": b"y"}


def test_overlapping_members_are_refused(tmp_path):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.py", b"kernel" * 1000)
        first = archive.infolist()[0]
        for number in range(5):
            copy = zipfile.ZipInfo(f"{number}.py")
            for field in ("header_offset", "compress_size", "file_size", "CRC", "compress_type"):
                setattr(copy, field, getattr(first, field))
            archive.filelist.append(copy)
            archive.NameToInfo[copy.filename] = copy

    with pytest.raises(SourceFailed, match="overlap"):
        read(tmp_path, made.getvalue())


@pytest.mark.parametrize("content", [b"", b"PK", b"no archive" * 100])
def test_what_is_no_archive_is_told_as_damaged(tmp_path, content):
    with pytest.raises(SourceFailed, match="the archive is damaged"):
        read(tmp_path, content)


@pytest.mark.parametrize("cut", [-1, -30, 60])
def test_cut_off_archive_is_told_as_damaged(tmp_path, cut):
    with pytest.raises(SourceFailed, match="the archive is damaged"):
        read(tmp_path, zipped({"a.py": b"x" * 100})[:cut])


def test_too_many_members_are_refused(tmp_path):
    content = zipped({f"{n}.txt": b"" for n in range(11)})

    with pytest.raises(SourceFailed, match="more than 10 members"):
        read(tmp_path, content, replace(BOUNDS, members=10))


def test_list_of_members_is_measured_before_it_is_read(tmp_path):
    content = zipped({f"{n}.txt": b"" for n in range(100)})

    with pytest.raises(SourceFailed, match="more than 10 members"):
        read(tmp_path, content, replace(BOUNDS, members=10))
    for lie in (b"\xff\xff\xff\x7f", b"\xff\xff\xff\xff"):
        at = content.rfind(b"PK\x05\x06") + 12
        with pytest.raises(SourceFailed):
            read(tmp_path, content[:at] + lie + content[at + 4 :])


def test_archive_within_an_archive_is_left_alone(tmp_path):
    assert read(tmp_path, zipped({"a.zip": zipped({"b.py": b"x"}), "c.py": b"y"})) == {"c.py": b"y"}
