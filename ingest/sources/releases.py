"""What an index offers of a project -> the one archive to read for a version, or what to say. Pure."""

import re
from collections.abc import Iterable
from typing import Final

from packaging.version import InvalidVersion, Version
from pypi_simple import DistributionPackage, ProjectPage

from ingest.sources.archive import TAR_SUFFIXES, ZIP_SUFFIXES
from ingest.sources.failures import SourceFailed

_SDIST_SUFFIXES: Final = (*TAR_SUFFIXES, ".zip")
# File names of an index become names in our folder of downloads.
_PLAIN_NAME: Final = re.compile(r"[A-Za-z0-9][\w.+!-]{0,199}", re.ASCII)


def choose(page: ProjectPage, name: str, version: str) -> DistributionPackage:
    """The source distribution of the version, else a wheel. Always the same one, also when more wheels are added for
    other machines and newer Pythons. Raises SourceFailed, naming the nearest versions, if there is none.
    """
    ours = [package for package in page.packages if same(package.version, version)]
    readable = [package for package in ours if _is_readable(package)]
    standing = [package for package in readable if not package.is_yanked]
    if standing:
        return min(standing, key=_preference)
    if readable:
        why = next((package.yanked_reason for package in readable if package.yanked_reason), "")
        problem = f"{name} {version} was withdrawn by its authors" + (f" ({why[:200]})" if why else "")
    elif ours:
        kinds = sorted(package.filename for package in ours)[:3]
        problem = f"{name} {version} is offered only as {', '.join(kinds)}, which is not read"
    else:
        problem = f"{name} has no release {version}"
    near = nearest(version, offered(page))
    raise SourceFailed(problem + (f"; nearest: {', '.join(near)}" if near else "; it has no releases that can be read"))


def newest(page: ProjectPage, name: str) -> str:
    """The highest version that stands, is no pre-release, and can be read; else the highest pre-release."""
    versions = offered(page)
    if not versions:
        raise SourceFailed(f"{name} has no releases that can be read")
    return str(max(versions, key=lambda version: (not version.is_prerelease, version)))


def offered(page: ProjectPage) -> list[Version]:
    """The versions that stand and can be read, in order."""
    texts = {package.version for package in page.packages if _is_readable(package) and not package.is_yanked}
    return sorted(filter(None, map(_parsed, texts)))


def nearest(version: str, versions: Iterable[Version], each_side: int = 3) -> list[str]:
    """A few versions below and above; the highest few if `version` is none. Pre-releases only for who asks for one, or
    where there is nothing else."""
    wanted = _parsed(version)
    ordered = sorted(versions)
    if wanted is None or not wanted.is_prerelease:
        ordered = [found for found in ordered if not found.is_prerelease] or ordered
    if wanted is None:
        return [str(found) for found in ordered[-2 * each_side :]]
    below = [found for found in ordered if found < wanted][-each_side:]
    above = [found for found in ordered if found > wanted][:each_side]
    return [str(found) for found in below + above]


def same(found: str | None, wanted: str) -> bool:
    """Whether two spellings are one version: 5.2 is 5.2.0, 1.0RC1 is 1.0rc1."""
    if found is None:
        return False
    parsed = _parsed(found)
    return found == wanted or (parsed is not None and parsed == _parsed(wanted))


def _is_readable(package: DistributionPackage) -> bool:
    suffixes = {"sdist": _SDIST_SUFFIXES, "wheel": ZIP_SUFFIXES}.get(package.package_type or "", ())
    return bool(_PLAIN_NAME.fullmatch(package.filename)) and package.filename.endswith(tuple(suffixes))


def _preference(package: DistributionPackage) -> tuple[bool, bool, bool, bool, int, str]:
    """Sorts first what is read: sdist, wheel for all machines, for Linux, for x86-64, for the oldest Python."""
    name = package.filename
    python = re.search(r"-cp3(\d+)-", name)
    return (
        package.package_type != "sdist",
        not name.endswith("-none-any.whl"),
        "linux" not in name,
        "x86_64" not in name,
        int(python[1]) if python else 0,
        name,
    )


def _parsed(text: str | None) -> Version | None:
    try:
        return Version(text or "")
    except InvalidVersion:
        return None
