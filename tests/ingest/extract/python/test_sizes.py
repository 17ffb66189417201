"""Names that stand for one another double what they hold at every step: work and results stay within bounds."""

import pytest

from ingest.extract.facts import encode
from ingest.extract.pieces import MAX_CHARACTERS, MAX_PIECES, bounded, joined, size
from ingest.extract.python.place import BYTES_A_STEP, FILE_STEPS, MAX_STEPS, Budget
from ingest.extract.sites import Argument, Hole, Message, Ref
from tests.ingest.extract.python.reading import facts

_LENGTH = 40
DOUBLINGS = {
    "sum": "{0} + {0}",
    "f-string": 'f"{{{0}}}{{{0}}}"',
    "format": '"{{}}{{}}".format({0}, {0})',
    "format of itself": "{0}.format({0}, {0})",
    "percent": '"%s%s" % ({0}, {0})',
    "percent of itself": "{0} % ({0}, {0})",
    "join": '"".join([{0}, {0}])',
    "dedent": "dedent({0} + {0})",
    "replace": '({0} + {0}).replace("x", "xxxxxxxxxx")',
    "call": "make({0}, {0})",
    "exception": "Wrong({0}, {0})",
    "gettext": "ngettext({0}, {0})",
    "conditional": '{0} if n else {0} + "."',
    "either": '({0} or "a b") + ({0} or "c d")',
    "tuple": '("a", {0}, {0})',
}


def chain(doubling: str, first: str) -> list[str]:
    return [first] + [f"TEXT_{n} = {doubling.format(f'TEXT_{n - 1}')}" for n in range(1, _LENGTH)]


@pytest.fixture
def steps(monkeypatch):
    taken = []
    spend = Budget.spend

    def counted(self, steps=1):
        taken.append(steps)
        spend(self, steps)

    monkeypatch.setattr(Budget, "spend", counted)
    return taken


@pytest.mark.parametrize("first", ['TEXT_0 = "x y"', "from lib import ANY as TEXT_0"])
@pytest.mark.parametrize("doubling", DOUBLINGS.values(), ids=DOUBLINGS)
def test_constants_and_locals_that_double_each_other_are_bounded(doubling, first, steps):
    lines = chain(doubling, first)
    of_module = "\n".join([*lines, "def f():", f"    raise ValueError(TEXT_{_LENGTH - 1})"])
    of_function = "\n    ".join(["def f(n):", *lines, f"raise ValueError(TEXT_{_LENGTH - 1})"])
    for source in (of_module, of_function):
        steps.clear()
        found = facts(source)

        assert len(found.sites) == 1
        assert len(encode(found)) < 400_000
        assert len(steps) <= FILE_STEPS + len(source) // BYTES_A_STEP
        assert sum(steps) <= FILE_STEPS + len(source) // BYTES_A_STEP + MAX_STEPS * MAX_PIECES


def test_a_wording_is_cut_where_its_literals_get_too_long():
    cut = joined(["x" * (MAX_CHARACTERS - 2), Hole("a"), "yyy", Hole("b")])

    assert cut == ("x" * (MAX_CHARACTERS - 2), Hole("a"), "yy", Hole("…"))


def test_a_literal_of_the_greatest_length_is_kept():
    assert joined(["x" * MAX_CHARACTERS]) == ("x" * MAX_CHARACTERS,)


def test_a_reference_that_holds_too_much_is_left_as_it_is_written():
    argument = Argument("", (Message((Hole("x"),) * 150),))

    assert bounded(Ref("make", "call", "make(…)", args=(argument,))) == Ref("make", "call", "make(…)", args=(argument,))
    assert bounded(Ref("make", "call", "make(…)", args=(argument, argument))) == Hole("make(…)")


def test_long_texts_cost_more_steps_than_short_ones():
    assert size((("short", Hole("x")),)) < size((("long" * 1_000, Hole("x")),))
