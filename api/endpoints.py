"""The API's own description -> one row for each operation, for the page that must be readable without a script."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from drf_spectacular.generators import SchemaGenerator


class Endpoint(NamedTuple):
    """`path` with its parts in braces; `parameters` are those of the query."""

    method: str
    path: str
    says: str
    parameters: tuple[str, ...]


@cache
def endpoints() -> tuple[Endpoint, ...]:
    paths = SchemaGenerator().get_schema(request=None, public=True)["paths"]  # type: ignore[no-untyped-call]  # theirs
    return tuple(
        Endpoint(method.upper(), path, operation.get("description", ""), tuple(_asked(operation)))
        for path, operations in paths.items()
        for method, operation in operations.items()
    )


def _asked(operation: dict[str, list[dict[str, str]]]) -> list[str]:
    return [one["name"] for one in operation.get("parameters", []) if one["in"] == "query"]
