import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http.multipartparser import MultiPartParser
from django.test import Client

from kb.models import ErrorEntry
from kb.search.indexing import index_pin
from tests.factories import make_entry, make_explanation, make_pin, make_template

pytestmark = pytest.mark.django_db

TRACEBACK = """\
web-1  | Traceback (most recent call last):
web-1  |   File "/opt/site-packages/anvil/load.py", line 3, in load
web-1  |     raise ValueError(f"no {what} given for {path}")
web-1  | ValueError: no <b>key</b> given for a.json
"""


@pytest.fixture
def pin():
    pin = make_pin()
    make_entry(pin, id="fade0000000000aa", message="no {what} given for {path}")
    make_entry(pin, message="the anvil is too hot", exc_type="RuntimeError", site={"qualname": "heat"})
    for function in ("open", "close"):
        make_entry(pin, message="the tongs are missing", site={"qualname": function})
    index_pin(pin.pk)
    return pin


def paste(client, text: str, status: int = 200) -> str:
    response = client.post("/search", {"text": text})
    assert response.status_code == status
    return response.content.decode()


def test_traceback_leads_to_its_statement_with_the_values_in_the_holes(client, pin):
    page = paste(client, TRACEBACK)

    assert "This is the statement that raised it." in page
    assert '<a href="/errors/fade0000000000aa/"' in page
    assert '<mark class="value" title="what">&lt;b&gt;key&lt;/b&gt;</mark>' in page
    assert '<mark class="value" title="path">a.json</mark>' in page
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
    assert shown == ['there is no <mark class="value" title="what">hammer</mark> at all']


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


def test_words_find_entries_and_are_marked(client, pin):
    page = client.get("/search?q=anvil+hot").content.decode()

    assert "1 error with these words" in page
    assert "<mark>anvil</mark>" in page
    assert "This is the statement" not in page


@pytest.mark.parametrize(
    "typed, heading, note",
    [
        ("anvil hot", "1 error with these words", ""),
        ("anvil hott", "1 error with words like these", "Searched for hot in place of hott."),
        ("anvil qqzzq hot", "1 error with some of these words", "Left out: qqzzq."),
        (
            "anvil <b>qqzzq hott",
            "1 error with words like these",
            "Searched for hot in place of hott. Left out: b, qqzzq.",
        ),
        (
            "anvil hot the is too runtimeerror load src py raise qqzzq",
            "1 error with some of these words",
            "Left out: is, src, py, raise, qqzzq.",
        ),
        ("qqzzq", "0 errors with these words", ""),
    ],
)
def test_what_was_searched_in_place_of_what_was_typed_is_told(client, pin, typed, heading, note):
    page = client.get("/search", {"q": typed}).content.decode()

    assert heading in page
    said = [re.sub("<.*?>", "", found) for found in re.findall(r'<p class="note">(.*?)</p>', page)]
    assert [one.strip() for one in said if "Left out" in one or "Searched" in one] == ([note] if note else [])


def test_markup_in_what_is_found_is_shown_and_never_obeyed(client, pin):
    make_entry(pin, message="<script>alert(1)</script> for the anvil " + "and more " * 20 + "\u202e")
    index_pin(pin.pk)

    page = client.get("/search?q=anvil+alert").content.decode()

    assert "&lt;script&gt;" in page
    assert "<script>alert" not in page
    assert "\u202e" not in page


def test_message_that_is_typed_as_words_brings_its_statement_first(client, pin):
    page = client.get("/search?q=RuntimeError%3A+the+anvil+is+too+hot").content.decode()

    assert page.index("This is the statement that raised it.") < page.index("with these words")


def test_words_that_nothing_has_are_answered_with_a_way_on(client, pin):
    page = client.get("/search?q=zzzqqq").content.decode()

    assert "Nothing has these words." in page
    assert "<textarea" in page


def test_search_can_be_narrowed_to_a_project_and_a_type(client, pin):
    def titles(query: str) -> list[str]:
        return [entry.title for entry in client.get(f"/search?{query}").context["listing"].entries]

    assert len(titles("q=the")) == 3
    assert titles("q=the&exc_type=RuntimeError") == ["the anvil is too hot"]
    assert titles("q=the&project=no/such&exc_type=RuntimeError") == ["the anvil is too hot"]


@pytest.mark.parametrize(
    "asked, command",
    [
        ("acme/tongs", "manage.py ingest github:acme/tongs@commit"),
        ("ac-me_2/tongs.py", "manage.py ingest github:ac-me_2/tongs.py@commit"),
        *(
            (asked, None)
            for asked in ("a/b; rm -rf ~", "a/$(id)", "a/b`id`", "a/b\nc", "a/b/c", "tongs", "-a/b", "a/é")
        ),
    ],
)
def test_command_to_copy_holds_nothing_that_a_shell_would_obey(client, pin, asked, command):
    page = client.get("/search", {"q": "zzzqqq", "project": asked}).content.decode()

    assert "has been read." in page
    found = re.findall(r"<code>(manage\.py ingest .*?)</code>", page, re.DOTALL)
    assert found == ([command] if command else [])


@pytest.mark.parametrize(
    "query", ["", "q=", "q=%00", "q=%22", "q=-", "q=%FF", "q=" + "x" * 400, "q='", "q=%F0%9F%98%80"]
)
def test_search_of_nothing_or_nonsense_is_answered(client, pin, query):
    assert client.get(f"/search?{query}").status_code == 200


def test_example_can_be_linked_to_and_runs_nothing(client):
    page = client.get("/", {"paste": "</textarea><script>alert(1)</script>"}).content.decode()

    assert "&lt;/textarea&gt;&lt;script&gt;" in page
    assert "<script>alert" not in page


def test_paste_takes_a_bounded_number_of_queries(client, pin, django_assert_max_num_queries):
    with django_assert_max_num_queries(16):
        paste(client, TRACEBACK)


def test_search_takes_a_bounded_number_of_queries(client, pin, django_assert_max_num_queries):
    with django_assert_max_num_queries(24):
        client.get("/search?q=anvil+hot")


def test_name_of_a_class_leads_to_the_errors_of_that_class(client, pin):
    make_entry(pin, message="no RuntimeError was expected here")
    index_pin(pin.pk)

    page = client.get("/search?q=RuntimeError").content.decode()

    assert "2 errors with these words" in page
    assert (
        '<a href="?q=RuntimeError&amp;exc_type=RuntimeError">1 error of the class <code>RuntimeError</code></a>' in page
    )
    assert "of the class" not in client.get("/search?q=anvil").content.decode()
    assert "of the class" not in client.get("/search?q=RuntimeError&exc_type=RuntimeError").content.decode()


def test_count_that_ends_where_counting_does_says_so(client, pin, monkeypatch):
    monkeypatch.setattr("kb.search.postgres.MOST_HITS", 2)
    monkeypatch.setattr("kb.display.listing.MOST_HITS", 2)

    page = client.get("/search?q=the").content.decode()

    assert "2+ errors with these words" in page
    assert "No more than 2 are ranked and counted." in page


def test_of_many_values_to_narrow_by_ten_are_shown_and_the_others_folded(client):
    pin = make_pin()
    for number in range(12):
        make_entry(pin, message="the anvil is hot", exc_type=f"Hot{number:02}Error", site={"line": number + 1})
    index_pin(pin.pk)

    page = client.get("/search?q=anvil").content.decode()
    chosen = client.get("/search?q=anvil&exc_type=Hot11Error").content.decode()

    assert page.index("Hot09Error</bdi></a> <span") < page.index("<summary>2 more</summary>")
    assert page.index("<summary>2 more</summary>") < page.index("Hot11Error</bdi></a> <span")
    assert chosen.index("Hot11Error</bdi></a> <span") < chosen.index("<summary>1 more</summary>")


def test_what_is_found_without_words_of_its_own_is_named_by_its_place(client, pin):
    make_entry(pin, message="{name!r}", exc_type="KeyError", site={"qualname": "Anvil.strike"})
    index_pin(pin.pk)

    assert ">KeyError in Anvil.strike</a>" in client.get("/search?q=KeyError").content.decode()


def test_package_that_has_not_been_read_can_be_asked_for_where_reports_go(client, settings):
    settings.REPORT_URL = "https://help.example/new?title={title}"

    page = paste(client, TRACEBACK)

    assert 'href="https://help.example/new?title=Please%20read%20anvil"' in page
    assert re.search(r"<summary>You run this site\?</summary><pre><code>manage.py ingest pypi:anvil</code>", page)


def test_where_no_reports_go_nothing_is_offered_to_ask(client):
    assert "Ask for it" not in paste(client, TRACEBACK)
