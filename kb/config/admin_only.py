"""Who someone is matters in the admin alone: nothing else reads a cookie, so no page can hold anything of a visitor.

Middleware of Django's that does nothing elsewhere, where it would also cost a fifth of what answering costs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

if TYPE_CHECKING:
    from collections.abc import Awaitable

ADMIN: Final = "/admin/"


class AdminOnly(MiddlewareMixin):
    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        return super().__call__(request) if request.path_info.startswith(ADMIN) else self.get_response(request)


class Sessions(AdminOnly, SessionMiddleware):
    """`request.session`."""


class Authentication(AdminOnly, AuthenticationMiddleware):
    """`request.user`."""


class Messages(AdminOnly, MessageMiddleware):
    """What the admin tells on the next page."""
