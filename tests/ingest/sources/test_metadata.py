import pytest

from ingest.sources.metadata import Links, is_named_after, links
from tests.ingest.sources.archives import metadata


def found(*lines):
    return links(metadata(*lines))


@pytest.mark.parametrize(
    "line, repository",
    [
        ("Project-URL: Source, https://github.com/owner/name", "https://github.com/owner/name"),
        ("Project-URL: Source Code, https://github.com/owner/name.git", "https://github.com/owner/name"),
        ("Project-URL: source-code, http://www.github.com/owner/name/", "https://github.com/owner/name"),
        ("Project-URL: Repository, https://github.com/owner/name/tree/main/python", "https://github.com/owner/name"),
        ("Project-URL: Bug Tracker, https://github.com/owner/name/issues", "https://github.com/owner/name"),
        ("Project-URL: What ever, https://github.com/owner/name", "https://github.com/owner/name"),
        ("Home-page: https://github.com/owner/name", "https://github.com/owner/name"),
        ("Project-URL: Source, https://gitlab.com/group/owner/name/-/tree/main", "https://gitlab.com/group/owner/name"),
        ("Project-URL: Source, https://gitlab.example.org/owner/name", "https://gitlab.example.org/owner/name"),
        ("Project-URL: Code, https://codeberg.org/owner/name", "https://codeberg.org/owner/name"),
        ("Project-URL: Source, https://git.sr.ht/~owner/name", "https://git.sr.ht/~owner/name"),
    ],
)
def test_repository_is_found(line, repository):
    links = found(line)

    assert (links.repository_url, links.slug) == (repository, "owner/name")


@pytest.mark.parametrize(
    "line",
    [
        "Home-page: https://name.example.org/owner/name",
        "Home-page: UNKNOWN",
        "Project-URL: Funding, https://github.com/sponsors/owner",
        "Project-URL: Documentation, https://github.com/owner/name/wiki/Home",
        "Project-URL: Source, https://github.com/owner",
        "Project-URL: Source, javascript:alert(1)//github.com/owner/name",
        "Project-URL: Source, ssh://git@github.com/owner/name",
        "Project-URL: Source, https://github.com.evil.example/owner/name",
        "Project-URL: Source, https://github.com/own%0aer/na<b>me",
        "Project-URL: Source, https://[::1/owner/name",
        "Project-URL: Source, https://github.com/owner/" + "x" * 300,
        "Project-URL: Source",
        "",
    ],
)
def test_nothing_is_made_up_where_no_repository_is_named(line):
    assert found(line).slug == ""
    assert found(line).repository_url == ""


def test_source_counts_before_home_page_and_tracker():
    links = found(
        "Home-page: https://github.com/owner/site",
        "Project-URL: Tracker, https://github.com/owner/tracker",
        "Project-URL: Repository, https://github.com/owner/name",
    )

    assert links == Links("owner/name", "https://github.com/owner/name", "https://github.com/owner/site")


@pytest.mark.parametrize(
    "home", ["javascript:alert(1)", "name.example.org", "https://x.org/" + "y" * 200, "ftp://x.org/"]
)
def test_home_page_is_a_web_address_or_nothing(home):
    assert found(f"Home-page: {home}").homepage_url == ""


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\0", b"no metadata", b"Home-page: \xff\n", b"A: b\n" * 20_000])
def test_what_is_no_metadata_says_nothing(content):
    assert links(content) == Links()


@pytest.mark.parametrize(
    "repository, distribution, is_its",
    [
        ("anvil", "Anvil", True),
        ("anvil", "anvil2", True),
        ("python-anvil", "anvil", True),
        ("anvil-py", "anvil", True),
        ("The_Anvil.Tools", "the-anvil-tools", True),
        ("py", "py", True),
        ("anvil", "anvil-core", False),
        ("anvil", "bellows", False),
        ("anvil-python", "anvil-storage", False),
    ],
)
def test_repository_is_the_distributions_own_where_it_is_named_after_it(repository, distribution, is_its):
    assert is_named_after(repository, distribution) is is_its
