"""Which LLM is asked, and within which bounds: the settings as one value."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal

from django.conf import settings

_MILLION = Decimal(1_000_000)


@dataclass(frozen=True, slots=True)
class Llm:
    """A server, a model, and what a run may spend. Prices are per million tokens, costs in their currency."""

    url: str
    model: str
    key: str = field(repr=False)
    requests: int
    seconds: float
    answer_tokens: int
    run_tokens: int
    run_cost: Decimal
    price_in: Decimal
    price_out: Decimal

    @classmethod
    def configured(cls, model: str = "") -> Llm | None:
        """What the settings name, with another model if one is given; None if they name none."""
        if not settings.LLM_URL:
            return None
        return cls(
            url=settings.LLM_URL.rstrip("/"),
            model=model or settings.LLM_MODEL,
            key=settings.LLM_KEY,
            requests=settings.LLM_REQUESTS,
            seconds=settings.LLM_SECONDS,
            answer_tokens=settings.LLM_ANSWER_TOKENS,
            run_tokens=settings.LLM_RUN_TOKENS,
            run_cost=settings.LLM_RUN_COST,
            price_in=settings.LLM_PRICE_IN,
            price_out=settings.LLM_PRICE_OUT,
        )

    def cost(self, tokens_in: int, tokens_out: int) -> Decimal:
        return (self.price_in * tokens_in + self.price_out * tokens_out) / _MILLION
