import pytest

from ingest.sources import SourceFailed
from ingest.sources.refs import Refs, version_of

A, B, C = ("a" * 40, "b" * 40, "abc" + "0" * 37)


def listed(**names):
    return Refs.listed([f"{sha}\t{name.replace('__', '/')}" for name, sha in names.items()])


def nothing(_):
    return []


def test_peeled_tag_counts_as_what_it_points_to():
    refs = Refs.listed([f"{A}\trefs/tags/v1", f"{B}\trefs/tags/v1^{{}}", f"{C}\tHEAD"])

    assert (refs.tags, refs.head) == ({"v1": B}, C)


@pytest.mark.parametrize(
    "line", ["", "garbage", f"{A} refs/tags/v1", f"ref: {A}\tHEAD", f"{A}\trefs/tags/v\x1b1", "z\tHEAD"]
)
def test_line_that_is_no_ref_is_passed_over(line):
    assert Refs.listed([line]) == Refs()


def test_other_refs_are_no_pins():
    assert listed(refs__pull__1__head=A, refs__notes__commits=B) == Refs()


def test_tag_that_looks_like_an_id_is_taken_as_the_tag():
    assert listed(refs__tags__abc0000=A).resolve("abc0000", lambda _: [C], "x") == A


def test_start_of_several_commits_is_not_guessed():
    with pytest.raises(SourceFailed, match=f"abc0000 is the start of several commits of x: {A}, {C}"):
        Refs(head=A).resolve("abc0000", lambda _: [A, C], "x")


def test_repository_without_refs_may_still_hold_the_commit():
    assert Refs().resolve("abc0000", lambda _: [C], "x") == C
    with pytest.raises(SourceFailed, match="is it a git repository"):
        Refs().resolve("v1", nothing, "x")


def test_head_s_own_name_is_no_pin():
    with pytest.raises(SourceFailed, match="no tag or commit HEAD"):
        listed(HEAD=A).resolve("HEAD", nothing, "x")


@pytest.mark.parametrize(
    "tag, version",
    [
        ("v1.2.3", "1.2.3"),
        ("1.2", "1.2"),
        ("release-1.2", "1.2"),
        ("name-1.2.3", "1.2.3"),
        ("releases/v1.2", "1.2"),
        ("@scope/name@1.2.0", "1.2.0"),
        ("name_v1.2", "1.2"),
        ("1.2rc1", "1.2rc1"),
        ("v1.2-rc.1", "1.2rc1"),
        ("py3-v1.2", "1.2"),
        ("V1.2", "1.2"),
        ("v1_9", None),
        ("2026-01-05", None),
        ("nightly", None),
        ("stable", None),
        ("feature-x", None),
    ],
)
def test_version_is_read_out_of_a_tag(tag, version):
    found = version_of(tag)

    assert (None if found is None else str(found)) == version


def test_newest_compares_versions_as_numbers():
    refs = Refs(tags={"v1.9": A, "v1.10": B, "v2.0rc1": C, "nightly": C}, head=C)

    assert refs.newest() == B


def test_newest_of_a_repository_without_releases_is_its_head():
    assert Refs(tags={"nightly": A, "v1.0rc1": A}, head=B).newest() == B
    assert Refs().newest() == ""
