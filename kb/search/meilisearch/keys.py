"""Keys with the least rights: one that may search, one that may write the index; the master key only makes them."""

from __future__ import annotations

from typing import Any, Final

from kb.search.meilisearch.gateway import Gateway

# Fixed uids: the server derives a key from its master key and the uid, so making one twice gives the same key.
_KEYS: Final[dict[str, dict[str, Any]]] = {
    "MEILISEARCH_SEARCH_KEY": {
        "uid": "6a1c3f0e-5a0b-4c57-9d3e-0c6e2d1f7a01",
        "name": "Raised: search",
        "actions": ["search"],
        "expiresAt": None,
    },
    "MEILISEARCH_KEY": {
        "uid": "6a1c3f0e-5a0b-4c57-9d3e-0c6e2d1f7a02",
        "name": "Raised: indexing",
        "actions": ["documents.*", "indexes.*", "settings.*", "stats.get", "tasks.get"],
        "indexes": ["*"],  # swapping, and tasks that touch no index, are refused to narrower keys
        "expiresAt": None,
    },
}


def made(gateway: Gateway) -> dict[str, str]:
    """Setting name -> key, made where the server does not have it. Raises SearchFailed."""
    return {name: _key(gateway, {"indexes": [gateway.index]} | options) for name, options in _KEYS.items()}


def _key(gateway: Gateway, options: dict[str, Any]) -> str:
    known = gateway.call(lambda client: client.http.get("keys?limit=1000"))["results"]
    found = next((key for key in known if key["uid"] == options["uid"]), None)
    return str((found or gateway.call(lambda client: client.http.post("keys", options)))["key"])
