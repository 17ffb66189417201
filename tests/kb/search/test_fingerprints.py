"""A message hits the fingerprints of the template that made it, also when it is clipped or damaged."""

import pytest

from kb.search import fingerprints
from kb.text import words

TEMPLATE = [
    "Unknown kind '",
    {"hole": "kind"},
    "' for the loader of file ",
    {"hole": "path"},
    ", expected json or yml",
]
MESSAGE = "Unknown kind 'zz' for the loader of file x.json, expected json or yml"


def hits(message, template=TEMPLATE):
    return set(fingerprints.of_message(words(message))) & set(fingerprints.of_template(template))


def test_a_message_hits_every_fingerprint_of_its_template():
    assert hits(MESSAGE) == set(fingerprints.of_template(TEMPLATE))


@pytest.mark.parametrize(
    "damaged",
    [
        MESSAGE[:45],
        MESSAGE[20:],
        "worker 3 failed: " + MESSAGE + " (see log)",
        MESSAGE.replace("expected", "[REDACTED]"),
        MESSAGE.upper(),
        MESSAGE.replace(" ", "\n   "),
    ],
)
def test_a_damaged_message_still_hits(damaged):
    assert hits(damaged)


def test_another_message_hits_nothing():
    assert not hits("Unknown file 'zz' of the reader: kind expected")


@pytest.mark.parametrize(
    "template, message",
    [
        (["Unknown ", {"hole": "x"}], "Unknown zz"),
        ([{"hole": "x"}, " missing"], "Job 4: zz missing"),
        (["Expected ", {"hole": "a"}, " got ", {"hole": "b"}], "[2] Expected 3 got 4"),
        (["no such file"], "no such file"),
        (["Timeout"], "Timeout"),
    ],
)
def test_templates_with_few_fixed_words_are_found(template, message):
    assert hits(message, template)


@pytest.mark.parametrize(
    "template", [[{"hole": "e"}], [{"hole": "a"}, ": ", {"hole": "b"}], [], ["pre", {"hole": "x"}]]
)
def test_a_template_without_fixed_words_has_no_fingerprint(template):
    assert fingerprints.of_template(template) == []


def test_holes_with_other_names_make_the_same_fingerprints():
    renamed = [piece if isinstance(piece, str) else {"hole": "other"} for piece in TEMPLATE]
    assert fingerprints.of_template(renamed) == fingerprints.of_template(TEMPLATE)


def test_a_template_has_few_fingerprints_however_long_it_is():
    template = [" ".join(f"word{n}" for n in range(500))]
    assert len(fingerprints.of_template(template)) <= fingerprints.INNER + 2
    assert hits(" ".join(f"word{n}" for n in range(500)), template)


def test_a_long_message_costs_no_more_than_its_head_and_tail():
    long = [f"w{n}" for n in range(100_000)]
    assert len(fingerprints.of_message(long)) < 4 * fingerprints.MESSAGE_WORDS


def test_hashes_fit_a_bigint():
    assert all(-(2**63) <= value < 2**63 for value in fingerprints.of_message(words(MESSAGE)))
