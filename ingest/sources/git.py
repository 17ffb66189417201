"""A git source -> its Snapshot, read from a local repository, or from the web one commit at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ingest.sources.failures import SourceFailed
from ingest.sources.git_fetch import Remote
from ingest.sources.git_objects import Batch, Repository
from ingest.sources.options import Options
from ingest.sources.refs import Refs
from ingest.sources.snapshot import Origin, Snapshot
from ingest.sources.spec import GitSpec


@contextmanager
def open_git(spec: GitSpec, mirror: Path | None, slug: str, options: Options) -> Iterator[Snapshot]:
    """The Snapshot of the commit that `spec.revision` names."""
    deadline = options.bounds.deadline()
    local = _local(spec, mirror)
    if local:
        repository = Repository(local, deadline)
        refs = repository.refs()
        sha = _present(repository, refs.resolve(spec.revision, repository.starting_with, spec.name), spec)
    else:
        remote = Remote(spec.url, options, deadline)
        refs = remote.refs()
        sha = refs.resolve(spec.revision, refs.starting_with, spec.name)
        repository = Repository(remote.fetch(sha), deadline)
        sha = _present(repository, sha, spec)
    with Batch(repository.git_dir) as batch:
        entries = repository.entries(sha, options.bounds, batch.read)
        yield Snapshot(_origin(spec, slug, sha, refs, repository), entries, options.bounds)


def newest_commit(spec: GitSpec, mirror: Path | None, options: Options) -> str:
    """The commit of the highest released version among the tags, else the default branch's head."""
    deadline = options.bounds.deadline()
    local = _local(spec, mirror)
    refs = Repository(local, deadline).refs() if local else Remote(spec.url, options, deadline).refs()
    if not refs.newest():
        raise SourceFailed(f"{spec.name} has no commits")
    return refs.newest()


def _origin(spec: GitSpec, slug: str, sha: str, refs: Refs, repository: Repository) -> Origin:
    return Origin(
        slug=slug,
        sha=sha,
        label=spec.revision if spec.revision in refs.tags else refs.label(sha),
        kind="git",
        source=f"{spec.name}@{sha}",
        dated_at=repository.committed_at(sha),
        repository_url=spec.repository_url,
    )


def _present(repository: Repository, sha: str, spec: GitSpec) -> str:
    commit = repository.commit(sha)
    if not commit:
        raise SourceFailed(f"{spec.name} has no commit {sha} in {repository.git_dir}")
    return commit


def _local(spec: GitSpec, mirror: Path | None) -> Path | None:
    """The git directory on this machine, if there is one to read."""
    place = mirror or (None if "://" in spec.url else Path(spec.url))
    if place is None:
        return None
    if not place.is_dir():
        raise SourceFailed(f"{place} is no folder, so no repository can be read there")
    return place / ".git" if (place / ".git").exists() else place
