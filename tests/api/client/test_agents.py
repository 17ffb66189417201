"""The MCP server, asked by the SDK's own client over standard input and output."""

import asyncio
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from api.examples import PASTE
from kb import VERSION
from tests.api.client.conftest import ROOT

pytestmark = pytest.mark.django_db(transaction=True)


def ask(url: str, *calls: tuple[str, dict[str, Any]]) -> list[Any]:
    """What the tools answer, one after the other; first who serves, then the list of tools."""
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "RAISED_URL": url}
    command = StdioServerParameters(command=sys.executable, args=["-m", "api.client", "mcp"], env=environment)

    async def talk() -> list[Any]:
        async with Client(command, read_timeout_seconds=30) as client:
            answers: list[Any] = [client.server_info, await client.list_tools()]
            for tool, arguments in calls:
                answers.append(await client.call_tool(tool, arguments))
            return answers

    # In a thread of its own: a browser's tests leave a loop running in this one, in whatever order tests come.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(talk())).result()


def test_agent_finds_the_statement_and_reads_its_page(site):
    serves, tools, matched, page, found = ask(
        site,
        ("match_error", {"text": PASTE}),
        ("get_error", {"id": "fade0000000000aa"}),
        ("search_errors", {"words": "tongs", "project": "acme/anvil"}),
    )

    assert (serves.name, serves.version) == ("raised", VERSION)
    assert {tool.name for tool in tools.tools} == {"match_error", "get_error", "search_errors"}
    assert all(tool.description and tool.annotations.read_only_hint for tool in tools.tools)
    answer = matched.structured_content
    assert (answer["outcome"], answer["matches"][0]["values"]) == ("exact", {"what": "key"})
    assert page.content[0].text.startswith("# no {what} given")
    assert found.structured_content["total"] == 2
    assert found.structured_content["searched"]["left_out"] == []


def test_agent_is_told_what_to_do_when_something_is_wrong(site):
    *_, empty, unknown, malformed = ask(
        site,
        ("match_error", {"text": " "}),
        ("get_error", {"id": "fade0000000000ff"}),
        ("get_error", {"id": "../x"}),
    )

    assert [answer.is_error for answer in (empty, unknown, malformed)] == [True, True, True]
    assert "nothing to match" in empty.content[0].text
    assert "404" in unknown.content[0].text


def test_agent_is_told_when_no_site_answers():
    *_, answer = ask("http://127.0.0.1:9", ("match_error", {"text": PASTE}))

    assert answer.is_error
    assert "set RAISED_URL" in answer.content[0].text
