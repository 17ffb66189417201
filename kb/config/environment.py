"""Reads typed values out of the environment; a malformed one stops the start with one line that names it.

Only `kb.config.settings` and `kb.config.gunicorn` call this. `asked` collects every name, so that a test can hold
docker/.env.example against it.
"""

from __future__ import annotations

import os
import re
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off"}
ROOT = Path(__file__).resolve().parents[2]
DATABASE_SCHEMES = {"postgres", "postgresql", "psql", "pgsql"}

asked: set[str] = set()


def text(name: str, default: str = "") -> str:
    """The value without surrounding blanks; one that is empty counts as unset, as compose files pass it."""
    asked.add(name)
    return os.environ.get(name, "").strip() or default


def flag(name: str, *, default: bool) -> bool:
    value = text(name).lower()
    if value and value not in TRUE | FALSE:
        raise ImproperlyConfigured(f"{name} must be true or false, not {value!r}.")
    return value in TRUE if value else default


def whole(name: str, default: int, *, least: int = 0, most: int = 10**9) -> int:
    """A whole number from `least` to `most`."""
    value = text(name)
    if not value:
        return default
    if not value.isascii() or not value.isdigit() or not least <= int(value) <= most:
        raise ImproperlyConfigured(f"{name} must be a whole number from {least} to {most}, not {value!r}.")
    return int(value)


def amount(name: str, default: str = "0") -> Decimal:
    """A sum of money: a decimal number, not negative."""
    value = text(name, default)
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,6})?", value):
        raise ImproperlyConfigured(f"{name} must be an amount such as 2.50, not {value!r}.")
    return Decimal(value)


def words(name: str, default: tuple[str, ...] = ()) -> list[str]:
    """A list written with commas."""
    return [word.strip() for word in text(name).split(",") if word.strip()] or list(default)


def rate(name: str, default: str) -> str:
    """How many in what time, as `300/min`; time is sec, min, hour or day."""
    value = text(name, default)
    if not re.fullmatch(r"[1-9][0-9]{0,8}/(sec|min|hour|day)", value):
        raise ImproperlyConfigured(f"{name} must be a rate such as 300/min (sec, min, hour, day), not {value!r}.")
    return value


def choice(name: str, default: str, *, among: tuple[str, ...]) -> str:
    value = text(name, default)
    if value not in among:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(among)}, not {value!r}.")
    return value


def folder(name: str, default: Path) -> Path:
    """An absolute path with links resolved, so that every process comes to the same name for one place."""
    return Path(text(name, str(default))).expanduser().resolve()


def url(name: str, default: str = "", *, schemes: tuple[str, ...]) -> str:
    value = text(name, default)
    if value and not _is_url(value, schemes):
        raise ImproperlyConfigured(f"{name} must be an address that starts with {' or '.join(schemes)}://.")
    return value


def database(name: str) -> dict[str, Any] | None:
    """Django's settings of the PostgreSQL at an address, None if there is none set."""
    value = text(name)
    if not value:
        return None
    if not _is_url(value, tuple(DATABASE_SCHEMES)):
        # Not shown: it may hold a password.
        raise ImproperlyConfigured(f"{name} must be an address such as postgres://user:password@host:5432/name.")
    settings: dict[str, Any] = environ.Env.db_url_config(value)
    if not settings.get("NAME"):
        raise ImproperlyConfigured(f"{name} names no database: end it with /name.")
    return settings


def _is_url(value: str, schemes: tuple[str, ...]) -> bool:
    try:
        parts = urlsplit(value)
        _ = parts.port
    except ValueError:
        return False
    return parts.scheme in schemes and (bool(parts.hostname) or parts.scheme not in ("http", "https"))


def data() -> Path:
    """RAISED_DATA, below which everything is kept."""
    return folder("RAISED_DATA", ROOT / ".data")


def port() -> int:
    return whole("PORT", 8000, least=1, most=65535)


def bind() -> str:
    """The address of this machine that the site listens on."""
    return text("RAISED_BIND", "127.0.0.1")


def site_url() -> str:
    """Where everyone else finds the site."""
    return url("RAISED_SITE_URL", f"http://localhost:{port()}", schemes=("http", "https"))


def is_site_url_told() -> bool:
    """Whether who started this process said so, or at least which port."""
    return bool(text("RAISED_SITE_URL") or text("PORT"))
