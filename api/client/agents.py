"""An MCP server over standard input and output: agents ask a site what raised an error, and read its page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, Final

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from api.client.asking import Trouble, ask_list, ask_match, ask_page
from kb import VERSION

_INSTRUCTIONS: Final = """\
Raised knows the statements in open-source projects that raise errors. Give match_error the whole traceback or log: \
frames decide between statements that say the same. Trust `exact`; on `ambiguous` say which matches there are and what \
would decide, as `says` does; `similar` is no match. Then read the page with get_error before explaining the cause.
"""
_READS: Final = ToolAnnotations(read_only_hint=True, open_world_hint=False)


def server() -> MCPServer:
    """With the tools match_error, get_error and search_errors; each fails with a line that says what to do."""
    site = MCPServer("raised", title="Raised", version=VERSION, instructions=_INSTRUCTIONS, log_level="WARNING")

    @site.tool(annotations=_READS)
    def match_error(
        text: Annotated[str, Field(description="An error line, a traceback or a whole log. Secrets are masked.")],
        project: Annotated[str, Field(description="owner/name, to look there first; usually left out.")] = "",
        limit: Annotated[int, Field(ge=1, le=20)] = 5,
    ) -> dict[str, Any]:
        """Find the statements that raised a pasted error, with the values that its message was filled with."""
        with _told():
            answer = ask_match(_said(text), project=project or None, limit=limit)
        # Offsets into the text serve a page that marks them; an agent pays for each word.
        errors = [
            {name: error[name] for name in ("exc_type", "message", "role", "outcome", "says")}
            for error in answer["errors"]
        ]
        return {name: answer[name] for name in ("outcome", "says", "decides", "matches")} | {"errors": errors}

    @site.tool(annotations=_READS)
    def get_error(
        id: Annotated[str, Field(pattern="^[0-9a-fA-F]{16}$", description="As in a match: 16 hex digits.")],
    ) -> str:
        """Read an error's page as Markdown: source, conditions, causes, solutions, related errors."""
        with _told():
            return ask_page(id)

    @site.tool(annotations=_READS)
    def search_errors(
        words: Annotated[
            str, Field(min_length=1, max_length=500, description="A few search words or a file:line; no message.")
        ],
        project: Annotated[str, Field(description="owner/name")] = "",
        exc_type: Annotated[str, Field(description="The exception class's own name, e.g. ValueError.")] = "",
    ) -> dict[str, Any]:
        """Look errors up by words, project and exception class, or by a file and line (`core.py:12`) near which they
        stand. `searched` tells which words were given up or taken for others."""
        with _told():
            found = ask_list(q=words, project=project, exc_type=exc_type, size="20")
        return {name: found[name] for name in ("total", "searched", "place", "results")}

    return site


@contextmanager
def _told() -> Iterator[None]:
    """Trouble as an answer that the agent reads."""
    try:
        yield
    except Trouble as trouble:
        raise ToolError(str(trouble)) from None


def _said(text: str) -> str:
    if not text.strip():
        raise Trouble("There is nothing to match.")
    return text


def serve() -> None:
    """Until the client goes."""
    server().run("stdio")
