"""A real browser at a real server of this process. Skipped, with the reason, where no Chromium is installed.

A test that gets `visit` fails as well when the browser reports anything: an exception, a refused script or style, a
request to another host, an answer that went wrong.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response, sync_playwright

from tests.browser.world import World, make_world

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = "no Chromium in PATH: install it (Debian, Ubuntu: apt install chromium)"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip(MISSING)
    # Playwright keeps an event loop in this thread, in which Django would refuse the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        # Root may not use Chromium's sandbox, and what is opened here is our own.
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def world(chromium, transactional_db) -> World:
    """Rows for pages of every kind; `chromium` first, so that nothing is made where the test is skipped."""
    return make_world()


Visit = Callable[..., Page]


@pytest.fixture
def visit(chromium: Browser, live_server) -> Iterator[Visit]:
    """`visit("/", width=390, color_scheme="dark")`: a page in a browser without a past; options as Playwright's."""
    contexts: list[BrowserContext] = []
    heard: list[str] = []

    def open_page(address: str = "", *, width: int = 1280, height: int = 900, **options) -> Page:
        size = {"width": width, "height": height}
        context = chromium.new_context(base_url=live_server.url, viewport=size, **options)
        contexts.append(context)
        context.set_default_timeout(10_000)
        page = context.new_page()
        page.on("pageerror", lambda error: heard.append(f"exception: {error}"))
        page.on("console", lambda said: heard.append(said.text) if _is_complaint(said) else None)
        page.on("response", lambda got: heard.append(got.url) if _went_wrong(got) else None)
        page.on("request", lambda asked: None if _is_ours(asked.url, live_server.url) else heard.append(asked.url))
        if address:
            page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert heard == []


def _is_complaint(said: ConsoleMessage) -> bool:
    # That an answer went wrong is heard of as a response; a page that is meant to be missing is none.
    return said.type in ("error", "warning") and not said.text.startswith("Failed to load resource")


def _went_wrong(got: Response) -> bool:
    return got.status >= 400 and not got.request.is_navigation_request()


def _is_ours(address: str, server: str) -> bool:
    return address.startswith((f"{server}/", "data:", "blob:"))
