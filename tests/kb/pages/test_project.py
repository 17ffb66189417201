import re
from pathlib import Path

import pytest

import kb
from kb.display.kept import kept
from kb.models import ErrorEntry, Pin
from kb.pages import project_views
from tests.factories import make_entry, make_file, make_pin, make_project

pytestmark = pytest.mark.django_db

STYLE = Path(kb.__path__[0]) / "static/kb/raised.css"


def titles(client, address: str) -> list[str]:
    return [entry.title for entry in client.get(address).context["listing"].entries]


def test_list_leaves_out_warnings_tests_and_removed_errors(client):
    pin = make_pin()
    make_entry(pin, message="shown")
    make_entry(pin, message="warned", kind="warning")
    make_entry(pin, message="tested", category="test")
    make_entry(pin, message="gone", removed_in=pin)
    make_entry(make_pin(make_project("acme/other"), sha="2e" * 20), message="elsewhere")

    assert titles(client, "/acme/anvil/") == ["shown"]


def test_list_can_be_narrowed_by_each_facet(client):
    pin = make_pin()
    make_entry(pin, message="a", exc_type="KeyError", site={"path": "a.py"})
    make_entry(pin, message="b", kind="warning", site={"path": "b.py"})
    make_entry(pin, message="c", category="test", site={"path": "c.py"})

    assert titles(client, "/acme/anvil/?exc_type=KeyError") == ["a"]
    assert titles(client, "/acme/anvil/?kind=warning") == ["b"]
    assert titles(client, "/acme/anvil/?category=test") == ["c"]
    assert titles(client, "/acme/anvil/?path=a.py") == ["a"]
    assert titles(client, "/acme/anvil/?passing=on") == ["a", "b"]
    assert titles(client, "/acme/anvil/?path=a.py&exc_type=TypeError") == []


def test_facet_counts_what_each_of_its_values_would_give(client):
    pin = make_pin()
    make_entry(pin, exc_type="KeyError", site={"path": "a.py"})
    make_entry(pin, exc_type="KeyError", site={"path": "b.py"})
    make_entry(pin, exc_type="OSError", site={"path": "b.py"})
    make_entry(pin, exc_type="UserWarning", kind="warning", site={"path": "b.py"})

    facets = client.get("/acme/anvil/?exc_type=KeyError").context["listing"].facets

    assert facets["exc_type"] == {"KeyError": 2, "OSError": 1}
    assert facets["path"] == {"a.py": 1, "b.py": 1}
    assert facets["kind"] == {"error": 2}


@pytest.mark.parametrize(
    "query",
    ["kind=nonsense", "page=-1", "page=abc", "page=99999999999999999999", "q=%00", "path=%00", "exc_type=" + "x" * 999],
)
def test_narrowing_that_makes_no_sense_narrows_nothing(client, query):
    make_entry(message="shown")

    assert titles(client, f"/acme/anvil/?{query}") == ["shown"]


def test_list_goes_over_several_pages_and_keeps_its_narrowing(client):
    pin = make_pin()
    for number in range(25):
        make_entry(pin, message=f"number {number}", exc_type="KeyError", site={"line": number + 1})

    response = client.get("/acme/anvil/?exc_type=KeyError&page=2")

    assert len(response.context["listing"].entries) == 5
    assert "?exc_type=KeyError&amp;page=1" in response.content.decode()
    assert client.get("/acme/anvil/?page=3").status_code == 404


def test_what_most_readers_meet_is_listed_first(client):
    pin = make_pin()
    places = {
        "of the package": "src/anvil/z.py", "of another": "lib/tongs.py", "at the top": "generate.py",
        "of an example": "examples/anvil/a.py", "{name!r}": "src/anvil/a.py", "of the build": "setup.py",
        "of a guide": "docs_src/guide/a.py",
    }  # fmt: skip
    for message, path in places.items():
        make_entry(pin, message=message, exc_type="KeyError", site={"path": path})

    assert titles(client, "/acme/anvil/") == [
        "of the package", "{name!r}", "of another", "at the top", "of a guide", "of an example", "of the build",
    ]  # fmt: skip


def test_errors_of_one_file_come_in_its_order(client):
    pin = make_pin()
    make_entry(pin, message="{name!r}", exc_type="KeyError", site={"line": 3})
    make_entry(pin, message="later", site={"line": 9})

    assert titles(client, "/acme/anvil/?path=src/anvil/load.py") == ["{name!r}", "later"]


def test_project_in_another_case_leads_to_its_own_address_with_the_query(client):
    make_pin()

    assert client.get("/Acme/ANVIL/?kind=exit")["Location"] == "/acme/anvil/?kind=exit"


@pytest.mark.parametrize("address", ["/no/such/", "/a%00b/c/", "/acme/anvil/pins/abcdef0/", "/acme/anvil/pins/x/"])
def test_unknown_project_or_pin_is_not_found(client, address):
    make_pin()

    assert client.get(address).status_code == 404


def test_project_without_a_published_pin_is_not_shown(client):
    make_pin(is_current=False)

    assert client.get("/acme/anvil/").status_code == 404
    assert "acme/anvil" not in client.get("/").content.decode()


def test_pin_page_says_what_was_read_and_skipped_and_why(client):
    pin = make_pin(counts={"forms": {"f-string": 12}, "reasons": {"dynamic": 3}, "kinds": {"error": 15}})
    make_file(pin, path="a.py")
    make_file(pin, path="big.py", skipped="too large", size=2_000_000)

    page = client.get(f"/acme/anvil/pins/{pin.sha}/").content.decode()

    for said in ("f-string", "dynamic", "too large", "big.py", "2,000,000", pin.sha, "v1.0.0", "the current pin"):
        assert said in page, said


def test_pin_page_says_why_statements_are_more_than_errors(client):
    kinds, forms = {"error": 15, "log": 2, "warning": 3, "handed": 4}, {"constant": 16, "reraise": 4}
    pin = make_pin(counts={"entries": 11, "kinds": kinds, "forms": forms})

    page = client.get(f"/acme/anvil/pins/{pin.sha}/").content.decode()

    assert "11 errors: the statements of the project's own code that end a call." in page
    assert "9 more that warn, log or hand a message on, and 4 more that only raise again what they caught, too." in page


def test_list_says_which_kinds_are_counted_apart(client):
    pin = make_pin()
    for line in range(1, 23):
        make_entry(pin, message=f"no path {line}", site={"line": line})

    page = client.get("/acme/anvil/").content.decode()

    assert "warnings, logged messages, messages that are handed on and what tests raise are counted apart." in page


@pytest.mark.parametrize("kind", ErrorEntry.PASSING_KINDS)
def test_message_of_what_ends_nothing_is_not_shown_as_an_alarm(client, kind):
    entry = make_entry(kind=kind)
    page = client.get(entry.get_absolute_url()).content.decode()
    (rule,) = re.findall(r"^([^{}\n]*\.message) \{ background: var\(--mark\)", STYLE.read_text(), re.MULTILINE)

    assert re.search(rf'class="[^"]*\b{kind}\b[^"]*"', page)
    assert f".{kind} .message" in rule.split(", ")


def test_classes_say_how_many_errors_they_leave_out(client):
    pin = make_pin(counts={"entries": 2})
    make_entry(pin)
    make_entry(pin, exc_type="", exc_qualified="")

    assert "Of 1 more the code tells no class." in client.get("/acme/anvil/classes/").content.decode()


def test_first_digits_of_a_pin_lead_to_it(client):
    pin = make_pin()

    assert client.get(f"/acme/anvil/pins/{pin.short_sha}/")["Location"] == f"/acme/anvil/pins/{pin.sha}/"


def test_home_lists_projects_with_their_counts(client):
    make_pin(counts={"entries": 1234})
    make_pin(make_project("beta/bolt"), sha="2e" * 20, counts={"entries": 1})

    page = client.get("/").content.decode()

    assert "1,235 errors of 2 projects." in page
    assert "1,234 errors" in page


def test_home_without_projects_says_how_to_add_one(client):
    assert "manage.py ingest" in client.get("/").content.decode()


LONG = "The view function did not return a valid response, nor did any other one"


@pytest.mark.parametrize("message", [LONG, LONG[:60], " " + LONG[:60] + "\n"])
def test_list_shows_the_whole_message(client, message):
    make_entry(message=message, title=message.strip().replace("\n", " ")[:60])

    assert f">{message.strip()}</a>" in client.get("/acme/anvil/").content.decode()


def test_related_errors_are_named_by_their_whole_messages(client):
    pin = make_pin()
    make_entry(pin, id="fade0000000000aa", message="short")
    make_entry(pin, message=LONG, title=LONG[:60])

    assert f">{LONG}</a>" in client.get("/errors/fade0000000000aa/").content.decode()


def test_headline_of_a_very_long_message_ends_with_a_word(client):
    entry = make_entry(message="no anvil " * 200)

    assert f'class="long">{"no anvil " * 26}no…</h1>' in client.get(entry.get_absolute_url()).content.decode()


@pytest.mark.parametrize("message", ["{name!r}", "{', '.join({one for one in names})}", "{a}: {b}"])
def test_message_that_only_fills_in_values_is_named_by_its_place(client, message):
    make_entry(message=message, exc_type="KeyError", site={"qualname": "Anvil.strike"})

    assert ">KeyError in Anvil.strike</a>" in client.get("/acme/anvil/").content.decode()


@pytest.mark.django_db(transaction=True)
def test_a_page_read_while_a_pin_is_published_is_not_kept_beyond_it(client, monkeypatch):
    kept.clear()
    pin = make_pin(label="v1")
    find = project_views._pin_or_404

    def find_before_it_changes(*args):
        found = find(*args)
        Pin.objects.update(label="v2")
        return found

    monkeypatch.setattr(project_views, "_pin_or_404", find_before_it_changes)
    assert "v1" in client.get(pin.get_absolute_url()).content.decode()
    monkeypatch.undo()

    assert "v2" in client.get(pin.get_absolute_url()).content.decode()
