import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http.multipartparser import MultiPartParser
from django.test import Client

from kb.models import ErrorEntry
from kb.search.indexing import index_pin
from tests.factories import make_entry, make_explanation, make_pin

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
    assert "What to do" in page


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
