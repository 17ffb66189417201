import bz2
import gzip
import io
import tarfile
from dataclasses import replace

import pytest

from ingest.sources import Bounds, SourceFailed
from ingest.sources.archive import opened
from ingest.sources.bounds import Deadline
from ingest.sources.snapshot import Origin, Snapshot
from tests.ingest.sources.archives import MEGABYTE, member, sdist, tar, tar_gz

BOUNDS = Bounds()


def read(tmp_path, content, bounds=BOUNDS, name="name-1.0.tar.gz"):
    """Path -> content, or the reason why it is skipped."""
    path = tmp_path / name
    path.write_bytes(content)
    with opened(path, bounds, bounds.deadline()) as (_, entries):
        snapshot = Snapshot(Origin("owner/name", "", "", "archive", ""), entries, bounds)
        files = {file.path: getattr(file, "reason", None) or file.content for file in snapshot.files()}
    assert [found.name for found in tmp_path.iterdir()] == [name]
    return files


def test_source_distribution_is_read_without_its_root_folder(tmp_path):
    content = tar_gz(
        member("name-1.0", type=tarfile.DIRTYPE),
        member("name-1.0/name/a.py", b"x = 1\n"),
        member("name-1.0/README.md", b"# name"),
    )

    assert read(tmp_path, content) == {"name/a.py": b"x = 1\n"}


def test_paths_stay_as_they_are_if_there_is_no_common_root(tmp_path):
    assert list(read(tmp_path, tar_gz(member("name/a.py"), member("setup.py")))) == ["name/a.py", "setup.py"]


def test_attributes_that_macos_puts_beside_the_root_do_not_hide_it(tmp_path):
    content = tar_gz(member("._name-1.0", b"\0"), member("name-1.0/a.py", b"x"), member("name-1.0/._a.py", b"\0"))

    assert read(tmp_path, content) == {"a.py": b"x", "._a.py": b"\0"}


def test_bzip2_and_dotted_paths_are_read(tmp_path):
    content = bz2.compress(tar(member("./name-1.0/a.py", b"x")))

    assert read(tmp_path, content, name="name-1.0.tar.bz2") == {"a.py": b"x"}


def test_long_names_of_both_formats_are_read(tmp_path):
    name = "/".join(["name-1.0", *["folder" * 3] * 12, "módulo.py"])

    for form in (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        assert list(read(tmp_path, tar_gz(member(name, b"x"), form=form))) == [name.partition("/")[2]]


@pytest.mark.parametrize(
    "name, shown, reason",
    [
        ("../../etc/evil.py", "../../etc/evil.py", "path leads out of the tree"),
        ("name/../../evil.py", "name/../../evil.py", "path leads out of the tree"),
        ("/etc/evil.py", "/etc/evil.py", "absolute path"),
        ("C:/evil.py", "C:/evil.py", "absolute path"),
        ("..\\evil.py", "..\\evil.py", "backslash in path"),
        ("name//evil.py", "name//evil.py", "path is not in plain form"),
        ("name/./evil.py", "name/./evil.py", "path is not in plain form"),
        ("name/ev\nil.py", "name/ev\\nil.py", "name is not printable UTF-8"),
        ("name/ev\u202eil.py", "name/ev\\u202eil.py", "name is not printable UTF-8"),
        ("name/ev\udcffil.py", "name/ev\\xffil.py", "name is not printable UTF-8"),
        ("/".join(["d"] * 61) + "/evil.py", "/".join(["d"] * 61) + "/evil.py", "deeper than 60 folders"),
    ],
)
def test_member_with_a_bad_path_is_refused_and_the_others_are_read(tmp_path, name, shown, reason):
    files = read(tmp_path, tar_gz(member("setup.py", b"x"), member(name, b"evil")))

    assert files == {"setup.py": b"x", shown: reason}


def test_path_longer_than_a_row_can_hold_is_refused_and_cut_visibly(tmp_path):
    files = read(tmp_path, tar_gz(member("setup.py"), *(member("é" * 600 + f"/{n}.py") for n in range(2))))

    skipped = [path for path, found in files.items() if found == "path longer than 900 bytes"]
    assert len(skipped) == 2
    assert all(len(path.encode()) <= 900 and "…" in path for path in skipped)


@pytest.mark.parametrize(
    "fields, reason",
    [
        ({"type": tarfile.SYMTYPE, "linkname": "../../etc/passwd"}, "symbolic link"),
        ({"type": tarfile.SYMTYPE, "linkname": "setup.py"}, "symbolic link"),
        ({"type": tarfile.LNKTYPE, "linkname": "/etc/passwd"}, "hard link"),
        ({"type": tarfile.CHRTYPE}, "not a plain file"),
        ({"type": tarfile.BLKTYPE}, "not a plain file"),
        ({"type": tarfile.FIFOTYPE}, "not a plain file"),
    ],
)
def test_links_and_devices_are_refused(tmp_path, fields, reason):
    files = read(tmp_path, tar_gz(member("setup.py", b"x"), member("evil.py", **fields)))

    assert files == {"setup.py": b"x", "evil.py": reason}


def test_file_behind_a_link_to_a_folder_is_not_written_through_it(tmp_path):
    link = member("name/link", type=tarfile.SYMTYPE, linkname=str(tmp_path.parent))

    files = read(tmp_path, tar_gz(member("setup.py", b"x"), link, member("name/link/evil.py", b"evil")))

    assert files == {"setup.py": b"x", "name/link": "symbolic link", "name/link/evil.py": b"evil"}
    assert not (tmp_path.parent / "evil.py").exists()


def test_path_that_comes_twice_is_not_read_at_all(tmp_path):
    files = read(
        tmp_path, tar_gz(member("a.py", b"1"), member("b.py", b"x"), member("a.py", b"2"), member("a.py", b"3"))
    )

    assert files == {"b.py": b"x", "a.py": "two files with this path"}


def test_large_file_is_skipped(tmp_path):
    files = read(tmp_path, tar_gz(member("long.py", b"x" * (MEGABYTE + 1)), member("a.py", b"x" * MEGABYTE)))

    assert files["long.py"] == "larger than 1,024 KB"
    assert len(files["a.py"]) == MEGABYTE


def test_bomb_is_given_up_as_soon_as_it_is_out_of_proportion(tmp_path):
    content = gzip.compress(tar(member("line.py", bytes(200 * MEGABYTE))), 1)

    with pytest.raises(SourceFailed, match="not plausible"):
        read(tmp_path, content)


def test_archive_is_unpacked_to_a_bounded_size_only(tmp_path):
    content = sdist({f"{n}.py": b"x" * MEGABYTE for n in range(4)})

    with pytest.raises(SourceFailed, match="not plausible"):
        read(tmp_path, content, replace(BOUNDS, unpacked_bytes=2 * MEGABYTE))


def test_files_after_the_total_that_may_be_read_are_skipped(tmp_path):
    content = sdist({"a.py": b"1" * 600, "b.py": b"2" * 600, "c.py": b"3" * 300})

    files = read(tmp_path, content, replace(BOUNDS, total_bytes=1000))

    assert files == {"a.py": b"1" * 600, "b.py": "the source holds more than may be read in all", "c.py": b"3" * 300}


def test_too_many_members_are_refused(tmp_path):
    content = sdist({f"{n}.txt": b"" for n in range(11)})

    with pytest.raises(SourceFailed, match="more than 10 members"):
        read(tmp_path, content, replace(BOUNDS, members=10))


def test_too_many_files_to_read_are_refused(tmp_path):
    content = sdist({f"{n}.py": b"" for n in range(11)})

    with pytest.raises(SourceFailed, match="more than 10 files to read"):
        read(tmp_path, content, replace(BOUNDS, files=10))


@pytest.mark.parametrize("cut", [10, 300, -4])
def test_cut_off_archive_is_told_as_damaged(tmp_path, cut):
    content = tar_gz(*(member(f"{n}.py", bytes(range(256)) * 8) for n in range(20)))

    with pytest.raises(SourceFailed, match="the archive is damaged") as caught:
        read(tmp_path, content[:cut])

    assert caught.value.permanent


@pytest.mark.parametrize("content", [b"", b"no archive", gzip.compress(b"no tar" * 1000, mtime=0), b"BZh91AY"])
def test_what_is_no_archive_is_told_as_damaged(tmp_path, content):
    with pytest.raises(SourceFailed, match="the archive is damaged"):
        read(tmp_path, content)


def test_tar_that_ends_within_a_file_is_told_as_damaged(tmp_path):
    content = gzip.compress(tar(member("a.py", b"x" * 5000))[:1500])

    with pytest.raises(SourceFailed, match="the archive is damaged"):
        read(tmp_path, content)


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME, tarfile.GNUTYPE_LONGLINK])
def test_huge_extended_header_is_refused(tmp_path, kind):
    content = tar_gz(member("a.py", b"x"), member("header", b"1" * 8_193, type=kind), member("b.py"))

    with pytest.raises(SourceFailed, match="impossible size"):
        read(tmp_path, content)


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.GNUTYPE_LONGNAME])
def test_extended_header_of_negative_size_does_not_take_the_rest_into_memory(tmp_path, kind):
    with pytest.raises(SourceFailed, match="impossible size"):
        read(tmp_path, tar_gz(member("a.py", b"x"), member("header", type=kind, size=-512), member("b.py")))


def test_negative_size_is_refused(tmp_path):
    with pytest.raises(SourceFailed, match="damaged"):
        read(tmp_path, tar_gz(member("a.py", b"x"), member("b.py", size=-512)))


def test_extended_header_that_gives_a_negative_size_is_refused(tmp_path):
    record = b"18 size=-0001024\n"
    header = member("header", b"%d%s" % (len(record), record[2:]), type=tarfile.XHDTYPE)

    with pytest.raises(SourceFailed, match="damaged"):
        read(tmp_path, tar_gz(member("a.py", b"x"), header, member("b.py", b"y" * 2000)))


def test_chain_of_extended_headers_is_refused(tmp_path):
    headers = [member("header", b"12 path=a.b\n", type=tarfile.XHDTYPE) for _ in range(3000)]

    with pytest.raises(SourceFailed, match="damaged"):
        read(tmp_path, tar_gz(member("a.py", b"x"), *headers, member("b.py")))


@pytest.mark.parametrize(
    "header",
    [
        {"GNU.sparse.major": "1", "GNU.sparse.minor": "0", "GNU.sparse.name": "big.py", "GNU.sparse.realsize": "900"},
        {"GNU.sparse.size": "900", "GNU.sparse.numblocks": "1", "GNU.sparse.offset": "0"},
        {"GNU.sparse.size": "900", "GNU.sparse.map": "0,900"},
    ],
)
def test_sparse_file_whose_map_could_be_of_any_length_is_refused(tmp_path, header):
    sparse = member("big.py", b"1\n0\n900\n" + bytes(600))
    sparse[0].pax_headers = header

    with pytest.raises(SourceFailed, match="a sparse file"):
        read(tmp_path, tar_gz(member("a.py", b"x"), sparse, form=tarfile.PAX_FORMAT))


def test_old_sparse_file_is_refused(tmp_path):
    with pytest.raises(SourceFailed, match="a sparse file"):
        read(tmp_path, tar_gz(member("a.py", b"x"), member("b.py", b"x", type=tarfile.GNUTYPE_SPARSE)))


def test_time_is_bounded(tmp_path):
    path = tmp_path / "name-1.0.tar.gz"
    path.write_bytes(sdist({"a.py": b"x"}))

    with pytest.raises(SourceFailed, match="took longer than 0 seconds") as caught, opened(path, BOUNDS, Deadline(0)):
        pass

    assert not caught.value.permanent


def test_python_s_own_archives_are_read_whole(tmp_path):
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        for number in range(50):
            info, content = member(f"name-1.0/pkg/m{number}.py", b"%d\n" % number * 400)
            archive.addfile(info, io.BytesIO(content))

    files = read(tmp_path, made.getvalue())

    assert files == {f"pkg/m{number}.py": b"%d\n" % number * 400 for number in range(50)}
