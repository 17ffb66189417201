"""Secrets are masked in the browser, before any request carries them, by the rules that the server has as well."""

import json
from urllib.parse import parse_qs

import pytest

from tests.browser.world import TRACEBACK
from tests.kb.test_secrets import KEY, LEFT_ALONE, MASKED

SECRET = f"ValueError: no {KEY} given for jane@corp.example"


@pytest.fixture
def sent(home):
    bodies: list[str] = []
    home.on("request", lambda request: bodies.append(request.post_data) if request.method == "POST" else None)
    return bodies


@pytest.fixture
def home(visit, world):
    return visit("/")


def ask(home, text: str) -> None:
    home.fill("textarea", text)
    with home.expect_response("**/search?part=answer"):
        home.press("textarea", "Control+Enter")


def text_of(body: str) -> str:
    return parse_qs(body)["text"][0]


def test_secrets_are_masked_before_the_request_leaves_and_the_error_is_still_found(home, sent):
    ask(home, SECRET)

    home.locator("#answer").get_by_text("This is the statement that raised it.").wait_for()
    assert [text_of(body) for body in sent] == ["ValueError: no *** given for ***"]
    assert home.input_value("textarea") == SECRET


def test_reader_sees_what_was_masked_but_not_the_whole_of_it(home):
    ask(home, SECRET)

    note = home.locator("#masked").inner_text()
    assert "1 × key (sk-p…)" in note
    assert "1 × e-mail address (jane…)" in note
    assert KEY not in note


def test_what_would_be_masked_is_shown_before_one_asks(home, sent):
    home.fill("textarea", SECRET)

    home.locator("#masked").get_by_text("Masked in your browser").wait_for()
    assert sent == []


def test_masking_can_be_undone_for_one_paste_and_holds_again_for_the_next(home, sent):
    ask(home, SECRET)
    with home.expect_response("**/search?part=answer"):
        home.get_by_role("button", name="Send it as it is").click()
    assert text_of(sent[-1]) == SECRET

    ask(home, SECRET + " ")

    assert text_of(sent[-1]) == "ValueError: no *** given for *** "


def test_paste_without_secrets_is_sent_as_it_is_and_says_nothing(home, sent):
    ask(home, TRACEBACK)

    assert [text_of(body) for body in sent] == [TRACEBACK]
    assert not home.locator("#masked").is_visible()


def test_file_is_masked_as_well(home, sent):
    with home.expect_response("**/search?part=answer"):
        home.set_input_files("input[type=file]", {"name": "a", "mimeType": "text/plain", "buffer": SECRET.encode()})

    assert [text_of(body) for body in sent] == ["ValueError: no *** given for ***"]


def test_browser_masks_just_what_the_server_would(home):
    script = """async (texts) => {
      const { mask } = await import('/static/kb/mask.js');
      return texts.map((text) => mask(text).text);
    }"""

    masked = home.evaluate(script, [*MASKED, *LEFT_ALONE])

    assert json.dumps(masked) == json.dumps([*MASKED.values(), *LEFT_ALONE])
