"""One commit of a repository on the web -> a bare repository on this machine that holds that commit alone."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from ingest.sources.bounds import Deadline
from ingest.sources.cache import Cache, size_of
from ingest.sources.failures import SourceFailed
from ingest.sources.git_command import Finished, command, version, watched
from ingest.sources.net import Reach, is_proxied
from ingest.sources.options import Options
from ingest.sources.refs import Refs

# What git says, and whether a retry can heal it. The first that fits counts; anything else may pass.
_VERDICTS: Final = (
    (r"returned error: 30\d", "the repository has moved: give its new address", True),
    (r"returned error: 40[14]|not found|could not read Username|Auth.* failed", "no such public repository", True),
    (r"returned error: 403", "the server refuses access", True),
    (r"not our ref|couldn't find remote ref|unadvertised object", "it has no such commit to hand out", True),
    (r"certificate|SSL|TLS", "the server's certificate is not accepted", True),
    (r"not allowed|does not support|not valid|not a git repository", "no git server that can be read", True),
)  # fmt: skip


@dataclass(frozen=True)
class Remote:
    """A repository at `url`. Every call resolves and checks the host, and connects to what was checked."""

    url: str
    options: Options
    deadline: Deadline

    def refs(self) -> Refs:
        """Its tags and branches."""
        done = self._run(Path("/nonexistent"), lambda: None, "ls-remote", "--quiet", "--", self.url)
        return Refs.listed(done.output.splitlines())

    def fetch(self, sha: str) -> Path:
        """The git directory with the commit, fetched unless it was before."""
        cache = Cache(self.options.data / "git", self.options.cache_bytes)
        name = f"{sha256(self.url.encode()).hexdigest()[:16]}-{sha}.git"
        there = cache.get(name)
        if there:
            return there
        with cache.begun() as folder:
            git_dir = folder / "fetched.git"
            self._run(git_dir, lambda: None, "init", "--quiet", "--bare", "--template=")
            self._run(
                git_dir,
                lambda: self._check_size(git_dir),
                "fetch",
                "--quiet",
                "--depth=1",
                "--no-tags",
                "--",
                self.url,
                sha,
            )
            return cache.put(git_dir, name)

    def _check_size(self, git_dir: Path) -> None:
        limit = self.options.bounds.download_bytes
        if size_of(git_dir) > limit:
            raise SourceFailed(f"{self.url} holds more than {limit // 1024**2:,} MB at this commit")

    def _run(self, git_dir: Path, check: Callable[[], None], *arguments: str) -> Finished:
        done = watched(
            command(git_dir, *arguments, config=self._connection()), _protocol(self.url), self.deadline, check
        )
        if done.code != 0:
            raise _failure(self.url, done.errors)
        return done

    def _connection(self) -> list[str]:
        """The settings that hold git to the addresses that were checked."""
        parts = urlsplit(self.url)
        host, reach = parts.hostname or "", Reach(self.options.private_hosts)
        if parts.scheme != "https" and not reach.names(host):
            raise SourceFailed(f"{self.url} is not encrypted: use git+https://, or name {host} in RAISED_PRIVATE_HOSTS")
        if is_proxied(self.url):
            return []
        port = parts.port or (443 if parts.scheme == "https" else 80)
        addresses = ",".join(f"[{address}]" if ":" in address else address for address in reach.addresses(host, port))
        if version() < (2, 37):
            raise SourceFailed(
                "fetching needs git 2.37 or newer, which can be held to a checked address: update git, or give a mirror"
            )
        return [f"http.curloptResolve={host}:{port}:{addresses}"]


def _protocol(url: str) -> str:
    return urlsplit(url).scheme


def _failure(url: str, errors: str) -> SourceFailed:
    for pattern, verdict, permanent in _VERDICTS:
        if re.search(pattern, errors):
            return SourceFailed(f"{url} cannot be fetched: {verdict}", permanent=permanent)
    lines = [line for line in errors.splitlines() if line.strip()]
    said = lines[-1][:300] if lines else "git ended without a word"
    return SourceFailed(f"{url} cannot be fetched: {said}", permanent=False)
