"""What stands around an answer: where it comes from, what tells the candidates apart, and a way on without one."""

import html
import json
import re

import pytest

from kb.matching.answer import ByPython
from kb.matching.saying import python_says
from kb.models import ErrorEntry
from kb.paste import PastedFrame
from kb.search.indexing import index_pin
from tests.factories import make_entry, make_explanation, make_pin, make_project

pytestmark = pytest.mark.django_db


@pytest.fixture
def pin():
    pin = make_pin()
    make_entry(pin, id="fade0000000000aa", message="no {what} given for {path}")
    for function in ("open", "close"):
        make_entry(pin, message="the tongs are missing", site={"qualname": function})
    index_pin(pin.pk)
    return pin


def paste(client, text: str) -> str:
    return client.post("/search", {"text": text}).content.decode()


def test_values_are_handed_to_the_page_that_the_answer_leads_to(client, pin):
    page = paste(client, "ValueError: no <b>key</b> given for a.json")

    (values,) = re.findall(r'href="/errors/fade0000000000aa/" data-values="([^"]*)"', page)
    assert json.loads(html.unescape(values)) == {"what": "<b>key</b>", "path": "a.json"}


def test_statements_that_say_the_same_are_told_apart_by_place_and_condition(client, pin):
    for entry in ErrorEntry.objects.filter(message="the tongs are missing").select_related("site"):
        trigger = {"part": "trigger", "text": f"Only when `{entry.site.qualname}_rack` is empty.", "sources": []}
        make_explanation(entry, body={"sentences": [trigger]})

    page = paste(client, "ValueError: the tongs are missing")

    assert page.count('class="message"') == 1
    assert "<code>open_rack</code>" in page
    assert "<code>close_rack</code>" in page


def test_answer_leads_to_the_line_upstream_where_that_has_an_address(client):
    pin = make_pin(make_project(repository_url="https://github.com/acme/anvil"))
    make_entry(pin)
    index_pin(pin.pk)

    line = f"https://github.com/acme/anvil/blob/{pin.sha}/src/anvil/load.py#L3"
    assert f'<a href="{line}" rel="noopener">View on GitHub</a>' in paste(client, "ValueError: no path given")


def test_answer_takes_no_more_queries_for_more_errors(client, pin, django_assert_max_num_queries):
    pasted = "\n\n".join(f"ValueError: no key{number} given for a.json" for number in range(12))

    with django_assert_max_num_queries(14):
        page = paste(client, pasted)

    assert page.count("Open the error's page") > 1


def test_evidence_is_folded_where_it_is_certain_and_open_where_one_has_to_choose(client, pin):
    make_entry(pin, message="no {what} given for {path}", site={"qualname": "save"})
    index_pin(pin.pk)
    frames = 'Traceback (most recent call last):\n  File "/opt/site-packages/anvil/load.py", line 3, in load\n'

    sure = paste(client, f"{frames}    raise ValueError(\nValueError: no key given for a.json")
    torn = paste(client, "ValueError: no key given for a.json")

    folded = re.search(r"<summary>Why this matches</summary>.*?</details>", sure, re.DOTALL)[0]
    for said in ("Values in your message", '<td dir="auto">a.json</td>', "a frame names load in src/anvil/load.py"):
        assert said in folded
    assert "Why this matches</summary>" not in torn
    assert '<td dir="auto">a.json</td>' in torn
    assert "the whole message fits the template" in torn


def test_paste_that_nothing_says_leads_to_what_has_its_words(client, pin):
    page = paste(client, "ValueError: missing tongs")

    assert page.index("No statement that is known here says this.") < page.index("Found by the same words")
    assert 'href="/search?q=missing%20tongs"' in page


def test_paste_whose_words_nobody_says_leads_nowhere(client, pin):
    assert "Found by the same words" not in paste(client, "ValueError: zzzqqq xxyyzz")


def test_what_python_raises_is_said_to_be_its_own_with_the_line_to_look_at(client, pin):
    frame = 'Traceback (most recent call last):\n  File "/home/me/shop.py", line 7, in sell\n    return {[]: 1}\n'
    page = paste(client, f"{frame}TypeError: unhashable type: 'list'")

    assert "Python itself raises this" in page
    assert "The line to look at is in /home/me/shop.py, line 7." in page
    assert "Perhaps its project has not been read" not in page
    assert "Perhaps its project has not been read" in paste(client, "ZorkError: grue ate the lantern at midnight")


def test_line_to_look_at_that_stands_in_no_file_is_told_by_its_number():
    at_a_prompt = ByPython(look_at=PastedFrame("", 4, "<module>"))

    assert python_says(at_a_prompt, has_others=False).endswith(" The line to look at is line 4 of your own code.")


def test_one_statement_of_few_words_is_not_called_several(client, pin):
    make_entry(pin, message="anvil missing", site={"line": 30})
    index_pin(pin.pk)

    page = paste(client, "ValueError: anvil missing")

    assert "A known statement says this, and others may. What would decide is the frame" in page
    assert "Several statements" not in page


def test_one_statement_of_few_words_is_not_called_several_for_one_that_fits_worse(client, pin):
    make_entry(pin, message="anvil missing", site={"line": 30})
    make_entry(pin, message="{part} missing", site={"line": 40})
    index_pin(pin.pk)

    page = paste(client, "ValueError: anvil missing")

    assert page.count('<article class="match">') == 2
    assert "A known statement says this, and others may." in page
    assert "Several statements" not in page


def test_statement_that_hands_its_message_on_is_not_said_to_raise_it(client, pin):
    facts = {"via": "pool.local.Proxy(unbound_message=…)"}
    said = "there is no forge around this code"
    make_entry(pin, kind="handed", exc_type="", exc_qualified="", message=said, site={"facts": facts})
    index_pin(pin.pk)

    page = paste(client, f"RuntimeError: {said}")

    where = (
        "This is where the message comes from: it is handed to pool.local.Proxy(unbound_message=…), which raises it."
    )
    assert f'<p class="outcome exact">{where}</p>' in page
    assert "the statement that raised it." not in page
