"""Addresses of this site in full, as everyone else should know them: on RAISED_SITE_URL, however one came here."""

from __future__ import annotations

from urllib.parse import urljoin

from django.conf import settings


def full(path: str) -> str:
    """`path` begins with a slash."""
    return urljoin(settings.SITE_URL, path)
