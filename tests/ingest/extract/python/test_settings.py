"""Where attributes are set, told from the text of a file."""

import pytest

from ingest.extract.facts import ANY_ATTRIBUTE
from ingest.extract.python import settings
from ingest.extract.python.settings import amended_of, of_self, settings_of

CAUGHT = "try:\n    f()\nexcept Error as e:\n    "


@pytest.mark.parametrize(
    "line",
    [
        "self.x = 1",
        "self.x += 1",
        "self.x: int = 1",
        "self.x, self.y = 1, 2",
        "(self.y, self.x) = 1, 2",
        "y, self.x = 1, 2",
        "y = self.x = 1",
        "with f() as self.x: pass",
        "for self.x in y: pass",
        "for n, self.x in y: pass",
        "setattr(self, 'x', 1)",
    ],
)
def test_each_way_of_setting_an_attribute_counts_once(line: str):
    assert len(of_self(settings_of(f"def f(self):\n    {line}\n".encode())).get("self.x", [])) == 1


@pytest.mark.parametrize(
    "line",
    ["self.x == 1", "f(self.x, y=1)", "y = self.x", "self.x.y = 1", "for n in self.x: pass", "other.self.x = 1"],
)
def test_what_only_reads_an_attribute_counts_not(line: str):
    assert "self.x" not in of_self(settings_of(f"def f(self):\n    {line}\n".encode()))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (CAUGHT + "e.hint = 1", {"hint"}),
        (CAUGHT + "e.hint, e.note = 1, 2", {"hint", "note"}),
        (CAUGHT + "setattr(e, 'hint', 1)", {"hint"}),
        (CAUGHT + "setattr(e, name, 1)", {ANY_ATTRIBUTE}),
        (CAUGHT + "e.__dict__.update(hint=1)", {ANY_ATTRIBUTE}),
        (CAUGHT + "vars(e).update(more)", {ANY_ATTRIBUTE}),
        ("\nNAME = 'hint'\n" + CAUGHT + "setattr(e, NAME, 1)", {"hint"}),
        ("with f() as e:\n    e.hint = 1", set()),
        ("try:\n    f()\nexcept (\n    Error,\n) as e:\n    e.hint = 1", {"hint"}),
        (CAUGHT + "other.hint = 1", set()),
        (CAUGHT + "self.e.hint = 1", set()),
        (CAUGHT + "setattr(other, name, 1)", set()),
        ("e = Error()\ne.hint = 1\nraise e\n", {"hint"}),
        ("e = Error()\ne.hint = 1\nraise e from cause\n", {"hint"}),
        ("sys.exc_info()[1].hint = 1\n", {"hint"}),
        ("e.hint = 1\n", set()),
    ],
)
def test_what_is_set_of_an_exception_after_it_is_built(source: str, expected: set[str]):
    assert amended_of(source.encode()) == expected


HOSTILE = {
    "excepts": b"x = '" + b"except " * 4_000 + b"'",
    "raises": b"".join(b"raise e%d\n" % n for n in range(4_000)),
    "annotations": b"'" + b"self.x :" * 4_000 + b"'",
    "spaces": b"\nself.x, y" + b" " * 30_000,
    "names": b"a" * 30_000 + b".b = 1",
    "dots": b"a." * 15_000 + b" = 1",
    "commas": b"\n" + b"a, " * 10_000,
    "loops": b"for a " * 5_000,
    "as": b" as a" * 6_000,
}


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_the_source_is_searched_a_fixed_number_of_times(source: bytes, monkeypatch):
    looked_at = []
    before = settings._object_before
    monkeypatch.setattr(settings, "_object_before", lambda dot, source: looked_at.append(dot) or before(dot, source))
    amended_of(source + b"\ntry: pass\nexcept E as e: pass\n")
    list(settings_of(source))
    assert len(looked_at) <= 4 * source.count(b".")
