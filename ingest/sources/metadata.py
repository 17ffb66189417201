"""The metadata in a release (PKG-INFO, METADATA) -> where its repository and its home page are. Pure."""

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from packaging.metadata import parse_email

# Hosts that hold repositories as /owner/name, and names that a host of a project's own forge begins with.
_FORGES: Final = ("github.com", "gitlab.com", "codeberg.org", "bitbucket.org", "gitee.com", "git.sr.ht")
_OWN_FORGE: Final = re.compile(r"(gitlab|gitea|forgejo|git|code)\.")
# First words of a forge's own pages.
_NO_OWNERS: Final = frozenset(
    {"sponsors", "orgs", "users", "apps", "features", "marketplace", "about", "topics", "groups", "explore"}
)
_WORD: Final = re.compile(r"[A-Za-z0-9_.~-]{1,100}")

# The well-known labels of project links, as the packaging specification normalises them, the surest first.
_LABELS: Final = (
    ("source", "repository", "sourcecode", "github", "gitlab", "code", "repo", "vcs", "git", "scm"),
    ("homepage", "home"),
    ("issues", "bugs", "issue", "tracker", "issuetracker", "bugtracker", "bugreports", "changelog", "releasenotes"),
)
_MAX_URL: Final = 200


@dataclass(frozen=True, slots=True)
class Links:
    """Web addresses, "" where there are none. `slug` is the repository's `owner/name`."""

    slug: str = ""
    repository_url: str = ""
    homepage_url: str = ""


def links(metadata: bytes) -> Links:
    """What a release says of itself; nothing of it is verified."""
    fields, _ = parse_email(metadata)
    urls = {_label(label): url for label, url in fields.get("project_urls", {}).items()}
    urls.setdefault("homepage", fields.get("home_page", ""))
    candidates = [urls.get(label, "") for labels in _LABELS for label in labels]
    # A link under an unknown label counts last, and only if it is exactly a repository's.
    candidates += [url for url in urls.values() if len(_words(url)) == 2]
    repository = next(filter(None, map(_repository, candidates)), None)
    homepage = urls["homepage"] if _is_web(urls["homepage"]) else ""
    if repository is None:
        return Links(homepage_url=homepage)
    slug, url = repository
    return Links(slug, url, homepage)


def is_named_after(repository: str, distribution: str) -> bool:
    """Whether a repository's name is that of the distribution, as names are varied: `jinja` and `Jinja2`, `python-x`
    and `x`. If not, it holds several distributions, or it is not this one's at all: metadata is not verified."""
    return _bare(repository) == _bare(distribution)


def _bare(name: str) -> str:
    words = [word for word in re.split(r"[-_.]+", name.lower()) if word]
    kept = [word for word in words if word not in ("python", "py")] or words
    return "".join(kept).rstrip("0123456789") or name.lower()


def _repository(url: str) -> tuple[str, str] | None:
    """Slug and plain address of the repository that an address leads to or into, e.g. to its issues."""
    if not _is_web(url):
        return None
    host = (urlsplit(url).hostname or "").removeprefix("www.")
    if host not in _FORGES and not _OWN_FORGE.match(host):
        return None
    words = _words(url)
    if len(words) < 2 or words[0].lower() in _NO_OWNERS:
        return None
    if host not in _FORGES or host == "gitlab.com":  # groups may be nested; "-" parts them from a repository's pages
        words = words[: words.index("-")] if "-" in words else words
    else:
        words = words[:2]
    words[-1] = words[-1].removesuffix(".git")
    if len(words) < 2 or not all(_WORD.fullmatch(word) for word in words):
        return None
    return "/".join(word.strip("~") for word in words[-2:]), f"https://{host}/{'/'.join(words)}"


def _words(url: str) -> list[str]:
    try:
        return [word for word in urlsplit(url).path.split("/") if word]
    except ValueError:
        return []


def _is_web(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("https", "http") and bool(parts.hostname) and url.isprintable() and len(url) <= _MAX_URL
    except ValueError:
        return False


def _label(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).lower()
