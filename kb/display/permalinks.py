"""Turn a Pin, a path and lines into the address that shows just them upstream.

No address is made up: a host whose addresses are not known gives None, as does an archive that the public
package index, whose Inspector shows the files of each, is not known to have.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, urlsplit

from kb.models import Pin

# Host, its name for people, the path between repository and file, and how it writes a range of lines.
_HOSTS: Final = {
    "github.com": ("GitHub", "blob/{sha}/{path}", "L{line}", "-L{end}"),
    "gitlab.com": ("GitLab", "-/blob/{sha}/{path}", "L{line}", "-{end}"),
    "codeberg.org": ("Codeberg", "src/commit/{sha}/{path}", "L{line}", "-L{end}"),
    "bitbucket.org": ("Bitbucket", "src/{sha}/{path}", "lines-{line}", ":{end}"),
}
_ISSUES: Final = {"gitlab.com": "-/issues"}
_INSPECTOR: Final = "https://inspector.pypi.io/project/{name}/{version}/{path}#line.{line}"


@dataclass(frozen=True)
class Permalink:
    host: str
    url: str


def permalink(pin: Pin, repository_url: str, path: str, line: int, end_line: int) -> Permalink | None:
    """The lines on the web: at a commit of a repository of a host in _HOSTS, or in a public archive.

    `repository_url` is the Pin's project's; handed over, since whoever asks has it already.
    """
    if pin.source_kind == Pin.SourceKind.GIT:
        return _at_commit(repository_url, pin.sha, path, line, end_line)
    return _in_archive(pin, path, line) if pin.kept_at else None


def _at_commit(repository_url: str, sha: str, path: str, line: int, end_line: int) -> Permalink | None:
    repository = _repository(repository_url)
    if repository is None:
        return None
    host, address = repository
    name, middle, first, last = _HOSTS[host]
    anchor = first.format(line=line) + (last.format(end=end_line) if end_line > line else "")
    return Permalink(name, f"{address}/{middle.format(sha=quote(sha), path=quote(path))}#{anchor}")


def _in_archive(pin: Pin, path: str, line: int) -> Permalink:
    name, _, version = pin.source.partition(":")[2].partition("==")
    address = _INSPECTOR.format(name=quote(name), version=quote(version), path=quote(pin.kept_at + path), line=line)
    return Permalink("PyPI Inspector", address)


def issues_link(repository_url: str) -> Permalink | None:
    """Where the project takes reports, on a host in _HOSTS."""
    repository = _repository(repository_url)
    if repository is None:
        return None
    host, address = repository
    return Permalink(_HOSTS[host][0], f"{address}/{_ISSUES.get(host, 'issues')}")


def filled(report_url: str, **values: str) -> str:
    """The address with each `{name}` that it holds replaced by the value."""
    for name, value in values.items():
        report_url = report_url.replace(f"{{{name}}}", quote(value, safe=""))
    return report_url


def report_link(report_url: str, repository_url: str) -> Permalink | None:
    """Where to report an issue: `report_url`, filled, if the site has one, else the project's own issues."""
    if not report_url:
        return issues_link(repository_url)
    host = (urlsplit(report_url).hostname or "").removeprefix("www.")
    return Permalink(_HOSTS[host][0] if host in _HOSTS else host, report_url)


def request_link(report_url: str, site_url: str, name: str) -> Permalink | None:
    """Where to ask for a project that has not been read, if the site takes reports anywhere."""
    return report_link(filled(report_url, id="", url=site_url, title=f"Please read {name}"), "")


def provenance(source_kind: str, source: str, label: str, sha: str) -> str:
    """How a Pin's bytes can be had again, as prose with code in backticks."""
    scheme, _, rest = source.partition(":")
    release = f"release {label}" if label else "an archive"
    if source_kind == "archive" and scheme == "pypi":
        return f"Read from {release}, SHA-256 `{sha}`; the same files: `pip download --no-deps {rest}`."
    if source_kind == "archive":
        return f"Read from {release}, SHA-256 `{sha}`."
    if source_kind == "git":
        return f"Read from commit `{sha}` of its git repository."
    return f"Read from a folder, whose content hashes to `{sha}`."


def _repository(url: str) -> tuple[str, str] | None:
    """Host and clean address of a repository, or None when its host is unknown or the address is not one."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    host = (parts.hostname or "").removeprefix("www.")
    path = parts.path.strip("/").removesuffix(".git")
    if parts.scheme not in ("http", "https") or host not in _HOSTS or path.count("/") < 1:
        return None
    return host, f"https://{host}/{quote(path)}"
