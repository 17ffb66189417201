"""A SOURCE as a person writes it -> what to open, checked. Pure but for one look whether a folder is there."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from packaging.utils import canonicalize_name

from ingest.sources.failures import SourceFailed

FORMS: Final = (
    "github:owner/name@SHA-or-tag, git+https://host/owner/name@SHA-or-tag, "
    "git+file:///path@SHA-or-tag, pypi:name==version, or a folder"
)

_SLUG = re.compile(r"[A-Za-z0-9_.][A-Za-z0-9_.-]{0,99}/[A-Za-z0-9_.-]{1,100}")
_DISTRIBUTION = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]{0,98}[A-Za-z0-9])?")
_VERSION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+!-]{0,99}")
# What git itself forbids in the name of a ref, and a leading "-", which would make it an option.
_BAD_REF = re.compile(r"[\x00-\x20\x7f~^:?*\[\\]|\.\.|@\{|//|/\.|^[-/.]|^@$|[/.]$|\.lock(/|$)")
_MAX_SOURCE: Final = 400
_MAX_STORED: Final = 500  # what a row holds of a source, in which a tag's name has become 40 digits
_MAX_URL: Final = 200


@dataclass(frozen=True, slots=True)
class GitSpec:
    """`url` is where git finds the repository, `name` the SOURCE without its pin, `revision` "" if it has none."""

    name: str
    url: str
    slug: str
    revision: str
    repository_url: str = ""


@dataclass(frozen=True, slots=True)
class PypiSpec:
    """A release on the package index; `version` is "" if the SOURCE has no pin."""

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class FolderSpec:
    """A folder of this machine, absolute."""

    path: Path

    @property
    def slug(self) -> str:
        return plain_slug("local", self.path.name)


Spec = GitSpec | PypiSpec | FolderSpec


def parse(source: str) -> Spec:
    """A pinned SOURCE. Raises SourceFailed with one line that says what forms there are."""
    spec = parse_any(source)
    if isinstance(spec, GitSpec) and not spec.revision:
        raise SourceFailed(f"{_quoted(source)} names no commit: write {spec.name}@SHA-or-tag")
    if isinstance(spec, PypiSpec) and not spec.version:
        raise SourceFailed(f"{_quoted(source)} names no version: write pypi:{spec.name}==version")
    return spec


def parse_any(source: str) -> Spec:
    """A SOURCE with or without its pin."""
    source = source.strip()
    if not source or len(source) > _MAX_SOURCE or not source.isprintable():
        raise SourceFailed(f"{_quoted(source)} is no source: expected {FORMS}")
    scheme, colon, rest = source.partition(":")
    reader = _READERS.get(scheme.lower()) if colon else None
    return reader(rest, source) if reader else _folder(source)


def check_slug(slug: str) -> str:
    """The slug, if it is `owner/name` in plain letters; SourceFailed otherwise."""
    if not _SLUG.fullmatch(slug) or {".", ".."} & set(slug.split("/")):
        raise SourceFailed(f"{_quoted(slug)} is no project name: expected owner/name")
    return slug


def plain_slug(owner: str, name: str) -> str:
    """A slug out of any two words: what a slug cannot hold becomes "-"."""
    return check_slug(
        "/".join(re.sub(r"[^A-Za-z0-9_.-]+", "-", word).strip("-.")[:100] or "unnamed" for word in (owner, name))
    )


def _github(rest: str, source: str) -> GitSpec:
    slug, _, revision = rest.partition("@")
    slug = slug.removesuffix(".git").strip("/")
    if slug.count("/") != 1:
        raise SourceFailed(f"{_quoted(source)} is not of the form github:owner/name@SHA-or-tag")
    url = f"https://github.com/{check_slug(slug)}"
    return GitSpec(f"github:{slug}", url, slug, _revision(revision, source, "@" in rest), url)


def _git_over_web(scheme: str) -> "Callable[[str, str], GitSpec]":
    def read(rest: str, source: str) -> GitSpec:
        try:
            parts = urlsplit(f"{scheme}:{rest}")
            host, port = parts.hostname, parts.port
        except ValueError as error:
            raise SourceFailed(f"{_quoted(source)} is no address: {error}") from None
        if parts.username or parts.password:
            raise SourceFailed("a source is stored and shown, so it must hold no user name or password")
        path, at, revision = parts.path.partition("@")
        words = [word for word in path.removesuffix("/").removesuffix(".git").split("/") if word]
        if not host or len(words) < 2 or parts.query or parts.fragment:
            raise SourceFailed(f"{_quoted(source)} is not of the form git+{scheme}://host/owner/name@SHA-or-tag")
        place = f"{scheme}://{host}{f':{port}' if port else ''}/" + "/".join(words)
        suffix = ".git" if path.removesuffix("/").endswith(".git") else ""
        slug = check_slug("/".join(words[-2:]))
        repository_url = place if len(place) <= _MAX_URL else ""
        return GitSpec(
            f"git+{place}{suffix}", place + suffix, slug, _revision(revision, source, bool(at)), repository_url
        )

    return read


def _git_file(rest: str, source: str) -> GitSpec:
    parts = urlsplit(f"file:{rest}")
    # A folder may hold an "@", a commit cannot: the last one parts them.
    path, at, revision = parts.path.rpartition("@") if "@" in parts.path else (parts.path, "", "")
    folder = Path(unquote(path))
    if parts.netloc not in ("", "localhost") or not folder.is_absolute() or folder == Path("/"):
        raise SourceFailed(f"{_quoted(source)} is not of the form git+file:///path@SHA-or-tag")
    name = folder.parent.name if folder.name == ".git" else folder.name.removesuffix(".git")
    return GitSpec(f"git+file://{path}", str(folder), plain_slug("local", name), _revision(revision, source, bool(at)))


def _pypi(rest: str, source: str) -> PypiSpec:
    name, equals, version = (word.strip() for word in rest.partition("=="))
    if not _DISTRIBUTION.fullmatch(name) or (equals and not _VERSION.fullmatch(version)):
        raise SourceFailed(f"{_quoted(source)} is not of the form pypi:name==version")
    return PypiSpec(canonicalize_name(name), version)


def _folder(source: str) -> FolderSpec:
    path = Path(source).expanduser()
    if path.is_dir():
        folder = path.resolve()
        if len(str(folder)) > _MAX_STORED or not str(folder).isprintable():
            raise SourceFailed(f"{_quoted(str(folder))} is too long or not printable, so it cannot be stored")
        return FolderSpec(folder)
    problem = "is no folder" if path.exists() else "is neither a folder here nor a source"
    raise SourceFailed(f"{_quoted(source)} {problem}: expected {FORMS}{_suggestion(source)}")


def _suggestion(source: str) -> str:
    web = re.fullmatch(
        r"https?://github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?/?(?:(?:tree|commit|releases/tag)/([\w.+-]+))?/?", source
    )
    if web:
        return f"; perhaps github:{web[1]}@{web[2] or 'SHA-or-tag'}"
    if re.fullmatch(r"[\w.-]+/[\w.-]+@[\w./+-]+", source):
        return f"; perhaps github:{source}"
    if re.fullmatch(r"[\w.-]+==[\w.+!-]+", source):
        return f"; perhaps pypi:{source}"
    return ""


def _revision(text: str, source: str, is_given: bool) -> str:
    if not is_given:
        return ""
    if not text or len(text) > 200 or _BAD_REF.search(text):
        raise SourceFailed(
            f"{_quoted(source)} pins to {_quoted(text)}, which is neither a commit nor the name of a tag"
        )
    return text


def _quoted(text: str) -> str:
    return ascii(text if len(text) <= 200 else text[:200] + "…") if not text.isprintable() else f'"{text[:200]}"'


_Reader = Callable[[str, str], Spec]
_READERS: Final[dict[str, _Reader]] = {
    "github": _github,
    "git+https": _git_over_web("https"),
    "git+http": _git_over_web("http"),
    "git+file": _git_file,
    "pypi": _pypi,
}
