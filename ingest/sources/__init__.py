"""A SOURCE -> a Snapshot of its files at a pin. Only this package reaches the network, git and archives.

`open_source` reads `github:owner/name@SHA-or-tag`, `git+https://…@SHA`, `git+file:///…@SHA`, `pypi:name==version`, and
a folder. Upstream is taken as hostile throughout: nothing of theirs is run or written to disk under its own name,
sizes and times are bounded (`bounds`), and what cannot be read is told with the reason.

What reaches the network is imported where it is used: pages and extracting processes, which only ask what a source is
called, would load clients for half a second.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ingest.sources.bounds import Bounds
from ingest.sources.failures import SourceFailed
from ingest.sources.folder import open_folder
from ingest.sources.options import Options, configured
from ingest.sources.requirements import LeftOut, read_requirements
from ingest.sources.snapshot import SkippedFile, Snapshot, SourceFile
from ingest.sources.spec import FolderSpec, GitSpec, PypiSpec, check_slug, parse, parse_any

__all__ = [
    "Bounds", "LeftOut", "Options", "SkippedFile", "Snapshot", "SourceFailed", "SourceFile",
    "is_pinned", "newest", "open_source", "read_requirements", "slug_hint", "unpinned",
]  # fmt: skip


@contextmanager
def open_source(
    source: str, *, mirror: Path | None = None, as_slug: str | None = None, options: Options | None = None
) -> Iterator[Snapshot]:
    """The Snapshot of a pinned SOURCE, readable within the block.

    `mirror` is a local repository to read a git source's objects from; `as_slug` the project's `owner/name` if not
    the one that the source tells; `options` are the deployment's if not given. Raises SourceFailed.
    """
    spec = parse(source)
    slug = check_slug(as_slug) if as_slug else None
    options = options or configured()
    if isinstance(spec, GitSpec):
        from ingest.sources.git import open_git

        opening = open_git(spec, mirror, slug or spec.slug, options)
    elif mirror:
        raise SourceFailed("a mirror can only stand in for a git source")
    elif isinstance(spec, PypiSpec):
        from ingest.sources.pypi import open_release

        opening = open_release(spec, slug, options)
    else:
        opening = open_folder(spec, slug, options)
    with opening as snapshot:
        yield snapshot


def slug_hint(source: str, as_slug: str | None = None) -> str | None:
    """The project of a SOURCE, if that can be told for certain without looking at it. Raises SourceFailed."""
    spec = parse_any(source)
    if as_slug:
        return check_slug(as_slug)
    return None if isinstance(spec, PypiSpec) else spec.slug


def is_pinned(source: str) -> bool:
    """Whether a SOURCE names its pin, as a folder always does: it is its files as they are. Raises SourceFailed."""
    spec = parse_any(source)
    if isinstance(spec, PypiSpec):
        return bool(spec.version)
    return bool(spec.revision) if isinstance(spec, GitSpec) else True


def unpinned(source: str) -> str:
    """The SOURCE without its pin, to be watched for newer ones; "" for a folder. Raises SourceFailed."""
    spec = parse_any(source)
    if isinstance(spec, PypiSpec):
        return f"pypi:{spec.name}"
    return spec.name if isinstance(spec, GitSpec) else ""


def newest(watched: str, *, mirror: Path | None = None, options: Options | None = None) -> str:
    """The pinned SOURCE of the newest release of a SOURCE without a pin, or of its default branch if it has none."""
    spec = parse_any(watched)
    options = options or configured()
    if isinstance(spec, GitSpec):
        from ingest.sources.git import newest_commit

        return f"{spec.name}@{newest_commit(spec, mirror, options)}"
    if isinstance(spec, FolderSpec):
        raise SourceFailed("a folder has no releases that could be watched")
    from ingest.sources.pypi import newest_release

    return f"pypi:{spec.name}=={newest_release(spec, options)}"
