"""How API tests compare whole answers: with the JSON kept in `responses/`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

RESPONSES = Path(__file__).parent / "responses"


@pytest.fixture
def golden(client: Client) -> Callable[..., None]:
    """`golden(name, address)` asserts that the answer is `responses/name.json`, to the letter of its values."""

    def check(name: str, address: str, *, status: int = 200, **request: Any) -> None:
        response = client.generic(request.pop("method", "GET"), address, **request)
        assert response.status_code == status
        assert response.json() == json.loads((RESPONSES / f"{name}.json").read_text())

    return check
