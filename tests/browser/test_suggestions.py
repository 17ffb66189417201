"""Suggestions are a combobox: driven by the keyboard alone, announced, and never behind what is typed."""

import pytest

ASKED = "**/suggest?*"


@pytest.fixture
def page(visit, world):
    page = visit("/")
    page.locator("#top-q[role=combobox]").wait_for()
    return page


def type_words(page, words: str) -> None:
    page.focus("#top-q")
    with page.expect_response(ASKED):
        page.keyboard.type(words)


def test_arrow_keys_and_enter_open_a_suggestion(page, world):
    type_words(page, "no giv")
    page.get_by_role("option").first.wait_for()
    assert page.get_attribute("#top-q", "aria-expanded") == "true"

    page.keyboard.press("ArrowDown")

    chosen = page.locator("[role=option][aria-selected=true]")
    assert page.get_attribute("#top-q", "aria-activedescendant") == chosen.get_attribute("id")
    assert "no {what} given for {path}" in chosen.inner_text()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{world.plain.get_absolute_url()}")


def test_a_late_answer_takes_no_choice_from_under_the_arrow_keys(page):
    type_words(page, "no")
    page.get_by_role("option", name="no {what} given for {path}").wait_for()
    for _ in range(page.get_by_role("option").count()):
        page.keyboard.press("ArrowDown")
        if "no {what}" in page.locator("[role=option][aria-selected=true]").inner_text():
            break
    chosen = page.locator("[role=option][aria-selected=true]").get_attribute("data-url")

    type_words(page, " given")
    page.locator("#said").filter(has_text="1 suggestion").wait_for()

    assert page.locator("[role=option][aria-selected=true]").get_attribute("data-url") == chosen


def test_arrow_up_goes_to_the_last_and_past_the_ends_back_to_the_words(page):
    type_words(page, "the")
    page.get_by_role("option").first.wait_for()
    count = page.get_by_role("option").count()

    page.keyboard.press("ArrowUp")
    assert page.locator("[role=option]").nth(count - 1).get_attribute("aria-selected") == "true"
    page.keyboard.press("ArrowDown")

    assert page.locator("[aria-selected=true]").count() == 0
    assert page.get_attribute("#top-q", "aria-activedescendant") is None


def test_escape_closes_and_keeps_the_words(page):
    type_words(page, "tongs")
    page.get_by_role("option").first.wait_for()

    page.keyboard.press("Escape")

    assert not page.get_by_role("listbox").is_visible()
    assert page.get_attribute("#top-q", "aria-expanded") == "false"
    assert page.input_value("#top-q") == "tongs"


def test_how_many_there_are_is_announced(page):
    type_words(page, "tongs")

    page.locator("#said").filter(has_text="1 suggestion, use the arrow keys").wait_for()


def test_enter_without_a_choice_searches(page):
    type_words(page, "tongs")
    page.keyboard.press("Enter")

    page.wait_for_url("**/search?q=tongs")
    page.get_by_text("2 errors with these words").wait_for()


def test_suggestion_can_be_clicked(page, world):
    type_words(page, "no giv")
    page.get_by_role("option", name="no {what} given for {path}").click()

    page.wait_for_url(f"**{world.plain.get_absolute_url()}")


def test_server_is_asked_once_for_words_typed_at_a_stretch(visit, world):
    page = visit()
    page.clock.install(time=0)
    page.goto("/")
    page.locator("#top-q[role=combobox]").wait_for()
    page.clock.pause_at(3600)  # a slow machine types slowly: time must not go by between the keys
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/suggest" in request.url else None)
    page.focus("#top-q")

    page.keyboard.type("tongs")
    with page.expect_response(ASKED):
        page.clock.run_for(200)
    page.clock.run_for(2000)

    assert len(asked) == 1


def test_late_answer_to_older_words_is_dropped(page):
    held = []
    page.route(ASKED, lambda route: held.append(route) if "anvil" in route.request.url else route.continue_())
    page.focus("#top-q")
    with page.expect_request(ASKED):
        page.keyboard.type("anvil")
    with page.expect_response(ASKED):
        page.fill("#top-q", "tongs")
    page.get_by_role("option", name="the tongs are missing").wait_for()

    for route in held:
        route.fulfill(json={"suggestions": [{"title": "late", "exc_type": "", "project": "", "url": "/"}]})
    page.wait_for_timeout(200)

    assert "late" not in page.locator("#top-q-list").inner_text()


def test_secret_in_the_search_box_is_masked_before_it_is_sent(page):
    key = "sk-" + "proj-Ab3dE6fG" * 3
    asked = []
    page.on("request", lambda request: asked.append(request.url))

    type_words(page, f"tongs {key}")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search?q=*")

    assert asked
    assert not any("proj-Ab3dE6fG" in url for url in asked)


def test_project_page_suggests_of_its_project(visit, world):
    page = visit(world.pin.project.get_absolute_url())
    page.focus("#q")
    with page.expect_response(ASKED) as response:
        page.keyboard.type("tongs")

    assert "project=acme%2Fanvil" in response.value.url
    page.get_by_role("option").first.wait_for()
