"""Searching for words, and what the page says of what it found."""

import re

import pytest

from kb.search.indexing import index_pin
from tests.factories import make_entry, make_pin
from tests.kb.pages.conftest import TRACEBACK, paste

pytestmark = pytest.mark.django_db


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


@pytest.mark.parametrize(
    "typed",
    [
        "load.py:40",
        "src/anvil/load.py:40:8",
        'File "/venv/lib/python3.12/site-packages/anvil/load.py", line 40, in load',
        r"C:\venv\Lib\site-packages\anvil\load.py:40: in load",
        "https://git.example/acme/anvil/blob/v1.0.0/src/anvil/load.py#L40-L44",
        "load.py(40)",
        "load.py 40",
    ],
)
def test_a_file_and_line_bring_what_stands_nearest_in_that_file_first(client, pin, typed):
    for line, path in ((300, "src/anvil/load.py"), (41, "src/anvil/load.py"), (40, "src/anvil/unload.py")):
        make_entry(pin, message=f"stands at {line} of {path}", site={"path": path, "line": line})
    index_pin(pin.pk)

    page = client.get("/search", {"q": typed}).content.decode()

    assert "in files called so, the nearest to line 40 first" in page
    assert "unload.py" not in page.partition("<main")[2]
    assert 0 < page.index("stands at 41") < page.index("stands at 300")


def test_of_files_that_are_called_the_same_those_in_the_typed_folder_are_shown(client, pin):
    for path in ("src/anvil/load.py", "src/forge/load.py"):
        make_entry(pin, message=f"stands in {path}", site={"path": path, "line": 40})
    index_pin(pin.pk)

    there = client.get("/search", {"q": "forge/load.py:40"}).content.decode()

    assert "stands in src/forge" in there
    assert "stands in src/anvil" not in there


def test_a_file_that_no_project_has_is_looked_for_by_its_words(client, pin):
    page = client.get("/search", {"q": "nowhere.py:40"}).content.decode()

    assert "0 errors with these words" in page


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
    with django_assert_max_num_queries(26):
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
