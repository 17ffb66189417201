"""The API's own description -> one row for each operation, for the page that must be readable without a script."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from drf_spectacular.generators import SchemaGenerator


class Endpoint(NamedTuple):
    """`path` with its parts in braces; `parameters` are those of the query, and the fields of the body."""

    method: str
    path: str
    says: str
    parameters: tuple[str, ...]


@cache
def endpoints() -> tuple[Endpoint, ...]:
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]  # theirs
    return tuple(
        Endpoint(method.upper(), path, operation.get("description", ""), tuple(_asked(operation, schema)))
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
    )


def _asked(operation: dict[str, Any], schema: dict[str, Any]) -> Iterator[str]:
    yield from (one["name"] for one in operation.get("parameters", []) if one["in"] == "query")
    for content in operation.get("requestBody", {}).get("content", {}).values():
        name = content["schema"]["$ref"].rpartition("/")[2]
        yield from schema["components"]["schemas"][name]["properties"]
