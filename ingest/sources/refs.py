"""The tags and branches that git lists -> the commit that a revision names, and a commit's label. Pure."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches

from packaging.version import InvalidVersion, Version

from ingest.sources.failures import SourceFailed


@dataclass
class Refs:
    """Names without their `refs/…/` -> ids; tags are peeled. `head` is the id of the default branch's commit."""

    tags: dict[str, str] = field(default_factory=dict)
    branches: dict[str, str] = field(default_factory=dict)
    head: str = ""

    @classmethod
    def listed(cls, lines: Iterable[str]) -> "Refs":
        """Out of `id<TAB>name` lines, where `refs/tags/x^{}` is the peeled form of `refs/tags/x`."""
        refs = cls()
        for line in lines:
            sha, _, name = line.partition("\t")
            if not re.fullmatch(r"[0-9a-f]{40}", sha) or not name.isprintable():
                continue
            if name == "HEAD":
                refs.head = sha
            elif name.startswith("refs/tags/"):
                refs.tags[name.removeprefix("refs/tags/").removesuffix("^{}")] = sha
            elif name.startswith("refs/heads/"):
                refs.branches[name.removeprefix("refs/heads/")] = sha
        return refs

    def starting_with(self, digits: str) -> list[str]:
        """The ids that tags and branches point to and that start with these digits."""
        ids = {*self.tags.values(), *self.branches.values(), self.head}
        return sorted(sha for sha in ids if sha.startswith(digits.lower()))

    def label(self, sha: str) -> str:
        """The tag of the highest version among those that point to the commit, or ""."""
        names = [name for name, at in self.tags.items() if at == sha and len(name) <= 200]
        return max(names, key=lambda name: (version_of(name) or Version("0.dev0"), name), default="")

    def newest(self) -> str:
        """The commit of the highest released version among the tags, else the default branch's; "" if there is none."""
        releases = [
            (version, name) for name in self.tags if (version := version_of(name)) and not version.is_prerelease
        ]
        return self.tags[max(releases)[1]] if releases else self.head

    def resolve(self, revision: str, starting_with: Callable[[str], list[str]], name: str) -> str:
        """The full commit id that a tag or an id names; the start of an id is looked up with `starting_with`."""
        if revision in self.tags:
            return self.tags[revision]
        if is_id(revision) and len(revision) == 40:
            return revision.lower()
        commits = starting_with(revision) if is_id(revision) else []
        if len(commits) == 1:
            return commits[0]
        if commits:
            raise SourceFailed(f"{revision} is the start of several commits of {name}: {', '.join(commits[:5])}")
        if revision in self.branches:
            raise SourceFailed(
                f"{revision} is a branch, which moves: pin its present commit, {name}@{self.branches[revision]}"
            )
        if not (self.tags or self.branches or self.head):
            raise SourceFailed(f"{name} has no tags or branches: is it a git repository?")
        raise SourceFailed(f"{name} has no tag or commit {revision}{self._nearest(revision)}")

    def _nearest(self, revision: str) -> str:
        if is_id(revision):
            return ", or it can only be found by its full 40 digits"
        near = get_close_matches(revision, self.tags, n=5, cutoff=0.5) or sorted(self.tags)[-5:]
        return f"; its tags are like {', '.join(near)}" if near else "; it has no tags"


def is_id(revision: str) -> bool:
    """Whether a revision can be a commit's id or the start of one."""
    return re.fullmatch(r"[0-9a-fA-F]{7,40}", revision) is not None


def version_of(tag: str) -> Version | None:
    """The version that a tag like `v1.2.3`, `release-1.2` or `name-1.2.3` names; None if it names none."""
    found = re.search(r"(?:^|[-_/@])(v?\d.*)", tag, re.IGNORECASE)
    try:
        return Version(found[1]) if found else None
    except InvalidVersion:
        return None
