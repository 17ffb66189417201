"""What holds for pages of every kind: nothing overflows, and axe-core finds nothing."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.world import TRACEBACK

WIDTHS = (320, 390, 768, 1280, 1920)
SCROLLS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Boxes that stick out of the page without making it scroll: cut text. What scrolls by itself may hold wide things.
STICKING_OUT = """() => [...document.querySelectorAll('main *, header *, footer *')].filter((box) => {
  if (box.closest('.hidden, .code, .wide, pre, textarea, svg, [hidden]')) return false;
  const { left, right, width } = box.getBoundingClientRect();
  return width > 0 && (right > innerWidth + 1 || left < -1);
}).map((box) => `${box.tagName}.${box.className}`)"""


def test_no_page_scrolls_sideways_at_any_width(world, visit):
    page = visit()
    found = {}
    for name, address in world.pages.items():
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            if (excess := page.evaluate(SCROLLS)) or (out := page.evaluate(STICKING_OUT)):
                found[name, width] = excess or out
    assert found == {}


@pytest.mark.parametrize("width", WIDTHS)
def test_answer_to_a_straining_paste_does_not_scroll_sideways(world, visit, width):
    page = visit("/", width=width)
    page.fill("textarea", f"{world.straining.exc_type}: {world.straining.message}\n{'y' * 3000}\n{TRACEBACK}")
    page.click("button.main")
    page.get_by_text("What was read in the paste").wait_for()
    page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")

    assert page.evaluate(SCROLLS) == 0
    assert page.evaluate(STICKING_OUT) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_on_any_page(world, visit, scheme):
    page = visit(color_scheme=scheme)
    found = {}
    for name, address in world.pages.items():
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
        results = Axe().run(page)
        if results.violations_count:
            found[name] = results.generate_report()
    assert found == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_violation_in_an_answer(world, visit, scheme):
    page = visit("/", color_scheme=scheme)
    page.fill("textarea", TRACEBACK)
    page.click("button.main")
    page.get_by_text("What was read in the paste").wait_for()
    page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")

    results = Axe().run(page)

    assert results.violations_count == 0, results.generate_report()


@pytest.mark.parametrize("address", ["/api/docs", "/admin/login/"])
def test_pages_of_libraries_obey_the_policy(world, visit, address):
    # `visit` fails when the browser refuses anything.
    visit(address).locator("main h1, form").first.wait_for()
