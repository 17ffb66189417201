import pytest

from tests.factories import make_entry, make_pin, make_site

pytestmark = pytest.mark.django_db

EVIL = "<script>alert(1)</script>"


@pytest.fixture
def pins():
    before = make_pin(sha="1" * 40, label="v1")
    after = make_pin(sha="2" * 40, label="v2")
    moved = make_entry(
        before, message=EVIL, site={"path": f"src/{EVIL}/x.py"}, exc_type=EVIL, exc_qualified=f"a.{EVIL}"
    )
    moved.site = make_site(moved, pin=after, path=f"src/{EVIL}/y.py", key="m" * 16, carried="moved")
    moved.save()
    return before, after


def test_pages_for_browsing_lead_to_the_errors(client, pins):
    assert "/acme/anvil/?exc_type=" in client.get("/acme/anvil/classes/").content.decode()
    assert "?folder=src/" in client.get("/acme/anvil/files/").content.decode().replace("%2F", "/")


@pytest.mark.parametrize("address", ["classes/", "files/", "files/?folder=src", f"pins/{'1' * 7}/diff/{'2' * 7}/"])
def test_markup_from_upstream_is_shown_and_never_obeyed(client, pins, address):
    page = client.get(f"/acme/anvil/{address}", follow=True).content.decode()

    assert "<script>alert" not in page
    assert " style=" not in page


def test_two_pins_have_one_address_whichever_is_named_first(client, pins):
    whole = f"/acme/anvil/pins/{'1' * 40}/diff/{'2' * 40}/"

    assert client.get(f"/acme/anvil/pins/{'2' * 40}/diff/{'1' * 40}/")["Location"] == whole
    assert client.get(f"/acme/anvil/pins/{'1' * 7}/diff/{'2' * 7}/")["Location"] == whole
    assert "Moved: 1" in client.get(whole).content.decode()


@pytest.mark.parametrize("address", [f"pins/{'1' * 7}/diff/abcdef0/", f"pins/{'1' * 7}/diff/x/"])
def test_difference_from_a_pin_that_is_none_is_not_found(client, pins, address):
    assert client.get(f"/acme/anvil/{address}").status_code == 404


def test_pin_page_offers_what_changed_since_the_others(client, pins):
    page = client.get(f"/acme/anvil/pins/{'2' * 40}/").content.decode()

    assert f"/acme/anvil/pins/{'1' * 40}/diff/{'2' * 40}/" in page


def test_list_can_be_narrowed_to_a_folder(client, pins):
    _, after = pins
    make_entry(after, message="deep", site={"path": "lib/deep/a.py"})
    make_entry(after, message="beside", site={"path": "lib/deeper.py"})

    shown = client.get("/acme/anvil/?path=lib/deep/").context["listing"].entries

    assert [entry.title for entry in shown] == ["deep"]


def test_entry_tells_what_became_of_it(client, pins):
    before, _ = pins
    entry = before.project.entries.get()

    page = client.get(entry.get_absolute_url()).content.decode()

    assert "first seen" in page
    assert '<span class="badge">moved</span>' in page


def test_path_breaks_after_its_slashes_and_stays_escaped(client, pins):
    page = client.get("/acme/anvil/").content.decode()

    assert "src/<wbr>&lt;script&gt;alert(1)&lt;/<wbr>script&gt;/<wbr>y.py:3</bdi>" in page


def test_difference_says_in_a_line_what_there_is_none_of(client, pins):
    page = client.get(f"/acme/anvil/pins/{'1' * 40}/diff/{'2' * 40}/").content.decode()

    assert "None was added, none removed, none reworded." in page
    assert "Removed: 0" not in page
