"""A list of requirements, as `pip freeze` prints it -> the pinned SOURCEs that it names, and the lines that name none.

Only text is read here: nothing is resolved, included or fetched. Markers and hashes say where and how a release is
installed, which does not matter to what it says.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from ingest.sources.failures import SourceFailed
from ingest.sources.spec import parse

_CONTINUED = re.compile(r"\\[ \t]*\r?\n")
_COMMENT = re.compile(r"(?:^|\s)#.*")
_PER_REQUIREMENT = re.compile(r"\s--(?:hash|config-settings|global-option)[= ]\S+")
_EDITABLE = re.compile(r"^(?:-e|--editable)[ =]\s*")


class LeftOut(NamedTuple):
    line: str
    reason: str


class Requirements(NamedTuple):
    """SOURCEs in the list's order, each once, and the lines that name no pinned one."""

    sources: tuple[str, ...]
    left_out: tuple[LeftOut, ...]


def read_requirements(text: str) -> Requirements:
    """The releases and commits that a requirements file or the output of `pip freeze` pins."""
    sources: dict[str, None] = {}
    left_out = []
    for raw in _CONTINUED.sub(" ", text.removeprefix("\ufeff")).splitlines():
        line = _PER_REQUIREMENT.sub("", _COMMENT.sub("", raw)).strip()
        if not line:
            continue
        try:
            sources[_source(line)] = None
        except SourceFailed as failed:
            left_out.append(LeftOut(line, str(failed)))
    return Requirements(tuple(sources), tuple(left_out))


def _source(line: str) -> str:
    """The SOURCE that one line pins. Raises SourceFailed with why it pins none."""
    if editable := _EDITABLE.match(line):
        return _commit(line[editable.end() :])
    if line.startswith("-"):
        raise SourceFailed("an option of pip's, not a requirement")
    if line.startswith("git+"):
        return _commit(line)
    try:
        requirement = Requirement(line)
    except InvalidRequirement:
        raise SourceFailed("not a requirement") from None
    return _commit(requirement.url) if requirement.url else _release(requirement)


def _release(requirement: Requirement) -> str:
    pinned = [one.version for one in requirement.specifier if one.operator in ("==", "===")]
    try:
        # A local label ("+cu126") names a build of the release; its source is the release's.
        version = Version(pinned[0]).public
    except (IndexError, InvalidVersion):
        raise SourceFailed("names no single version (name==version)") from None
    return f"pypi:{canonicalize_name(requirement.name)}=={version}"


def _commit(url: str) -> str:
    """The git SOURCE of a direct reference. Raises SourceFailed, also if it names no commit."""
    source = url.partition("#")[0].strip()
    if not source.startswith("git+"):
        raise SourceFailed("a file of one machine or address, not a release or a commit")
    parse(source)
    return source
