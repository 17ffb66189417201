"""The page that answers a paste."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http.multipartparser import MultiPartParser
from django.test import Client

from kb.models import ErrorEntry
from kb.search.indexing import index_pin
from tests.factories import make_entry, make_explanation, make_template
from tests.kb.pages.conftest import TRACEBACK, paste

pytestmark = pytest.mark.django_db


def test_traceback_leads_to_its_statement_with_the_values_in_the_holes(client, pin):
    page = paste(client, TRACEBACK)

    assert "This is the statement that raised it." in page
    assert '<a href="/errors/fade0000000000aa/"' in page
    assert '<mark class="value" title="{what}">&lt;b&gt;key&lt;/b&gt;</mark>' in page
    assert '<mark class="value" title="{path}">a.json</mark>' in page
    assert "<b>key</b>" not in page


def test_page_shows_what_was_read_in_the_paste(client, pin):
    page = paste(client, TRACEBACK)

    assert "What was read in the paste" in page
    assert "1 frame, the innermost" in page
    assert '<mark class="read-type">ValueError</mark>' in page
    assert '<mark class="read-message">no &lt;b&gt;key&lt;/b&gt; given for a.json</mark>' in page
    assert "web-1" in page


def test_what_to_do_stands_beside_the_statement_that_raised_it(client, pin):
    entry = ErrorEntry.objects.get(pk="fade0000000000aa")
    solutions = [{"part": "solution", "text": f"Turn `knob{number}`.", "sources": []} for number in range(4)]
    meaning = {"part": "meaning", "text": "`load` needs a `<key>`.", "sources": [["src/anvil/load.py", 3, "raise"]]}
    make_explanation(entry, body={"sentences": [meaning, *solutions]})

    page = paste(client, TRACEBACK)

    assert "<code>load</code> needs a <code>&lt;key&gt;</code>." in page
    assert page.index("<code>knob0</code>") < page.index("<code>knob2</code>")
    assert "knob3" not in page
    assert "Solutions" in page


def test_what_the_message_advises_is_not_said_twice(client, pin):
    advice = {"part": "solution", "text": "The message advises: “given for {path}”", "sources": []}
    other = {"part": "solution", "text": "Pass “another path”.", "sources": []}
    entry = make_entry(pin, message="no path! Give one to the loader", site={"qualname": "give"})
    quoted = {"part": "solution", "text": "The message advises: “Give one to the loader”", "sources": []}
    make_explanation(entry, body={"sentences": [quoted, other, advice]})
    index_pin(pin.pk)

    page = paste(client, "ValueError: no path! Give one to the loader")

    seen = re.sub(r'data-wording="[^"]*"', "", page)
    assert seen.count("Give one to the loader") == 3  # the match, what was read, and the paste itself
    assert page.index("Do as the message itself advises.") < page.index("another path")
    assert "given for {path}" in page


@pytest.mark.parametrize(
    "text", ["Give `size` what the message asks for: “{}”.", "Rule out what the message asks about: “{}”"]
)
def test_sentence_that_says_more_than_what_the_message_advises_is_kept(client, pin, text):
    solution = {"part": "solution", "text": text.format("Give one to the loader"), "sources": []}
    make_explanation(make_entry(pin, message="no path! Give one to the loader"), body={"sentences": [solution]})
    index_pin(pin.pk)

    page = paste(client, "ValueError: no path! Give one to the loader")

    assert "what the message asks" in page
    assert "Do as the message itself advises." not in page


def test_statement_stands_beside_the_answer_with_its_source_and_a_way_to_its_page(client, pin):
    page = paste(client, TRACEBACK)

    (answer,) = re.findall(r'<article class="match">.*?</article>', page, re.DOTALL)
    assert re.search(r'<tr class="raise"><th scope="row">3</th><td><code>.*raise', answer)
    assert answer.index('class="message"') < answer.index("<table") < answer.index("Open the error's page")
    assert answer.index("Open the error's page") < answer.index("<summary>Why this matches</summary>")
    assert 'id="L3"' not in answer
    assert "v1.0.0" in answer


def test_line_of_another_version_is_told(client, pin):
    page = paste(client, TRACEBACK.replace("line 3", "line 82"))

    assert "Read in v1.0.0; your line 82 is of another version." in page
    assert "of another version" not in paste(client, TRACEBACK)


def test_wording_that_fits_is_the_one_that_is_shown(client, pin):
    make_template(ErrorEntry.objects.get(pk="fade0000000000aa"), text="there is no {what} at all")
    index_pin(pin.pk)

    page = paste(client, "ValueError: there is no hammer at all")

    shown = re.findall(r'<p class="message" dir="auto">(.*?)</p>', page)
    assert shown == ['there is no <mark class="value" title="{what}">hammer</mark> at all']


def test_nothing_is_advised_while_several_statements_fit(client, pin):
    for entry in ErrorEntry.objects.filter(message="the tongs are missing"):
        make_explanation(entry, body={"sentences": [{"part": "solution", "text": "Turn `knob`.", "sources": []}]})

    assert "knob" not in paste(client, "ValueError: the tongs are missing")


def test_ambiguity_is_said_aloud_with_what_would_decide(client, pin):
    page = paste(client, "ValueError: the tongs are missing")

    assert "Several statements fit equally well. What would decide is the frame" in page
    assert page.count('<article class="match">') == 2


def test_what_no_one_says_is_unmatched_and_offers_a_way_on(client, pin):
    page = paste(client, "ZorkError: grue ate the lantern at midnight")

    assert "No statement that is known here says this." in page
    assert "see which have" in page
    assert '<article class="match">' not in page


def test_file_can_be_given_instead_of_text(client, pin):
    file = SimpleUploadedFile("log.txt", TRACEBACK.encode())

    page = client.post("/search", {"text": "", "file": file}).content.decode()

    assert '<a href="/errors/fade0000000000aa/"' in page


@pytest.mark.parametrize("text", ["", "   \n\t "])
def test_empty_paste_is_asked_for_again(client, text):
    page = paste(client, text, status=400)

    assert "The paste is empty" in page
    assert "<textarea" in page


def test_paste_of_more_than_a_megabyte_is_refused_with_advice(client):
    assert "A paste may have at most 1 MB" in paste(client, "x" * 1_000_001, status=413)
    assert "A paste may have at most 1 MB" in paste(client, "\u20ac" * 400_000, status=413)
    assert "A paste may have at most 1 MB" in paste(client, "x" * 5_000_000, status=413)
    file = SimpleUploadedFile("log.txt", b"x" * 3_000_000)
    assert client.post("/search", {"file": file}).status_code == 413


def test_file_of_any_size_is_refused_before_it_is_written_to_disk(client, monkeypatch):
    monkeypatch.setattr(MultiPartParser, "parse", lambda self: pytest.fail("was read"))
    file = SimpleUploadedFile("log.txt", b"x" * 7_000_000)

    assert client.post("/search", {"file": file}).status_code == 413


@pytest.mark.parametrize(
    "text",
    [
        "\0",
        "ValueError: no \0 given for x",
        "\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "replace"),
        "Traceback (most recent call last):\n" * 2000,
        '"' * 10_000,
        "(" * 10_000,
        "\u202eevil\u2066",
        "<script>alert(1)</script>",
        "%s" * 5000,
        "'; DROP TABLE kb_errorentry; --",
    ],
)
def test_hostile_paste_gets_a_page_without_its_markup(client, pin, text):
    page = paste(client, text)

    assert "<script>alert" not in page
    assert "\u202e" not in page
    assert len(page) < 200_000


def test_form_that_is_no_form_is_refused(client):
    response = client.post("/search", data=b"--x\r\nnonsense", content_type="multipart/form-data; boundary=y")

    assert response.status_code == 400


def test_paste_needs_no_cookie_and_sets_none(client, pin):
    response = Client(enforce_csrf_checks=True).post("/search", {"text": TRACEBACK})

    assert response.status_code == 200
    assert not response.cookies
