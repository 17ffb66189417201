import pytest

from bench import baselines
from tests.factories import make_entry
from tests.kb.matching.test_match import known

pytestmark = pytest.mark.django_db


@pytest.fixture
def entries():
    entries = known(make_entry(message="no path given by {who}"), make_entry(message="archive {name} is damaged"))
    baselines.prepare_full_text()
    return entries


@pytest.mark.parametrize("ask", [baselines.full_text, baselines.raw_search])
def test_a_baseline_ranks_what_shares_words_and_never_says_how_sure_it_is(entries, ask):
    reply = ask("ValueError: archive x.zip is damaged")
    assert (reply.outcome, reply.matches[0]["message"]) == ("", entries[1].message)
    assert (reply.matches[0]["path"], reply.matches[0]["line"]) == ("src/anvil/load.py", 3)


def test_a_text_without_words_finds_nothing(entries):
    assert baselines.full_text("the \0 :").matches == []
