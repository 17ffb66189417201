"""Names that hold names, classes with many bases and attributes: each is worked out once."""

import pytest

from ingest.extract.python import receivers
from ingest.extract.python.bindings import Bindings
from tests.ingest.extract.python.reading import facts

_LENGTH = 60
CIRCLES = {
    "itself": ["a = a"] * _LENGTH,
    "one another": ["a = b", "b = a"] * _LENGTH,
    "all before": [f"a{n} = a{m}" for n in range(_LENGTH) for m in range(n)] + [f"a = a{_LENGTH - 1}"],
    "a chain": ["a0 = Context()", *(f"a{n} = a{n - 1}" for n in range(1, 400)), "a = a399"],
}


@pytest.fixture
def asked(monkeypatch):
    found = []
    instance = receivers.Receivers._instance

    def counted(self, node, scope):
        found.append(node)
        return instance(self, node, scope)

    monkeypatch.setattr(receivers.Receivers, "_instance", counted)
    return found


@pytest.mark.parametrize("lines", CIRCLES.values(), ids=CIRCLES)
def test_names_of_names_are_followed_once(lines, asked):
    call = "a.fail('some words here')"
    facts("\n    ".join(["def f(x):", *lines, call]))
    facts("\n".join([*lines, "def f(x):", f"    {call}"]))
    assert 0 < len(asked) <= 4 * len(lines)


def test_each_base_is_asked_once(asked, monkeypatch):
    classes = []
    of_class = receivers.Receivers._of_class
    monkeypatch.setattr(
        receivers.Receivers, "_of_class", lambda self, name, cls: classes.append(cls) or of_class(self, name, cls)
    )
    levels = ["class C0:\n    pass"]
    levels += [f"class C{n}({', '.join([f'C{m}' for m in range(n)] * 3)}):\n    pass" for n in range(1, 30)]
    calls = "\n        ".join(["self.ctx.fail('some words here')"] * 50)
    facts("\n".join([*levels, f"class D(C29):\n    def run(self):\n        {calls}"]))
    assert len(classes) <= len(levels) + 1


def test_many_calls_of_one_attribute_or_parameter_cost_one_look(asked, monkeypatch):
    found = []
    of_local = receivers.Receivers._of_local
    monkeypatch.setattr(
        receivers.Receivers, "_of_local", lambda self, name, scope: found.append(name) or of_local(self, name, scope)
    )
    calls = "\n        ".join(["self.x.fail('some words here')", "p.fail('some words here')"] * 200)
    init = "def __init__(self):\n        self.x = Context()"
    facts(f"class Runner:\n    {init}\n    def run(self, p: Context):\n        {calls}")
    assert sorted(found) == ["p", "self.x"]


def test_more_values_than_anyone_would_write_tell_nothing():
    many = "\n    ".join(["a = Context()"] * 9)
    few = "\n    ".join(["a = Context()"] * 8)
    (call,) = facts(f"def f():\n    {many}\n    a.fail('some words here')").calls
    assert call.target == "a.fail"
    (call,) = facts(f"def f():\n    {few}\n    a.fail('some words here')").calls
    assert (call.target, call.is_exact) == ("Context().fail", True)


def test_bindings_are_not_put_together_for_each_name(monkeypatch):
    def fail(self):
        raise AssertionError("a set of all names for one of them")

    monkeypatch.setattr(Bindings, "local", property(fail))
    names = "\n    ".join(f"a{n} = Context()\n    a{n}.fail('some words here')" for n in range(50))
    assert len(facts(f"def f():\n    {names}").calls) == 50
