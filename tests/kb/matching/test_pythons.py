"""What Python itself raises, of any code, and the line to look at."""

import pytest

from kb.matching import match
from tests.factories import make_entry
from tests.kb.matching.pasted import HEADER, INSIDE
from tests.kb.matching.test_match import ids, known, traceback

pytestmark = pytest.mark.django_db

PACKAGE = "/env/lib/python3.12/site-packages/anvil/load.py"


@pytest.mark.parametrize(
    "last",
    [
        "TypeError: unhashable type: 'list'",
        "KeyError: 'foo'",
        "KeyError: 3",
        "NameError: name 'x' is not defined",
        "AttributeError: 'NoneType' object has no attribute 'y'",
        "ModuleNotFoundError: No module named 'z'",
        "IndexError: list index out of range",
        "ZeroDivisionError: division by zero",
        "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)",
        "KeyboardInterrupt",
    ],
)
def test_what_python_says_is_said_to_be_its_own(last):
    answer = match(last)
    assert (answer.outcome, answer.matches) == ("unmatched", ())
    assert answer.by_python[0].look_at is None


@pytest.mark.parametrize(
    "last",
    [
        "ValueError: no path given",
        "KeyError: 'no such kind of path'",
        "anvil.errors.LoadError: list index out of range",
        "java.lang.IndexOutOfBoundsException: list index out of range",
        "AssertionError",
    ],
)
def test_what_statements_say_is_not(last):
    assert match(last).by_python == {}


def test_the_line_to_look_at_is_the_innermost_of_the_readers_own():
    pasted = traceback(
        ("/home/me/shop/manage.py", 22, "main"),
        ("/home/me/shop/views.py", 7, "index"),
        (PACKAGE, 40, "load"),
        ("/usr/lib/python3.12/json/decoder.py", 355, "raw_decode"),
        ("<frozen importlib._bootstrap>", 1, "_find"),
        last="TypeError: unhashable type: 'list'",
    )
    look_at = match(pasted).by_python[0].look_at
    assert (look_at.path, look_at.line, look_at.function) == ("/home/me/shop/views.py", 7, "index")


OWN = "/home/me/shop/views.py"


@pytest.mark.parametrize(
    "path",
    [
        r"C:\Users\me\AppData\Local\Programs\Python\Python311\Lib\asyncio\base_events.py",
        r"C:\Python312\Lib\json\decoder.py",
        "C:/Python312/Lib/json/decoder.py",
        r"C:\Users\me\miniconda3\Lib\threading.py",
        r"C:\Users\me\anaconda3\envs\py\lib\threading.py",
        r"C:\Program Files\WindowsApps\PythonSoftwareFoundation.Python.3.11_3.11.2544.0_x64__qb\Lib\runpy.py",
        r"D:\tool\python311.zip\json\decoder.pyc",
        r"C:\env\Lib\site-packages\anvil\load.py",
        "/opt/pypy/lib-python/3/json/decoder.py",
        "/opt/python/lib/threading.py",
        "<__array_function__ internals>",
        "<string>",
        "<frozen importlib._bootstrap>",
        "<attrs generated init shop.views.Box>",
    ],
)
def test_what_comes_with_python_or_was_generated_is_not_the_readers_own(path):
    pasted = traceback((OWN, 7, "index"), (path, 355, "run"), last="TypeError: unhashable type: 'list'")
    assert match(pasted).by_python[0].look_at.path == OWN


@pytest.mark.parametrize(
    "path",
    [
        r"C:\Users\me\shop\lib\boxes.py",
        r"C:\Users\me\shop\json\views.py",
        "/home/me/library/json/views.py",
        "/home/me/shop/lib/boxes/json.py",
        "/home/me/shop/lib/json/views.py",
        "/app/lib/types.py",
        "/home/me/python/views.py",
        "<stdin>",
        "<python-input-3>",
        "<ipython-input-3-1b2c3d>",
    ],
)
def test_files_of_similar_names_and_what_was_typed_are_the_readers_own(path):
    pasted = traceback((OWN, 7, "index"), (path, 9, "run"), last="TypeError: unhashable type: 'list'")
    assert match(pasted).by_python[0].look_at.path == path


def test_without_a_line_of_the_readers_own_none_is_named():
    answer = match(traceback((PACKAGE, 40, "load"), last="TypeError: unhashable type: 'list'"))
    assert answer.by_python[0].look_at is None


def test_a_statement_that_the_frame_names_raised_it_all_the_same():
    entry = known(make_entry(message="name {self.name!r} is not defined", exc_type="NameError"))
    answer = match(traceback((PACKAGE, 3, "load"), last="NameError: name 'x' is not defined"))
    assert (answer.outcome, ids(answer), answer.by_python) == ("exact", [entry.id], {})


def test_a_statement_of_the_same_words_is_shown_beside():
    entry = known(make_entry(message="name {self.name!r} is not defined", exc_type="NameError"))
    answer = match("NameError: name 'x' is not defined")
    assert (answer.outcome, ids(answer)) == ("similar", [entry.id])
    assert 0 in answer.by_python


@pytest.mark.parametrize("message", ["nothing is installed", "cannot import {name}", "No module of that name"])
def test_a_file_of_the_same_name_that_says_something_else_is_not_offered(message):
    known(
        make_entry(
            message=message, exc_type="ModuleNotFoundError", site={"path": "bench/manage.py", "qualname": "main"}
        )
    )
    pasted = traceback(("/home/me/shop/manage.py", 22, "main"), last="ModuleNotFoundError: No module named 'anvil'")
    answer = match(pasted)
    assert answer.matches == ()
    assert answer.by_python[0].look_at.path == "/home/me/shop/manage.py"


def test_what_another_packages_class_says_in_pythons_words_that_package_says():
    own = make_entry(
        message="name {key!r} is not defined", exc_type="NoSuchName", exc_qualified="anvil.errors.NoSuchName"
    )
    known(own)
    frame = f'  File "{INSIDE}", line 77\n'
    answer = match(f"{HEADER}{frame}anvil.errors.NoSuchName: name 'x' is not defined")
    assert (answer.outcome, ids(answer)) == ("exact", [own.id])
    assert not answer.by_python


@pytest.mark.parametrize("module", ["exceptions.", "builtins.", ""])
def test_pythons_own_classes_stay_its_own_by_whatever_module(module):
    known(make_entry(message="name {key!r} is not defined", exc_type="NameError", exc_qualified="builtins.NameError"))
    assert match(f"{module}NameError: name 'x' is not defined").outcome != "exact"
