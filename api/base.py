"""What every answer of the API has in common: how much one may still ask, and where the neighbouring pages are."""

from __future__ import annotations

import math
from typing import Any

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from api.negotiation import UsuallyJson
from api.throttles import AnonThrottle


class ApiView(APIView):
    """A view whose answers say in RateLimit-… headers how often one may ask; not to this machine, which is free to."""

    throttle_classes = [AnonThrottle]
    content_negotiation_class: type[BaseContentNegotiation] = UsuallyJson

    def perform_authentication(self, request: Request) -> None:
        """Nobody is known here; DRF would make everyone an AnonymousUser."""

    def get_throttles(self) -> list[BaseThrottle]:
        """Kept for the answer's headers; DRF would make new ones each time."""
        if not hasattr(self, "_throttles"):
            self._throttles: list[BaseThrottle] = super().get_throttles()
        return self._throttles

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        answer = super().finalize_response(request, response, *args, **kwargs)
        for throttle in getattr(self, "_throttles", ()):
            if isinstance(throttle, AnonThrottle) and (left := throttle.left()):
                answer["RateLimit-Limit"] = str(left.limit)
                answer["RateLimit-Remaining"] = str(left.remaining)
                answer["RateLimit-Reset"] = str(math.ceil(left.reset))
        return answer


def linked(response: Response, body: dict[str, Any]) -> Response:
    """The answer with `next` and `previous` of its body as a Link header too (RFC 8288)."""
    names = {"next": body["next"], "prev": body["previous"]}
    links = [f'<{address}>; rel="{name}"' for name, address in names.items() if address]
    if links:
        response["Link"] = ", ".join(links)
    return response
