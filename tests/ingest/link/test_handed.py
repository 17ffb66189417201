"""Texts that are handed, by a keyword, to what another package defines: it raises them, in the words of this one."""

import pytest

from tests.ingest.link.pins import linked, site, sites, texts

NO_CONTEXT = "There is no context here.\n\nOpen one with app.context()."


def handed(source, path="a.py", **others):
    return [found for found in sites({path: source, **others}, path) if found.kind == "handed"]


def test_a_constant_that_is_handed_to_a_class_of_another_package_is_said_where_it_is_handed():
    source = f"""
            from pool.local import Proxy

            _no_context = \"""{NO_CONTEXT}\"""
            current: App = Proxy(_context, "app", unbound_message=_no_context)
    """.replace("\n            ", "\n")
    (found,) = handed(source)
    assert texts(found) == [NO_CONTEXT]
    assert (found.via, found.form, found.reason) == ("pool.local.Proxy(unbound_message=…)", "keyword", "")
    assert (found.exc, found.exc_type, found.exc_qualified, found.bases) == ("", "", "", ())
    assert (found.qualname, found.line, found.end_line) == ("<module>", 7, 7)


@pytest.mark.parametrize("keyword", ["message", "msg", "error_message", "unbound_message", "err_msg", "errmsg"])
@pytest.mark.parametrize(
    "source",
    [
        "import pool\nlimit = pool.Limit(3, {}='The pool is full.')",
        "import pool\n\nclass Form:\n    limit = pool.Limit(3, {}='The pool is full.')",
        "import pool\n\ndef start():\n    pool.check_limit(3, {}='The pool is full.')",
        "import pool\n\ndef start():\n    return pool.Limit(3, {}='The pool is full.')",
    ],
)
def test_the_keyword_says_that_it_is_a_message(keyword, source):
    (found,) = handed(source.format(keyword))
    assert texts(found) == ["The pool is full."]
    assert found.via.endswith(f"({keyword}=…)")


def test_values_in_the_text_stay_holes():
    (found,) = handed("from pool import Limit\n\ndef f(n):\n    return Limit(n, message=f'More than {n} of them.')")
    assert texts(found) == ["More than {n} of them."]


def test_a_text_of_another_file_of_the_pin_is_found():
    files = {
        "app/__init__.py": "",
        "app/texts.py": "FULL = 'The pool is full.'",
        "app/main.py": "from pool import Limit\nfrom app.texts import FULL\nlimit = Limit(3, message=FULL)",
    }
    assert texts(site(files, "app/main.py")) == ["The pool is full."]


@pytest.mark.parametrize(
    "source",
    [
        "from pool import Limit\nlimit = Limit(3, label='The pool is full.')",
        "from pool import Limit\nlimit = Limit(3, message_type='The pool is full.')",
        "from pool import Limit\nlimit = Limit(3, 'The pool is full.')",
        "from pool import Limit\nlimit = Limit(3, message='full')",
        "from pool import Limit\nlimit = Limit(3, message=text)",
        "from pool import Limit\nlimit = Limit(3, message=3)",
        "limit = Limit(3, message='The pool is full.')",
        "from pool import send\nsend(3, message='The pool is full.')",
        "def f(Limit):\n    return Limit(3, message='The pool is full.')",
        "from pool import gettext\ntext = gettext(message='The pool is full.')",
    ],
)
def test_other_arguments_are_not_said(source):
    assert handed(source) == []


@pytest.mark.parametrize(
    "call",
    [
        "Proxy(name, unbound_message={})",
        "option(name, missing_message={})",
        "Field(invalid_msg={})",
        "Form(login_failed_message={})",
        "RangeValidator(message={})",
        "InputRequired({}, message={})",
        "HTTPLimit(limit_message={})",
        "check_name(message={})",
    ],
)
def test_names_that_speak_of_failing_tell_what_the_message_is_of(call):
    source = f"import pool\nname = pool.{call.replace('{}', repr('The pool is full.'))}"
    assert [texts(found) for found in handed(source)] == [["The pool is full."]]


@pytest.mark.parametrize("called", ["Note", "Commit", "option", "Notification", "Checkbox", "Noted", "check_name"])
@pytest.mark.parametrize("use", ["success", "commit", "prompt", "log", "help", "welcome"])
def test_a_keyword_that_names_another_use_is_not_said(called, use):
    assert handed(f"import pool\nname = pool.{called}({use}_message='The pool is full.')") == []
    assert handed(f"import pool\nname = pool.RangeValidator({use}_message='The pool is full.')") == []


@pytest.mark.parametrize("called", ["Note", "Commit", "option", "Notification", "Checkbox", "CheckList", "Noted"])
@pytest.mark.parametrize("keyword", ["message", "msg", "first_message", "no_data_message"])
def test_a_plain_message_of_what_does_not_fail_is_not_said(called, keyword):
    assert handed(f"import pool\nname = pool.{called}({keyword}='Welcome to the pool.')") == []


def test_what_the_pin_defines_tells_by_its_own_statements():
    files = {
        "app/__init__.py": "",
        "app/pool.py": "class Limit:\n    def __init__(self, message):\n        raise ValueError(message)",
        "app/main.py": "from app.pool import Limit\nlimit = Limit(message='The pool is full.')",
    }
    assert linked(files)["app/main.py"].sites == ()


def test_what_the_pin_defines_without_a_text_is_not_taken_for_another_package():
    files = {
        "app/__init__.py": "",
        "app/pool.py": "class Limit:\n    pass\n\ndef check(message):\n    print(message)",
        "app/main.py": "from app.pool import Limit, check\n"
        "limit = Limit(message='The pool is full.')\ncheck(message='It is full.')",
    }
    assert linked(files)["app/main.py"].sites == ()


def test_a_call_that_warns_or_raises_is_not_said_twice():
    source = "import warnings\n\ndef f():\n    warnings.warn(message='The pool is full.')"
    assert [found.kind for found in sites({"a.py": source}, "a.py")] == ["warning"]
