import os
import time

import pytest

from ingest.sources.cache import Cache


def put(cache, name, size=10, age=0.0):
    with cache.begun() as folder:
        path = folder / "download"
        path.write_bytes(b"x" * size)
        kept = cache.put(path, name)
    os.utime(kept, (time.time() - age,) * 2)
    return kept


@pytest.fixture
def cache(tmp_path):
    return Cache(tmp_path / "cache", 100)


def names(cache):
    return sorted(path.name for path in cache.folder.iterdir())


def test_what_was_put_in_is_found(cache):
    put(cache, "a")

    assert cache.get("a").read_bytes() == b"x" * 10
    assert cache.get("b") is None


def test_download_that_was_given_up_leaves_nothing(cache):
    def give_up(folder):
        (folder / "half").write_bytes(b"x")
        raise RuntimeError

    with pytest.raises(RuntimeError), cache.begun() as folder:
        give_up(folder)

    assert names(cache) == []


def test_least_recently_used_goes_first(cache):
    for name, age in (("old", 9000), ("new", 8000)):
        put(cache, name, 40, age)
    cache.get("old")

    put(cache, "newest", 40)

    assert names(cache) == ["newest", "old"]


def test_what_may_be_in_use_stays_even_beyond_the_bound(cache):
    put(cache, "in use", 90, age=60)
    put(cache, "large", 200)

    assert names(cache) == ["in use", "large"]


def test_folders_are_kept_and_measured_whole(cache):
    put(cache, "old", 10, age=9000)
    with cache.begun() as begun:
        (begun / "made" / "sub").mkdir(parents=True)
        (begun / "made" / "sub" / "file").write_bytes(b"x" * 150)
        cache.put(begun / "made", "folder")

    assert (cache.get("folder") / "sub" / "file").stat().st_size == 150
    assert names(cache) == ["folder"]


def test_second_job_that_brings_the_same_folder_keeps_the_first(cache):
    for content in ("first", "second"):
        with cache.begun() as begun:
            (begun / "made").mkdir()
            (begun / "made" / "file").write_text(content)
            kept = cache.put(begun / "made", "folder")

    assert (kept / "file").read_text() == "first"


def test_what_a_killed_job_left_behind_goes_after_a_day(cache):
    cache.folder.mkdir()
    for name, age in ((".part-dead", 2 * 86400), (".part-alive", 3600)):
        path = cache.folder / name
        path.mkdir()
        os.utime(path, (time.time() - age,) * 2)

    put(cache, "a")

    assert names(cache) == [".part-alive", "a"]
