"""Headers by which a page gives up what it does not need; the rest come from Django's own settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponseBase

Answer = Callable[[HttpRequest], HttpResponseBase]

_UNUSED: Final = (
    "accelerometer", "browsing-topics", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer",
    "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking",
)  # fmt: skip
# Writing to the clipboard is what the copy buttons do.
PERMISSIONS: Final = ", ".join([*(f"{feature}=()" for feature in _UNUSED), "clipboard-write=(self)"])


def permissions(answer: Answer) -> Answer:
    """Django's middleware: `answer` with a Permissions-Policy."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = answer(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return middleware
