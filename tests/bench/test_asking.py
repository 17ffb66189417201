"""Which answers the measure of a large database takes for found."""

import pytest

from bench.asking import is_found
from bench.pastes import Known

KNOWN = Known("a", "ValueError", "anvil/load.py", 3, "load", ("no ", {"hole": "what", "expr": "what"}, " is left"))


def match(entry_id: str, index: int = 0, project: str = "acme/anvil", message: str = "no {what} is left") -> dict:
    return {"id": entry_id, "error_index": index, "project": project, "exc_type": "ValueError", "message": message}


@pytest.mark.parametrize(
    ("matches", "found"),
    [
        ([match("a")], True),
        ([match("b"), match("a")], True),
        ([match("b", message="other"), match("a")], False),
        ([match("b", project="acme/hammer"), match("a")], False),
        ([match("b", index=1, message="other"), match("a", index=0)], True),
        ([match("b", index=1), match("c", index=0)], False),
        ([], False),
    ],
)
def test_of_a_log_the_errors_own_matches_count(matches, found):
    assert is_found({"matches": matches}, KNOWN, has_frames=True) is found


@pytest.mark.parametrize(
    ("matches", "found"),
    [
        ([match("b", project="acme/hammer", message="no {name} is left")], True),
        ([match("b", message="no {what} is here"), match("a")], False),
    ],
)
def test_of_a_line_what_its_words_can_tell_counts(matches, found):
    assert is_found({"matches": matches}, KNOWN, has_frames=False) is found
