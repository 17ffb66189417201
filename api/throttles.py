"""How often one address may ask; rates come from settings (`DEFAULT_THROTTLE_RATES`)."""

from __future__ import annotations

import ipaddress
import logging
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle

if TYPE_CHECKING:
    from rest_framework.views import APIView

logger = logging.getLogger(__name__)


class Left(NamedTuple):
    """How many requests of how many are left, and in how many seconds all are."""

    limit: int
    remaining: int
    reset: float


class AnonThrottle(AnonRateThrottle):
    """All reads."""

    scope = "anon"
    num_requests: int | None
    duration: int | None

    def left(self) -> Left | None:
        """After `allow_request`; None where nothing was counted."""
        history: list[float] | None = getattr(self, "history", None)
        if history is None or self.num_requests is None or self.duration is None:
            return None
        oldest = history[-1] if history else self.now
        remaining = max(self.num_requests - len(history), 0)
        return Left(self.num_requests, remaining, max(oldest + self.duration - self.now, 0))

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        """None, which is never throttled, for this machine itself: whoever works on it may ask all day."""
        return None if _is_here(self.get_ident(request)) else super().get_cache_key(request, view)

    def allow_request(self, request: Request, view: APIView) -> bool:
        try:
            return super().allow_request(request, view)
        except RedisError:
            # Better to answer uncounted than to be down because the counter is.
            logger.warning("throttle has no cache", exc_info=True)
            return True


class MatchThrottle(AnonThrottle):
    """Pastes, which cost more."""

    scope = "match"


@lru_cache(maxsize=1024)
def _is_here(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
