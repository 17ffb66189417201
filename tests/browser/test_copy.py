import pytest

CLIPBOARD = "navigator.clipboard.readText()"


@pytest.fixture
def page(visit, world):
    page = visit(world.plain.get_absolute_url(), permissions=["clipboard-read", "clipboard-write"])
    page.locator(".js").wait_for()
    return page


def test_message_is_copied_as_it_is_written(page):
    page.get_by_role("button", name="Copy the message").click()

    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate(CLIPBOARD) == "no {what} given for {path}"


def test_source_is_copied_without_line_numbers(page):
    page.get_by_role("button", name="Copy the source").click()

    page.get_by_role("button", name="Copied").wait_for()
    code = page.evaluate(CLIPBOARD)
    assert code.startswith('def load(path):\n    if not path:\n        raise ValueError("no path given")\n')
    assert "1def" not in code


def test_link_is_copied_in_full(page, live_server, world):
    page.get_by_role("button", name="Copy link").click()

    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate(CLIPBOARD) == live_server.url + world.plain.get_absolute_url()


def test_copying_is_announced(page):
    page.get_by_role("button", name="Copy link").click()

    page.get_by_role("status").filter(has_text="Copy link: copied").wait_for()


def test_fix_is_copied(visit, world):
    page = visit(world.straining.get_absolute_url(), permissions=["clipboard-read", "clipboard-write"])

    page.get_by_role("button", name="Copy the fix").click()

    page.get_by_role("button", name="Copied").wait_for()
    assert page.evaluate(CLIPBOARD).startswith("# before\nxxx")


def test_without_javascript_nothing_offers_to_copy(visit, world):
    page = visit(world.plain.get_absolute_url(), java_script_enabled=False)

    assert [button for button in page.locator(".copy").all() if button.is_visible()] == []
