"""Headers by which a page gives up what it does not need; the rest come from Django's own settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponseBase

from kb.display import theme

Answer = Callable[[HttpRequest], HttpResponseBase]

_UNUSED: Final = (
    "accelerometer", "browsing-topics", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer",
    "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking",
)  # fmt: skip
HEADERS: Final = {
    # No inline script but one, no inline style, nothing from elsewhere.
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self' {theme.SOURCE}",
            "style-src 'self'",
            "connect-src 'self'",
            "font-src 'self'",
            "img-src 'self' data:",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    ),
    # Writing to the clipboard is what the copy buttons do.
    "Permissions-Policy": ", ".join([*(f"{feature}=()" for feature in _UNUSED), "clipboard-write=(self)"]),
}


def restricted(answer: Answer) -> Answer:
    """Django's middleware: `answer` with HEADERS."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = answer(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response

    return middleware
