import pytest

from kb.search.indexing import index_pin
from tests.factories import make_entry, make_pin, make_project

pytestmark = pytest.mark.django_db


@pytest.fixture
def pin():
    pin = make_pin()
    make_entry(pin, id="fade0000000000aa", message="the anvil is too hot", exc_type="RuntimeError")
    make_entry(pin, message="the tongs are missing")
    index_pin(pin.pk)
    return pin


def suggested(client, **query: str) -> list[dict[str, str]]:
    return client.get("/suggest", query).json()["suggestions"]


def test_unfinished_word_suggests_what_it_may_become(client, pin):
    assert suggested(client, q="anv")[0] == {
        "title": "the anvil is too hot",
        "exc_type": "RuntimeError",
        "project": "acme/anvil",
        "url": "/errors/fade0000000000aa/",
    }


@pytest.mark.parametrize(
    ("times", "shown"), [(9, "the anvil rings " * 9), (90, "the anvil rings " * 14 + "the anvil…")]
)
def test_suggestion_shows_as_much_of_its_message_as_there_is_room_for(client, times, shown):
    pin = make_pin()
    make_entry(pin, message="the anvil rings " * times, title=("the anvil rings " * times)[:60])
    index_pin(pin.pk)

    assert suggested(client, q="anvil")[0]["title"] == shown.strip()


def test_suggestions_can_be_kept_to_a_project(client, pin):
    other = make_pin(make_project("acme/other"), sha="2e" * 20)
    make_entry(other, message="the anvil is cold")
    index_pin(other.pk)

    assert {one["project"] for one in suggested(client, q="anvil")} == {"acme/anvil", "acme/other"}
    assert {one["project"] for one in suggested(client, q="anvil", project="acme/other")} == {"acme/other"}


@pytest.mark.parametrize("words", ["", " ", "\0", '"', "-", "x" * 501, "zzzqqq", "'; --"])
def test_words_that_find_nothing_suggest_nothing(client, pin, words):
    assert suggested(client, q=words) == []


def test_characters_that_turn_text_around_are_made_visible(client, pin):
    make_entry(pin, message="the anvil \u202eeldnac")
    index_pin(pin.pk)

    assert all("\u202e" not in one["title"] for one in suggested(client, q="anvil"))


def test_suggestions_take_a_bounded_number_of_queries(client, pin, django_assert_max_num_queries):
    for number in range(50):
        make_entry(pin, message=f"the anvil number {number}")
    index_pin(pin.pk)

    with django_assert_max_num_queries(10):
        assert len(suggested(client, q="anvi", project="acme/anvil")) == 8
