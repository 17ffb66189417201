"""Which messages are Python's own."""

import pytest

from kb.matching.interpreter import says

CODE = r"""
1 + "a"
"a" + 1
-"a"
1 < "a"
None.shape
int.nothing
__import__("json").nothing
None()
None[0]
iter(1)
len(1)
hash([])
1 in None
[][0]
()[0]
""[0]
[][""]
""["a"]
[].pop()
range(1)["a"]
int("a")
int([])
float("a")
1 / 0
max([])
[].remove(1)
(lambda one: one)()
(lambda one: one)(1, 2)
(lambda one: one)(two=1)
(lambda one: one)(1, one=2)
object(1)
"%s" % (1, 2)
"%s %s" % (1,)
",".join([1])
b"".join([""])
b"\xff".decode()
"é".encode("ascii")
open("/nowhere/at/all")
import no_such_module
nothing
import json; json.loads("{")
import json; json.dumps(object())
import enum; enum.Enum("Kind", "A")(5)
import datetime; datetime.datetime.strptime("a", "%Y")
import subprocess; subprocess.run(["false"], check=True)
import pickle; pickle.dumps(lambda: 1)
a = (
a b
a, b = 1
a, b = [1]
a, b = [1, 2, 3]
from json import nothing_at_all
""".strip().splitlines()


@pytest.mark.parametrize("code", CODE)
def test_what_this_python_says_is_known(code):
    with pytest.raises(Exception, match=r"\S") as caught:
        exec(code, {})

    assert says(str(caught.value), type(caught.value).__name__)


@pytest.mark.parametrize(
    "message",
    [
        "Client.__init__() got an unexpected keyword argument 'proxies'",
        "local variable 'x' referenced before assignment",
        "cannot access local variable 'x' where it is not associated with a value",
        'can only concatenate str (not "int") to str',
        "expected str, bytes or os.PathLike object, not NoneType",
        "partially initialized module 'a' has no attribute 'b' (most likely due to a circular import)",
        "dictionary changed size during iteration",
        "maximum recursion depth exceeded while calling a Python object",
        "[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: self-signed certificate",
        "cannot use 'list' as a dict key (unhashable type: 'list')",
    ],
)
def test_what_other_pythons_say_is_known(message):
    assert says(message, "")


@pytest.mark.parametrize(
    "message",
    [
        "",
        "Unknown kind 'zz' for x.json",
        "cannot reindex on an axis with duplicate labels",
        "index 3 is out of bounds for axis 0 with size 3",
        "expected 2 columns, got 3",
        "'x' is not a valid choice",
        "No such option: --fo",
        "unsupported locale setting",
    ],
)
def test_what_projects_say_is_not_pythons(message):
    assert not says(message, "")


@pytest.mark.parametrize(
    ("exc_type", "message", "is_pythons"),
    [
        ("ValueError", "5 is not a valid Kind", True),
        ("ValueError", "5 is not a valid Outer.Kind", True),
        ("", "5 is not a valid Kind", True),
        ("anvil.InvalidURL", "'x' is not a valid Address", False),
        ("ValueError", "'x' is not a valid URL", False),
    ],
)
def test_only_an_enumeration_says_of_a_value_that_it_has_no_such_member(exc_type, message, is_pythons):
    assert says(message, exc_type) is is_pythons


def test_words_that_a_statement_puts_before_the_systems_own_are_not_pythons():
    assert says("[Errno 2] No such file or directory: 'a.cfg'", "FileNotFoundError")
    assert says("[Errno -2] Name or service not known", "gaierror")
    assert not says("[Errno 2] Unable to load the settings (No such file or directory): 'a.cfg'", "FileNotFoundError")
