import pytest

from ingest.files import category, is_read


@pytest.mark.parametrize("path", ["pkg/mod.py", "setup.py", "tools/Run.PY", "gui/app.pyw"])
def test_python_files_are_read(path):
    assert is_read(path)


@pytest.mark.parametrize(
    "path", ["pkg/mod.pyi", "pkg/mod.pyc", "README.md", "py", "pkg/python", "mod.py.orig", "x.pyx"]
)
def test_other_files_are_not_read(path):
    assert not is_read(path)


@pytest.mark.parametrize(
    "path",
    [
        "tests/test_api.py",
        "tests/helpers.py",
        "pkg/tests/factories.py",
        "pkg/sub/integration_tests/run.py",
        "unittest/run.py",
        "test/orm/fixtures.py",
        "t/unit/fixtures.py",
        "src/test/run.py",
        "testing/plugins.py",
        "pkg/test_views.py",
        "pkg/views_test.py",
        "pkg/conftest.py",
        "app/tests.py",
    ],
)
def test_test_suites_are_set_apart(path):
    assert category(path) == "test"


@pytest.mark.parametrize(
    "path",
    [
        "pkg/testing/asserts.py",
        "pkg/test/client.py",
        "src/pkg/test/client.py",
        "pkg/testing.py",
        "pkg/commands/test.py",
        "pkg/testcases.py",
        "contests/rank.py",
        "pkg/latest.py",
        "pkg/attestation/verify.py",
        "pkg/protests_of.py",
    ],
)
def test_what_a_package_offers_for_testing_is_source(path):
    assert category(path) == "source"


@pytest.mark.parametrize(
    "path",
    [
        "pkg/_vendor/lib/core.py",
        "vendor/lib.py",
        "pkg/third_party/x/y.py",
        "pkg/extern/tests/test_x.py",
        "third-party/a.py",
    ],
)
def test_vendored_code_is_set_apart_with_its_tests(path):
    assert category(path) == "vendored"


@pytest.mark.parametrize("path", ["pkg/vendors.py", "pkg/vendor.py", "pkg/external/client.py", "pkg/external_tool.py"])
def test_modules_that_only_speak_of_vendors_are_source(path):
    assert category(path) == "source"


@pytest.mark.parametrize(
    "path",
    [
        *("pkg/wire_pb2.py", "pkg/wire_pb2_grpc.py", "pkg/schema_generated.py", "pkg/_generated/api.py"),
        *("api.gen.py", "pkg/_generated_api.py"),
    ],
)
def test_generated_files_are_known_by_name(path):
    assert category(path) == "generated"


@pytest.mark.parametrize(
    "path", ["pkg/generator.py", "pkg/degenerated.py", "pkg/generation/utils.py", "pkg/pb2.py", "a.py"]
)
def test_files_about_generating_are_source(path):
    assert category(path) == "source"
