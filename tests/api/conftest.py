"""How API tests compare whole answers: with the JSON that the description shows (`api/examples`)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from api.examples import stored


def here(answer: Any) -> Any:
    """An example as this test's server would answer it."""
    return json.loads(json.dumps(answer).replace("https://raised.example/", "http://testserver/"))


@pytest.fixture
def golden(client: Client) -> Callable[..., None]:
    """`golden(name, address)` asserts that the answer is `api/examples/name.json`, to the letter of its values."""

    def check(name: str, address: str, *, status: int = 200, **request: Any) -> None:
        response = client.generic(request.pop("method", "GET"), address, **request)
        assert response.status_code == status
        assert response.json() == here(stored(name))

    return check
