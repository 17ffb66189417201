"""Ask a site over its API. The only module that sends anything; it masks secrets first."""

from __future__ import annotations

import ipaddress
import json
import os
from typing import Any, Final
from urllib.parse import quote, urlsplit

from kb.secrets import mask

SECONDS: Final = 30.0
# What the site takes; of a longer text its end is kept, where the error that ended a program stands.
MOST_BYTES: Final = 950_000
_MOST_ANSWER: Final = 20_000_000


class Trouble(Exception):
    """There is no answer; its text is one line that says what to do."""


def site_url() -> str:
    """RAISED_URL, or the site that `make up` serves on this machine, at PORT. Trouble if it is no address."""
    named, port = os.environ.get("RAISED_URL", "").strip(), os.environ.get("PORT", "").strip() or "8000"
    url = named or f"http://localhost:{port}"
    try:
        parts = urlsplit(url)
        is_fit = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        is_fit = is_fit and (bool(named) or port.isdecimal())
    except ValueError:
        is_fit = False
    if not is_fit:
        raise Trouble(f"{url!r} is no address: set RAISED_URL to one like https://raised.example, or PORT.")
    return url.rstrip("/")


def ask_match(text: str, *, project: str | None = None, limit: int = 5, seconds: float = SECONDS) -> dict[str, Any]:
    """The answer of POST /api/match to `text`, its secrets masked, its end if it is long."""
    body = {"text": mask(tail(text)).text, "limit": limit} | ({"project": project} if project else {})
    return _json("/api/match", json.dumps(body).encode(), {"outcome", "says", "decides", "matches", "errors"}, seconds)


def ask_page(entry_id: str, *, seconds: float = SECONDS) -> str:
    """An error's page as Markdown."""
    return _ask(f"/errors/{quote(entry_id, safe='')}.md", None, "text/markdown", seconds).decode(errors="replace")


def ask_list(seconds: float = SECONDS, **query: str) -> dict[str, Any]:
    """The answer of GET /api/errors."""
    asked = "&".join(f"{name}={quote(value, safe='')}" for name, value in query.items() if value)
    return _json(f"/api/errors?{asked}", None, {"total", "results"}, seconds)


def tail(text: str) -> str:
    """The last lines of `text` that fit into a request."""
    written = text.encode(errors="replace")
    if len(written) <= MOST_BYTES:
        return text
    kept = written[-MOST_BYTES:]
    return kept[kept.find(b"\n") + 1 :].decode(errors="replace")


def _json(path: str, body: bytes | None, names: set[str], seconds: float) -> dict[str, Any]:
    """The object that is answered; Trouble unless it has all of `names`."""
    try:
        answer = json.loads(_ask(path, body, "application/json", seconds))
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict) or not names <= answer.keys():
        raise Trouble(f"What answers at {site_url()} is not Raised: set RAISED_URL.")
    return answer


def _ask(path: str, body: bytes | None, accept: str, seconds: float) -> bytes:
    # Imported here, since --help and a hook that does nothing need not wait for it.
    from http.client import HTTPException
    from urllib.error import HTTPError
    from urllib.request import ProxyHandler, Request, build_opener

    url = site_url()
    request = Request(url + path, data=body, headers={"Accept": accept, "User-Agent": "raised"})  # noqa: S310 - checked
    if body is not None:
        request.add_header("Content-Type", "application/json")
    # A proxy that the environment names can't know this machine's own addresses.
    opener = build_opener(ProxyHandler({})) if _is_here(urlsplit(url).hostname or "") else build_opener()
    try:
        with opener.open(request, timeout=seconds) as response:
            answer: bytes = response.read(_MOST_ANSWER)
    except HTTPError as refused:
        raise Trouble(_reason(url, refused.code, refused.read(100_000))) from None
    except (OSError, ValueError, HTTPException) as failed:
        raise Trouble(f"{url} does not answer ({_why(failed)}): start it, or set RAISED_URL.") from None
    return answer


def _reason(url: str, status: int, body: bytes) -> str:
    """What the site says went wrong, and with which field, if it is the API that says so."""
    try:
        error = json.loads(body)["error"]
        fields = error.get("fields") or {}
        said = "; ".join(f"{name}: {_first(told)}" for name, told in fields.items()) or str(error["message"])
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        said = "not found" if status == 404 else ""
    return f"{url} answered {status}{f': {said}' if said else ''}".rstrip(".") + "."


def _first(told: object) -> str:
    return str(told[0] if isinstance(told, list) and told else told)


def _why(failed: Exception) -> str:
    reason = getattr(failed, "reason", None) or failed
    return str(getattr(reason, "strerror", None) or reason)


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
