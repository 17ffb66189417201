import pytest

from kb.display.permalinks import Permalink, issues_link, permalink, provenance, report_link
from kb.models import Pin

SHA = "0123456789abcdef0123456789abcdef01234567"
COMMIT = Pin(sha=SHA, source_kind="git")
KEPT_AT = "packages/ab/cd/ef01/anvil-1.2.tar.gz/anvil-1.2/"


@pytest.mark.parametrize(
    "repository, url",
    [
        ("https://github.com/acme/anvil", f"https://github.com/acme/anvil/blob/{SHA}/src/a.py#L3-L5"),
        ("https://github.com/acme/anvil.git", f"https://github.com/acme/anvil/blob/{SHA}/src/a.py#L3-L5"),
        ("http://www.github.com/acme/anvil/", f"https://github.com/acme/anvil/blob/{SHA}/src/a.py#L3-L5"),
        ("https://gitlab.com/a/b/c", f"https://gitlab.com/a/b/c/-/blob/{SHA}/src/a.py#L3-5"),
        ("https://codeberg.org/a/b", f"https://codeberg.org/a/b/src/commit/{SHA}/src/a.py#L3-L5"),
        ("https://bitbucket.org/a/b", f"https://bitbucket.org/a/b/src/{SHA}/src/a.py#lines-3:5"),
    ],
)
def test_known_hosts_have_their_way_of_writing_lines(repository, url):
    link = permalink(COMMIT, repository, "src/a.py", 3, 5)

    assert link is not None
    assert link.url == url


def test_one_line_is_no_range():
    link = permalink(COMMIT, "https://github.com/acme/anvil", "a.py", 3, 3)

    assert link is not None
    assert link.url.endswith("/a.py#L3")


@pytest.mark.parametrize(
    "repository",
    ["", "https://git.example/a/b", "javascript:alert(1)//github.com/a/b", "https://github.com/", "https://[bad", "x"],
)
def test_no_link_is_made_up(repository):
    assert permalink(COMMIT, repository, "a.py", 1, 1) is None
    assert issues_link(repository) is None


def test_path_is_quoted():
    link = permalink(COMMIT, "https://github.com/a/b", 'x y/#"<a>.py', 1, 1)

    assert link is not None
    assert link.url.endswith("/x%20y/%23%22%3Ca%3E.py#L1")


def test_release_that_the_public_index_has_is_shown_by_its_inspector():
    release = Pin(sha="cd" * 32, source_kind="archive", source="pypi:anvil==1.2", kept_at=KEPT_AT)

    link = permalink(release, "https://github.com/acme/anvil", "src/a b.py", 3, 5)

    assert link == Permalink(
        "PyPI Inspector", f"https://inspector.pypi.io/project/anvil/1.2/{KEPT_AT}src/a%20b.py#line.3"
    )


def test_release_of_another_index_has_no_link():
    release = Pin(sha="cd" * 32, source_kind="archive", source="pypi:anvil==1.2")

    assert permalink(release, "https://github.com/acme/anvil", "a.py", 3, 3) is None


def test_issues_are_where_the_host_keeps_them():
    github, gitlab = issues_link("https://github.com/a/b"), issues_link("https://gitlab.com/a/b")

    assert github is not None
    assert github.url == "https://github.com/a/b/issues"
    assert gitlab is not None
    assert gitlab.url == "https://gitlab.com/a/b/-/issues"


def test_release_says_how_to_have_it_again():
    assert provenance("archive", "pypi:anvil==1.2", "1.2", "cd" * 32) == (
        f"Read from release 1.2, SHA-256 `{'cd' * 32}`; the same files: `pip download --no-deps anvil==1.2`."
    )


def test_folder_and_git_claim_no_release():
    assert "release" not in provenance("folder", "/srv/x", "", "ab")
    assert "release" not in provenance("git", "git+https://git.example/x@ab", "v1", "ab")


def test_site_with_an_address_for_reports_sends_them_there():
    own = "https://www.github.com/acme/raised/issues/new"

    assert report_link(own, "https://gitlab.com/a/b") == Permalink("GitHub", own)
    assert report_link("https://help.example/raised", "") == Permalink("help.example", "https://help.example/raised")
    assert report_link("", "https://gitlab.com/a/b") == issues_link("https://gitlab.com/a/b")
    assert report_link("", "") is None
