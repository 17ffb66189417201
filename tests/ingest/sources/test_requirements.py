"""A requirements file or a `pip freeze` -> the sources it pins; every other line is told with why it is not one."""

import pytest

from ingest.sources import read_requirements

SHA = "0123456789abcdef0123456789abcdef01234567"


def test_frozen_releases_and_commits_are_sources_in_their_order_each_once():
    found = read_requirements(
        f"""\
Flask==3.1.2
zope.interface == 7.2 ; python_version < "3.14"  # why not
torch==2.9.1+cu126
attrs[tests]==25.4.0 \\
    --hash=sha256:aa \\
    --hash=sha256:bb
tool @ git+https://git.example/acme/tool.git@{SHA}
-e git+https://git.example/acme/anvil@{SHA}#egg=anvil&subdirectory=python
flask==3.1.2
"""
    )
    assert found.sources == (
        "pypi:flask==3.1.2",
        "pypi:zope-interface==7.2",
        "pypi:torch==2.9.1",
        "pypi:attrs==25.4.0",
        f"git+https://git.example/acme/tool.git@{SHA}",
        f"git+https://git.example/acme/anvil@{SHA}",
    )
    assert found.left_out == ()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("click>=8", "names no single version"),
        ("click", "names no single version"),
        ("click==8.*", "names no single version"),
        ("--index-url https://index.example/simple", "an option of pip's"),
        ("-r other.txt", "an option of pip's"),
        ("tool @ file:///home/someone/tool", "a file of one machine"),
        ("tool @ https://files.example/tool-1.0.tar.gz", "a file of one machine or address"),
        ("tool @ git+https://git.example/acme/tool", "names no commit"),
        ("git+https://someone:secret@git.example/acme/tool@" + SHA, "no user name or password"),
        ("<html>", "not a requirement"),
    ],
)
def test_what_is_not_pinned_is_left_out_with_the_reason(line, reason):
    found = read_requirements(f"{line}\nclick==8.3.1\n")
    assert found.sources == ("pypi:click==8.3.1",)
    [left_out] = found.left_out
    assert left_out.line == line
    assert reason in left_out.reason
