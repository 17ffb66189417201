"""A release on the package index -> its Snapshot. Archives are read, never built, so no code of theirs runs."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import requests
from pypi_simple import ACCEPT_ANY, DistributionPackage, ProjectPage, PyPISimple
from pypi_simple.errors import UnsupportedContentTypeError, UnsupportedRepoVersionError
from requests.auth import AuthBase, HTTPBasicAuth

from ingest.sources.archive import newest_time, opened
from ingest.sources.bounds import Deadline
from ingest.sources.cache import Cache
from ingest.sources.download import read_page, save_file
from ingest.sources.failures import SourceFailed, Unreadable
from ingest.sources.metadata import Links, is_named_after, links
from ingest.sources.net import Reach, is_proxied, session
from ingest.sources.options import Options
from ingest.sources.pip_config import Index, configured_index
from ingest.sources.releases import choose, newest
from ingest.sources.snapshot import Entry, Origin, Snapshot
from ingest.sources.spec import PypiSpec, plain_slug

_MAX_METADATA: Final = 1024 * 1024


@contextmanager
def open_release(spec: PypiSpec, as_slug: str | None, options: Options) -> Iterator[Snapshot]:
    """The Snapshot of one release; its sha is the archive's SHA-256."""
    deadline = options.bounds.deadline()
    index = configured_index()
    page = _page(spec, index, options, deadline)
    package = choose(page, spec.name, spec.version)
    path, sha = _archive(package, index, options, deadline)
    with opened(path, options.bounds, deadline) as (root, entries):
        found = _links(entries)
        origin = Origin(
            slug=as_slug or _slug(spec.name, found.slug),
            sha=sha,
            label=package.version or spec.version,
            kind="archive",
            source=f"pypi:{spec.name}=={package.version or spec.version}",
            dated_at=package.upload_time.astimezone(UTC) if package.upload_time else newest_time(entries),
            repository_url=found.repository_url,
            homepage_url=found.homepage_url,
            kept_at=_kept_at(package, path, root),
        )
        yield Snapshot(origin, entries, options.bounds)


def _slug(distribution: str, repository: str) -> str:
    """The project of a distribution: its repository, if that is its own. Of one that several come from, each is a
    project of its own beside it, or the errors of one would seem to be gone in the next."""
    if not repository:
        return plain_slug("pypi", distribution)
    owner, name = repository.split("/")
    return plain_slug(owner, name if is_named_after(name, distribution) else distribution)


def _kept_at(package: DistributionPackage, path: Path, root: str) -> str:
    """Where the public index keeps the archive, and the folder in it that paths are relative to; "" if it may not.

    It files each archive under the BLAKE2b-256 of its bytes, and mirrors take its addresses over. An index that names
    that very digest has the archive from there; one of somebody's own names its files otherwise.
    """
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, lambda: hashlib.blake2b(digest_size=32)).hexdigest()
    place = f"packages/{digest[:2]}/{digest[2:4]}/{digest[4:]}/{package.filename}"
    return f"{place}/{root}" if urlsplit(package.url).path.endswith(f"/{place}") else ""


def newest_release(spec: PypiSpec, options: Options) -> str:
    """The newest version that stands, as the index spells it."""
    return newest(_page(spec, configured_index(), options, options.bounds.deadline()), spec.name)


def _page(spec: PypiSpec, index: Index, options: Options, deadline: Deadline) -> ProjectPage:
    with _session(index, options) as web:
        url = PyPISimple(index.url, session=web).get_project_url(spec.name)
        answer = read_page(web, url, ACCEPT_ANY, options.bounds, deadline)
    if answer.status_code == 404:
        raise SourceFailed(f"the package index has no project {spec.name}")
    try:
        return ProjectPage.from_response(answer, spec.name)
    # A page that is not of the form that it claims fails in the library in many ways, all of them ValueErrors.
    except (UnsupportedContentTypeError, UnsupportedRepoVersionError, ValueError) as error:
        raise SourceFailed(f"the package index's page of {spec.name} cannot be read: {error}") from error


def _archive(package: DistributionPackage, index: Index, options: Options, deadline: Deadline) -> tuple[Path, str]:
    """The downloaded file and its SHA-256, which is what the index says if the index says one."""
    expected = package.digests.get("sha256", "").lower()
    downloads = Cache(options.data / "archives", options.cache_bytes)
    there = downloads.get(f"{expected}-{package.filename}") if expected else None
    if there and _sha256(there) == expected:
        return there, expected
    if package.size and package.size > options.bounds.download_bytes:
        raise SourceFailed(f"{package.filename} has {package.size:,} bytes, more than are downloaded")
    with downloads.begun() as folder, _session(index, options) as web:
        path = folder / package.filename
        sha = save_file(web, package.url, path, options.bounds, deadline)
        if expected and sha != expected:
            raise SourceFailed(f"{package.filename} is not what the index says: its SHA-256 is {sha}, not {expected}")
        return downloads.put(path, f"{sha}-{package.filename}"), sha


def _session(index: Index, options: Options) -> requests.Session:
    """A session for the index and the archives that it leads to.

    Whoever runs this machine chose the index, so its addresses may be private; where it leads must be public, or there.
    """
    parts = urlsplit(index.url)
    if parts.scheme not in ("https", "http") or not parts.hostname:
        raise SourceFailed("pip's index-url is no web address, so releases cannot be read from it")
    reach = Reach(options.private_hosts)
    if not is_proxied(index.url):
        port = parts.port or (443 if parts.scheme == "https" else 80)
        reach = reach.including(Reach(frozenset({parts.hostname})).addresses(parts.hostname, port))
    web = session(reach, {"https", parts.scheme})
    web.verify = index.certificates or True
    if index.user:
        web.auth = _IndexAuth(parts.hostname, index.user, index.password)
    return web


class _IndexAuth(AuthBase):
    """Credentials for the index's host alone: its archives may lie with others."""

    def __init__(self, host: str, user: str, password: str) -> None:
        self._host, self._basic = host, HTTPBasicAuth(user, password)

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        is_ours = urlsplit(request.url or "").hostname == self._host
        return self._basic(request) if is_ours else request


def _links(entries: list[Entry]) -> Links:
    """What the release's own metadata says: PKG-INFO at an sdist's root, METADATA in a wheel."""
    for entry in entries:
        folder, _, name = entry.path.rpartition("/")
        is_metadata = entry.path == "PKG-INFO" or (
            name == "METADATA" and folder.endswith(".dist-info") and "/" not in folder
        )
        if is_metadata and not entry.refused and entry.size <= _MAX_METADATA:
            try:
                return links(entry.read())
            except Unreadable:
                continue
    return Links()


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
