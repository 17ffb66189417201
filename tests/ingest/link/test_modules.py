import pytest

from ingest.link.modules import Modules

TREE = (
    "setup.py",
    "src/shop/__init__.py",
    "src/shop/errors.py",
    "src/shop/api/__init__.py",
    "src/shop/api/views.py",
    "src/shop/api/loose/deep.py",
    "tools/run.py",
    "tools/common.py",
    "plugins/mail/sender.py",
)


@pytest.mark.parametrize(
    "path, name",
    [
        ("src/shop/__init__.py", "shop"),
        ("src/shop/errors.py", "shop.errors"),
        ("src/shop/api/views.py", "shop.api.views"),
        ("src/shop/api/loose/deep.py", "shop.api.loose.deep"),
        ("setup.py", "setup"),
        ("plugins/mail/sender.py", "plugins.mail.sender"),
    ],
)
def test_a_module_is_named_from_its_topmost_package(path, name):
    assert Modules(TREE).name_of(path) == name


def test_a_source_folder_without_packages_is_no_part_of_the_name():
    assert Modules(["src/shop/errors.py"]).name_of("src/shop/errors.py") == "shop.errors"


@pytest.mark.parametrize(
    "dotted, importer, path, rest",
    [
        ("shop.errors.Missing", "tools/run.py", "src/shop/errors.py", ("Missing",)),
        ("shop.Missing", "tools/run.py", "src/shop/__init__.py", ("Missing",)),
        ("shop.api.loose.deep.f", "setup.py", "src/shop/api/loose/deep.py", ("f",)),
        (".errors.Missing", "src/shop/__init__.py", "src/shop/errors.py", ("Missing",)),
        ("..errors.Missing", "src/shop/api/views.py", "src/shop/errors.py", ("Missing",)),
        (".views", "src/shop/api/__init__.py", "src/shop/api/views.py", ()),
        (".", "src/shop/api/views.py", "src/shop/api/__init__.py", ()),
        ("common.f", "tools/run.py", "tools/common.py", ("f",)),
        ("mail.sender.f", "tools/run.py", "plugins/mail/sender.py", ("f",)),
    ],
)
def test_imports_are_found(dotted, importer, path, rest):
    assert Modules(TREE).find(dotted, importer) == (path, rest)


@pytest.mark.parametrize(
    "dotted, importer",
    [
        ("errors.Missing", "src/shop/api/views.py"),
        ("requests.HTTPError", "src/shop/errors.py"),
        ("....errors.Missing", "src/shop/errors.py"),
        ("sender.f", "tools/run.py"),
        ("views", "src/shop/api/__init__.py"),
    ],
)
def test_what_no_import_root_reaches_is_not_in_the_pin(dotted, importer):
    assert Modules(TREE).find(dotted, importer) is None


def test_a_folder_named_like_a_standard_module_does_not_hide_it():
    paths = ["app/__init__.py", "app/main.py", "examples/logging/__init__.py"]
    assert Modules(paths).find("logging.Logger", "app/main.py") is None


def test_of_two_roots_with_the_same_package_the_nearer_is_meant():
    modules = Modules(["one/lib/__init__.py", "one/main.py", "two/lib/__init__.py", "two/main.py"])
    assert modules.find("lib.X", "two/main.py") == ("two/lib/__init__.py", ("X",))
    assert modules.find("lib.X", "one/main.py") == ("one/lib/__init__.py", ("X",))


def test_a_relative_import_of_something_compiled_gets_its_whole_name():
    modules = Modules(["pkg/__init__.py", "pkg/sub/__init__.py", "pkg/sub/mod.py"])
    assert modules.absolute(".._speed.Error", "pkg/sub/mod.py") == "pkg._speed.Error"
    assert modules.absolute("zlib.error", "pkg/sub/mod.py") == "zlib.error"
