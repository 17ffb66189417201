"""What search engines, feed readers, chats and language models are given."""

import io
import json
import re
from html import unescape
from xml.etree import ElementTree

import pytest
from PIL import Image

from kb.display import crawling
from kb.display.card import SIZE, card
from tests.factories import make_alias, make_blob, make_entry, make_explanation, make_pin, make_project, make_site

ID = "fade0000000000aa"
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
ATOM = "{http://www.w3.org/2005/Atom}"
HOSTILE = "</script><b>`#|*_[x](y)\u202e\n```\n# heading"


def whole(response) -> str:
    return (b"".join(response.streaming_content) if response.streaming else response.content).decode()


def locations(client, address: str) -> list[str]:
    response = client.get(address)
    assert response.status_code == 200
    return [found.text for found in ElementTree.fromstring(whole(response)).iter(f"{SITEMAP}loc")]


def head(client, address: str) -> str:
    return client.get(address).content.decode().split("</head>")[0]


def linked_data(page: str) -> dict:
    return json.loads(re.search(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)[1])


@pytest.fixture(autouse=True)
def site(settings):
    settings.SITE_URL = "https://raised.example/"


@pytest.mark.django_db
def test_sitemaps_lead_to_every_current_error_of_the_projects_own_code(client):
    pin = make_pin()
    make_entry(pin, id=ID)
    make_entry(pin, id="fade0000000000ab", removed_in=pin)
    make_entry(pin, id="fade0000000000ac", category="test")

    files = locations(client, "/sitemap.xml")
    found = [url for file in files for url in locations(client, file.removeprefix("https://raised.example"))]

    assert found == ["https://raised.example/acme/anvil/", f"https://raised.example/errors/{ID}/"]
    assert "Sitemap: https://raised.example/sitemap.xml" in client.get("/robots.txt").content.decode()


@pytest.mark.django_db
def test_many_errors_are_split_by_their_ids_and_each_is_in_one_file(client, monkeypatch, django_assert_max_num_queries):
    monkeypatch.setattr(crawling, "_PER_FILE", 2)
    pin = make_pin(counts={"entries": 20})
    ids = [f"{number:x}{'0' * 15}" for number in range(16)] + ["f" * 16]
    for entry_id in ids:
        make_entry(pin, id=entry_id)

    files = [file for file in locations(client, "/sitemap.xml") if "errors" in file]
    found = []
    for file in files:
        with django_assert_max_num_queries(3):
            found += locations(client, file.removeprefix("https://raised.example"))

    assert len(files) == 16
    assert sorted(url.split("/")[-2] for url in found) == sorted(ids)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["errors-0", "errors-xyz", "errors-00000", "other"])
def test_other_sitemaps_are_not_there(client, name):
    assert client.get(f"/sitemaps/{name}.xml", follow=True).status_code == 404


@pytest.mark.django_db
def test_feed_tells_what_a_later_pin_brought_and_not_what_was_there_before(client):
    first = make_pin()
    make_entry(first, id=ID)
    later = make_pin(sha="2e" * 20, label="v2")
    make_entry(later, id="fade0000000000ab", message=HOSTILE)
    make_entry(later, id="fade0000000000ac", message="gone again", removed_in=later)

    response = client.get("/acme/anvil/feed.atom")

    (found,) = ElementTree.fromstring(response.content).iter(f"{ATOM}entry")
    assert found.find(f"{ATOM}link").get("href") == "https://raised.example/errors/fade0000000000ab/"
    assert "New in v2" in found.find(f"{ATOM}summary").text


@pytest.mark.django_db
@pytest.mark.parametrize(
    "message, title", [("no {what} given", "ValueError: no {what} given"), ("{error}", "ValueError in load")]
)
def test_feed_names_the_class_of_each_error_once(client, message, title):
    make_pin()
    make_entry(make_pin(sha="2e" * 20), message=message, site={"qualname": "load"})

    (found,) = ElementTree.fromstring(client.get("/acme/anvil/feed.atom").content).iter(f"{ATOM}entry")

    assert found.find(f"{ATOM}title").text == title


@pytest.mark.django_db
def test_feed_of_an_unknown_project_is_not_found(client):
    assert client.get("/no/such/feed.atom").status_code == 404


@pytest.mark.django_db
def test_entry_tells_search_engines_and_chats_what_it_is(client):
    make_entry(id=ID)

    page = head(client, f"/errors/{ID}/")
    facts = linked_data(page)

    assert '<link rel="canonical" href="https://raised.example/errors/fade0000000000aa/">' in page
    assert 'content="https://raised.example/errors/fade0000000000aa/card.png"' in page
    assert (facts["@type"], facts["headline"]) == ("TechArticle", "no path given")
    assert facts["description"] == unescape(re.search(r'name="description" content="(.*?)"', page)[1])
    assert facts["citation"]["name"] == "src/anvil/load.py:3"


@pytest.mark.django_db
def test_linked_data_can_not_be_ended_by_what_upstream_wrote(client):
    make_entry(id=ID, message=HOSTILE)

    page = client.get(f"/errors/{ID}/").content.decode()

    assert "<b>" not in page
    assert "</script>" in linked_data(page)["headline"]


@pytest.mark.django_db
def test_markdown_has_what_the_page_has(client):
    pin = make_pin(make_project(repository_url="https://github.com/acme/anvil"))
    facts = {"guards": [{"text": "not path", "line": 2}]}
    make_entry(pin, id=ID, site={"facts": facts})
    make_entry(pin, id="fade0000000000ab", message="path {path} is a folder", site={"line": 4})

    response = client.get(f"/errors/{ID}.md")
    text = response.content.decode()

    assert response["Content-Type"] == "text/markdown; charset=utf-8"
    assert text.startswith("# no path given\n")
    assert "`src/anvil/load.py:3`" in text
    assert '> 3          raise ValueError("no path given")' in text
    assert "**Trigger:**" in text
    assert "`not path`" in text
    assert "https://github.com/acme/anvil/blob/" in text
    assert "(https://raised.example/errors/fade0000000000ab/)" in text


@pytest.mark.django_db
def test_markdown_tells_conditions_as_code_upstream_tests_and_history(client):
    before, after = make_pin(label="1.0"), make_pin(sha="2" * 40, label="2.0")
    entry = make_entry(before, id=ID)
    make_site(entry, pin=after, path="src/anvil/new.py", key="m" * 16, carried="moved")
    test = {"path": "tests/a.py", "line": 7, "quote": "load", "test": "test_load", "expects": "", "code": "load(None)"}
    make_explanation(entry, origin="static", body={"sentences": [], "trigger_code": "not path", "tests": [test]})

    text = client.get(f"/errors/{ID}.md").content.decode()

    assert "## When it happens\n\n```python\nnot path\n```" in text
    assert "`tests/a.py:7` `test_load`\n\n```python\nload(None)\n```" in text
    assert "- `acme/anvil@1.0`: first seen, `src/anvil/load.py:3`\n- `acme/anvil@2.0`: moved" in text


@pytest.mark.django_db
def test_markdown_gives_what_upstream_wrote_no_meaning(client):
    blob = make_blob(b'def load():\n    """```\n# heading\n"""\n    raise ValueError("x")\n')
    make_entry(id=ID, message=HOSTILE, exc_type="A`B", site={"blob": blob, "line": 5})

    text = client.get(f"/errors/{ID}.md").content.decode()

    outside = re.sub(r"^(`{3,})\w*\n.*?\n\1$", "", text, flags=re.DOTALL | re.MULTILINE)
    headings = [line for line in outside.splitlines() if line.startswith("#")]
    assert headings[0].startswith("# \\<")
    assert all(heading.startswith("## ") for heading in headings[1:])
    assert "heading" not in "".join(headings[1:])
    assert "\u202e" not in text


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/errors/{}.md", "/errors/{}/card.png"])
def test_twins_of_an_alias_lead_to_the_entrys_own(client, address):
    make_alias(make_entry(id=ID), id="fade0000000000bb")

    response = client.get(address.format("fade0000000000bb"))

    assert (response.status_code, response["Location"]) == (301, address.format(ID))
    assert client.get(address.format("fade0000000000cc")).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address, says",
    [
        (f"/errors/{ID}.md", f"No error has the id {ID}.\n"),
        (f"/errors/{ID}/card.png", f"No error has the id {ID}.\n"),
        ("/no/such/feed.atom", "No project no/such has been read.\n"),
        ("/other.txt", "There is nothing at this address.\n"),
    ],
)
def test_programs_are_told_in_plain_text_that_nothing_is_there(client, address, says):
    response = client.get(address)

    assert (response.status_code, response["Content-Type"]) == (404, "text/plain; charset=utf-8")
    assert response.content.decode() == says


@pytest.mark.django_db
def test_card_is_a_picture_of_the_size_that_chats_show(client):
    make_entry(id=ID)

    response = client.get(f"/errors/{ID}/card.png")

    assert response["Content-Type"] == "image/png"
    assert Image.open(io.BytesIO(response.content)).size == SIZE


@pytest.mark.parametrize("message", ["", "x" * 100_000, "\u6f22\u5b57" * 50, HOSTILE, "\x00\ud800", "\U0001f600 no"])
def test_card_of_any_text_can_be_drawn(message):
    assert Image.open(io.BytesIO(card(message[:200], message, message[:50], message))).size == SIZE


@pytest.mark.django_db
def test_guide_for_language_models_names_api_and_projects(client):
    make_pin(counts={"entries": 12})

    text = client.get("/llms.txt").content.decode()

    assert text.startswith("# Raised\n\n> ")
    assert "https://raised.example/api/match" in text
    assert "- [acme/anvil](https://raised.example/acme/anvil/): 12 errors" in text
