"""Paths as sites record them and as tracebacks show them."""

import pytest

from kb.search.places import common_suffix, path_parts, standard_part


@pytest.mark.parametrize(
    "path, parts",
    [
        ("src/anvil/load.py", ("anvil", "load.py")),
        ("anvil/load.py", ("anvil", "load.py")),
        ("/opt/venv/lib/python3.12/site-packages/anvil/load.py", ("anvil", "load.py")),
        (r"C:\env\Lib\site-packages\anvil\load.py", ("anvil", "load.py")),
        ("/usr/lib/python3/dist-packages/anvil/load.pyc", ("anvil", "load.py")),
        ("./anvil/load.py", ("anvil", "load.py")),
        ("load.py", ("load.py",)),
        ("", ()),
    ],
)
def test_paths_are_cut_to_what_names_the_file_in_its_package(path, parts):
    assert path_parts(path) == parts


def test_zipped_packages_share_the_end_of_the_path():
    assert common_suffix(path_parts("/app/deps.zip/anvil/load.py"), ("anvil", "load.py")) == 2


@pytest.mark.parametrize("other", [("anvil", "save.py"), ()])
def test_other_files_share_nothing(other):
    assert common_suffix(("anvil", "load.py"), other) == 0


@pytest.mark.parametrize(
    "path, part",
    [
        ("/usr/lib/python3.12/json/decoder.py", "json"),
        ("/usr/lib/python3.13t/random.py", "random.py"),
        (r"C:\Python38-32\Lib\random.py", "random.py"),
        (r"C:\Users\me\miniconda3\lib\json\decoder.py", "json"),
        ("/opt/pypy/lib-python/3/json/decoder.py", "json"),
        ("/home/me/cpython/Lib/json/decoder.py", "json"),
        (r"D:\tool\python311.zip\json\decoder.pyc", "json"),
        ("/env/lib/python3.12/site-packages/lib/json/load.py", ""),
        (r"C:\env\Lib\site-packages\anvil\lib\json\load.py", ""),
        ("/home/me/shop/lib/json/load.py", ""),
        (r"C:\Users\me\shop\lib\boxes.py", ""),
        ("json/decoder.py", ""),
        ("python3.12", ""),
        ("", ""),
    ],
)
def test_files_of_pythons_standard_library_are_told_by_the_folders_above_them(path, part):
    assert standard_part(path_parts(path)) == part
