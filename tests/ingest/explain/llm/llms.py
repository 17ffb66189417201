"""Bounds for tests: patient enough for a busy machine, and no pauses."""

from decimal import Decimal
from typing import Any

from ingest.explain.llm.server import Llm


def make_llm(url: str = "http://127.0.0.1:1/v1", **kwargs: Any) -> Llm:
    values = {
        "url": url, "model": "m-1", "key": "sk-secret", "requests": 4, "seconds": 20.0, "answer_tokens": 500,
        "run_tokens": 10**9, "run_cost": Decimal(0), "price_in": Decimal(2), "price_out": Decimal(8),
    }  # fmt: skip
    return Llm(**(values | kwargs))
