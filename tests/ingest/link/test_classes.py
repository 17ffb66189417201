from tests.ingest.link.pins import site

PACKAGE = {
    "app/__init__.py": "from .errors import NotFound as Missing\nfrom .star import *\n",
    "app/errors.py": """
        class AppError(Exception):
            pass

        class NotFound(AppError, LookupError):
            pass
    """,
    "app/star.py": """
        from app.errors import AppError

        class Starred(AppError):
            pass

        Alias = Starred
    """,
}


def thrown(source: str, path: str = "app/main.py") -> tuple[str, str, tuple[str, ...]]:
    found = site({**PACKAGE, path: source}, path)
    return found.exc_type, found.exc_qualified, found.bases


def test_a_class_is_named_where_it_is_defined_with_its_bases_in_order():
    assert thrown("from .errors import NotFound\nraise NotFound('a')\n") == (
        "NotFound",
        "app.errors.NotFound",
        (
            "app.errors.AppError",
            "builtins.LookupError",
            "builtins.Exception",
            "builtins.BaseException",
        ),
    )


def test_builtin_classes_have_their_bases():
    assert thrown("raise KeyError('a')\n") == (
        "KeyError",
        "builtins.KeyError",
        ("builtins.LookupError", "builtins.Exception", "builtins.BaseException"),
    )


def test_an_alias_of_a_builtin_is_called_as_python_prints_it():
    assert thrown("raise IOError('a')\n")[:2] == ("OSError", "builtins.OSError")


def test_a_class_is_followed_through_renames_and_reexports():
    assert thrown("import app as a\nraise a.Missing('a')\n")[:2] == ("NotFound", "app.errors.NotFound")
    assert thrown("from app import Missing as M\nraise M\n")[:2] == ("NotFound", "app.errors.NotFound")


def test_a_class_is_followed_through_star_imports_and_assignments():
    assert thrown("from app import Starred\nraise Starred('a')\n")[1] == "app.star.Starred"
    assert thrown("from app import Alias\nraise Alias('a')\n")[:2] == ("Starred", "app.star.Starred")


def test_a_submodule_is_reached_through_its_package():
    assert thrown("import app.errors\nraise app.errors.NotFound('a')\n")[1] == "app.errors.NotFound"


def test_a_class_held_by_an_attribute_is_found_also_when_inherited():
    source = """
        from .errors import NotFound

        class Base:
            missing = NotFound

        class Store(Base):
            def get(self):
                raise self.missing("a")
    """
    assert thrown(source)[1] == "app.errors.NotFound"


def test_the_subclass_decides_which_class_an_attribute_holds():
    source = """
        class Store:
            error = KeyError

        class Strict(Store):
            error = ValueError

            def get(self):
                raise self.error("a")
    """
    assert thrown(source)[0] == "ValueError"


def test_a_class_from_outside_keeps_its_imported_name():
    assert thrown("from lib.errors import Timeout as T\nraise T('a')\n") == ("Timeout", "lib.errors.Timeout", ())
    assert thrown("import socket\nraise socket.timeout('a')\n") == ("timeout", "socket.timeout", ())


def test_a_compiled_module_of_the_pin_counts_as_outside_with_its_whole_name():
    assert thrown("from ._speed import Broken\nraise Broken('a')\n")[1] == "app._speed.Broken"


def test_a_base_from_outside_ends_the_bases():
    found = thrown("import lib\nclass Mine(lib.Error):\n    pass\nraise Mine('a')\n")
    assert found == ("Mine", "app.main.Mine", ("lib.Error",))


def test_a_class_local_to_a_function_is_found():
    source = """
        def outer():
            class Local(ValueError):
                pass

            def inner():
                raise Local("a")
    """
    assert thrown(source)[1] == "app.main.outer.<locals>.Local"


def test_a_class_that_hides_a_builtin_is_the_one_meant():
    assert thrown("class TimeoutError(Exception):\n    pass\nraise TimeoutError('a')\n")[1] == "app.main.TimeoutError"


def test_the_type_of_some_value_stays_unknown():
    assert thrown("def f(e):\n    raise type(e)('a')\n")[:2] == ("", "")


def test_what_a_function_from_outside_builds_stays_unknown():
    assert thrown("from lib import make_error\nraise make_error('a')\n") == ("", "", ())


def test_bases_in_a_circle_end():
    files = {
        "app/__init__.py": "",
        "app/a.py": "from .b import B\nclass A(B):\n    pass\n",
        "app/b.py": "from .a import A\nclass B(A):\n    pass\nraise B('x')\n",
    }
    assert site(files, "app/b.py").bases == ("app.a.A",)


def test_imports_in_a_circle_end():
    files = {
        "app/__init__.py": "",
        "app/a.py": "from .b import Lost\n",
        "app/b.py": "from .a import Lost\nraise Lost('x')\n",
    }
    found = site(files, "app/b.py")
    assert (found.exc_type, found.bases) == ("Lost", ())


def test_inheritance_follows_pythons_order():
    source = """
        class Root(Exception):
            pass

        class Left(Root):
            pass

        class Right(Root):
            pass

        class Both(Left, Right):
            pass

        raise Both("a")
    """
    names = [base.rpartition(".")[2] for base in thrown(source)[2]]
    assert names == ["Left", "Right", "Root", "Exception", "BaseException"]


def test_an_exception_that_ends_the_program_is_an_exit():
    files = {"a.py": "class Stop(SystemExit):\n    pass\nraise Stop('no')\n"}
    assert site(files, "a.py").kind == "exit"


def test_an_exception_that_ends_a_request_is_an_abort():
    files = {"a.py": "import web\nclass Gone(web.HTTPException):\n    pass\nraise Gone('no')\n"}
    assert site(files, "a.py").kind == "abort"
