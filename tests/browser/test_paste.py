"""The paste box: answered on the spot with a script, by a page without one."""

import pytest

from tests.browser.world import TRACEBACK

EXACT = "This is the statement that raised it."
POST = "**/search?part=answer"


def answer(page, text: str):
    """What the box shows; the same is said to screen readers elsewhere on the page."""
    return page.locator("#answer").get_by_text(text)


@pytest.fixture
def home(visit, world):
    return visit("/", permissions=["clipboard-read", "clipboard-write"])


def test_paste_is_answered_on_the_spot_and_leads_to_the_entry(home, world):
    home.fill("textarea", TRACEBACK)
    home.get_by_role("button", name="Find what raised it").click()

    answer(home, EXACT).wait_for()
    assert home.url.endswith("/")
    assert "Read: ValueError · 2 frames · in anvil" in home.locator(".read-line").inner_text()
    assert home.locator(".value").all_inner_texts() == ["key", "a.json"]
    home.locator(".match a").first.click()
    home.wait_for_url(f"**{world.plain.get_absolute_url()}")
    assert home.locator("h1").inner_text() == "no {what} given for {path}"


def test_values_of_the_paste_stand_in_the_message_that_it_leads_to(home, world):
    home.fill("textarea", TRACEBACK)
    home.press("textarea", "Control+Enter")
    home.locator(".match a").first.click()
    home.wait_for_url(f"**{world.plain.get_absolute_url()}")

    home.get_by_text("With the values of your paste").wait_for()
    assert home.locator("#message-1").inner_text() == "no key given for a.json"
    assert home.locator("#message-1 .value").first.get_attribute("title") == "Varies: what"


def test_wording_that_fits_is_unfolded_on_the_page_and_filled_in(home, world):
    home.fill("textarea", TRACEBACK.replace("no key given for", "nothing given for"))
    home.press("textarea", "Control+Enter")
    home.locator(".match a").first.click()
    home.wait_for_url(f"**{world.plain.get_absolute_url()}")

    assert home.get_by_text("nothing given for a.json").is_visible()
    assert home.locator("#message-1").inner_text() == "no {what} given for {path}"


def test_who_comes_back_finds_paste_and_answer_again(home, world):
    home.fill("textarea", TRACEBACK)
    home.press("textarea", "Control+Enter")
    answer(home, EXACT).wait_for()
    home.locator(".match a").first.click()
    home.wait_for_url(f"**{world.plain.get_absolute_url()}")

    home.go_back()

    answer(home, EXACT).wait_for()
    assert home.locator("textarea").input_value() == TRACEBACK


def test_who_asks_by_keys_goes_on_from_the_answer(home, world):
    home.fill("textarea", TRACEBACK)
    home.press("textarea", "Control+Enter")
    answer(home, EXACT).wait_for()

    assert home.evaluate("document.activeElement.innerText") == "ValueError"
    home.keyboard.press("Tab")
    assert home.evaluate("document.activeElement.pathname") == world.plain.get_absolute_url()


def test_who_asks_by_the_button_stays_there(home, world):
    home.fill("textarea", TRACEBACK)
    home.get_by_role("button", name="Find what raised it").click()
    answer(home, EXACT).wait_for()

    assert home.evaluate("document.activeElement.innerText") == "Find what raised it"


@pytest.mark.parametrize("keys", ["Control+Enter", "Meta+Enter"])
def test_keys_ask_as_the_button_does(home, keys):
    home.fill("textarea", TRACEBACK)
    home.press("textarea", keys)

    answer(home, EXACT).wait_for()


def test_pasting_into_the_empty_box_asks_at_once(home):
    home.evaluate("(text) => navigator.clipboard.writeText(text)", TRACEBACK)
    home.focus("textarea")
    home.keyboard.press("Control+V")

    answer(home, EXACT).wait_for()


def test_answer_is_announced(home):
    home.fill("textarea", TRACEBACK)
    home.press("textarea", "Control+Enter")

    home.locator("#said").filter(has_text=EXACT).wait_for()


def test_file_is_read_and_answered(home):
    file = {"name": "ci.log", "mimeType": "text/plain", "buffer": f"noise\n{TRACEBACK}".encode()}
    home.set_input_files("input[type=file]", file)

    answer(home, EXACT).wait_for()


def test_file_can_be_dropped_on_the_box(home):
    home.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.items.add(new File([text], "ci.log", { type: "text/plain" }));
          document.querySelector("textarea").dispatchEvent(
            new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
        }""",
        TRACEBACK,
    )

    answer(home, EXACT).wait_for()


def test_file_that_is_too_large_is_refused_before_it_is_sent(home):
    asked = []
    home.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    home.set_input_files("input[type=file]", {"name": "a.log", "mimeType": "text/plain", "buffer": b"x" * 1_000_001})

    answer(home, "A paste may have at most 1 MB").wait_for()
    assert asked == []


def test_newer_paste_is_not_overtaken_by_the_answer_to_an_older_one(home):
    held = []
    home.route(POST, lambda route: held.append(route) if not held else route.continue_())
    home.fill("textarea", "ValueError: the tongs are missing")
    home.press("textarea", "Control+Enter")
    home.wait_for_function("document.getElementById('answer').ariaBusy === 'true'")
    home.fill("textarea", TRACEBACK)
    home.press("textarea", "Control+Enter")
    answer(home, EXACT).wait_for()

    held[0].abort()
    home.wait_for_timeout(200)

    assert answer(home, EXACT).is_visible()


def test_site_that_does_not_answer_is_said_to(home):
    home.route(POST, lambda route: route.abort())
    home.fill("textarea", TRACEBACK)
    home.press("textarea", "Control+Enter")

    answer(home, "The site did not answer.").wait_for()


def test_example_fills_the_box_and_is_answered(home):
    home.locator(".examples a").first.click()

    answer(home, EXACT).wait_for()
    assert home.input_value("textarea").startswith("Traceback (most recent call last):")


def test_ambiguous_paste_shows_the_others_and_what_would_decide(home):
    home.fill("textarea", "ValueError: the tongs are missing")
    home.press("textarea", "Control+Enter")

    answer(home, "Several statements fit equally well. What would decide is the frame").wait_for()
    assert home.locator("article.match").count() == 2


def test_paste_without_javascript_is_answered_with_a_page(visit, world):
    page = visit("/", java_script_enabled=False, width=390)
    page.fill("textarea", TRACEBACK)
    page.get_by_role("button", name="Find what raised it").click()

    page.get_by_text(EXACT).wait_for()
    page.locator(".match a").first.click()
    assert page.locator("h1").inner_text() == "no {what} given for {path}"
