"""Small sources, built in a temporary folder."""

import subprocess
from pathlib import Path

import pytest

from ingest.sources import Options


@pytest.fixture
def options(tmp_path):
    return Options(data=tmp_path / "data")


@pytest.fixture
def repository(tmp_path):
    return MadeRepository(tmp_path / "upstream")


class MadeRepository:
    """A git work tree to commit to; its object store stands in for a mirror."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")

    @property
    def git_dir(self) -> Path:
        return self.path / ".git"

    def git(self, *arguments: str, given: bytes = b"") -> str:
        identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false"]
        environment = {
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_CONFIG_NOSYSTEM": "1",
            "PATH": "/usr/bin:/bin:/usr/local/bin",
        }
        environment |= {"GIT_COMMITTER_DATE": "2026-03-04T05:06:07Z", "GIT_AUTHOR_DATE": "2026-03-04T05:06:07Z"}
        command = ["git", "-C", str(self.path), *identity, *arguments]
        done = subprocess.run(command, input=given, capture_output=True, check=True, env=environment)
        return done.stdout.decode().strip()

    def commit(self, files: dict[str, bytes]) -> str:
        """Write and commit the files; returns the commit's id."""
        for name, content in files.items():
            path = self.path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        self.git("add", "--all", "--force")
        self.git("commit", "--quiet", "--allow-empty", "--message=Change")
        return self.git("rev-parse", "HEAD")

    def commit_tree(self, lines: list[str]) -> str:
        """Commit a tree of `mode type id<TAB>name` lines, which need not be one that git would check out."""
        tree = self.git("mktree", "--missing", given="\n".join(lines).encode())
        return self.git("commit-tree", tree, "-m", "Change")

    def blob(self, content: bytes) -> str:
        return self.git("hash-object", "-w", "--stdin", given=content)
