"""What derives from a class, told from many files."""

from collections import Counter

from ingest.explain.index import Index

HOME = b"class Layer:\n    pass\n"
KIN = b"from .home import Layer\n\nclass Kin(Layer):\n    pass\n"


def indexed(files):
    read = Counter()

    def content(path):
        read[path] += 1
        return files.get(path)

    index = Index(content)
    for path, text in files.items():
        index.add(path, text)
    return index, read


def test_a_class_of_the_same_name_elsewhere_is_another():
    index, _ = indexed({"a/home.py": HOME, "a/one.py": KIN, "b/home.py": HOME, "b/two.py": KIN})

    assert index.derived("Layer", "a/home.py") == [("a/one.py", "Kin")]
    assert index.derived("Layer", "b/home.py") == [("b/two.py", "Kin")]
    assert index.derived("Layer", "c/home.py") == []


def test_files_are_read_once_however_often_and_for_whatever_class_of_a_name_is_asked():
    files = {f"p{at}/home.py": HOME for at in range(100)} | {f"p{at}/kin.py": KIN for at in range(100)}
    index, read = indexed(files)

    for _ in range(3):
        for at in range(100):
            assert index.derived("Layer", f"p{at}/home.py") == [(f"p{at}/kin.py", "Kin")]

    assert read.most_common(1)[0][1] == 1


def test_only_whole_names_that_begin_with_an_underscore_are_calls_to_look_for():
    index, _ = indexed({"a.py": b"_strike(1)\n", "b.py": b"hammer_strike(1)\nanvil._strike(2)\n_strike = 3\n"})

    assert index.calling("_strike") == ["a.py", "b.py"]
    assert index.calling("hammer_strike") == []


def test_class_and_function_on_the_first_line_are_found():
    index, _ = indexed({"a.py": b"class Layer: pass\n", "b.py": b"def layer(): pass\n", "c.py": KIN})

    assert index.find("Layer", index.source("c.py"))[0].path == "a.py"


def test_questions_are_noted_for_each_who_asks_though_the_answer_is_known():
    index, _ = indexed({"a/home.py": HOME, "a/one.py": KIN})
    noted = []
    for _ in range(2):
        with index.noting() as asked:
            index.derived("Layer", "a/home.py")
        noted.append(asked)

    assert noted[0] == noted[1] == {"bases Layer", "class Layer", "file a/one.py", "file a/home.py"}


def test_what_is_remembered_is_made_once_and_its_questions_count_each_time():
    index, _ = indexed({"a/home.py": HOME})
    kept, made, noted = {}, [], []

    def make():
        made.append("home")
        return index.source("a/home.py").path

    for _ in range(2):
        with index.noting() as asked:
            found = index.remembered(kept, "home", make)
        noted.append((found, asked))

    assert noted[0] == noted[1] == ("a/home.py", {"file a/home.py"})
    assert made == ["home"]


def test_answer_names_the_files_unless_there_are_too_many_to_look_at():
    few, _ = indexed({f"{at}.py": b"_strike(1)\n" for at in range(3)})
    many, _ = indexed({f"{at}.py": b"_strike(1)\n" for at in range(40)})

    assert few.answer("calls _strike") == ["0.py", "1.py", "2.py"]
    assert many.answer("calls _strike") == []
    assert few.answer("class Layer") == []


def test_answers_are_the_same_in_every_process():
    home = b"class Layer: pass\n" + b"".join(
        b"class %s(Layer): pass\n" % name for name in (b"D", b"B", b"E", b"A", b"C")
    )
    forwards, _ = indexed({"b.py": home, "a.py": KIN})
    backwards, _ = indexed({"a.py": KIN, "b.py": home})
    wanted = [("a.py", "Kin"), *(("b.py", name) for name in "ABCDE")]

    assert forwards.answer("bases Layer") == backwards.answer("bases Layer") == wanted


def test_modules_of_the_pin_are_its_top_packages_and_what_stands_in_none():
    files = ["src/anvil/__init__.py", "src/anvil/numpy/__init__.py", "src/anvil/json.py", "tool.py", "space/inner/a.py"]
    index, _ = indexed(dict.fromkeys(files, b""))

    with index.noting() as asked:
        assert all(map(index.is_own, ["anvil", "tool", "space", "inner", "a"]))
        assert not any(map(index.is_own, ["numpy", "json", "hammer"]))
    assert "module numpy" in asked
    assert (index.answer("module anvil"), index.answer("module numpy")) == (["anvil"], [])


def test_absolute_import_is_the_pins_own_module_only_from_a_root():
    asker = "src/anvil/load.py"
    files = [
        asker,
        "src/anvil/__init__.py",
        "src/anvil/signal.py",
        "src/anvil/shapes.py",
        "tools/bars.py",
        "src/json.py",
    ]
    index, _ = indexed(dict.fromkeys(files, b""))

    def module(name):
        found = index.module(name, asker)
        return found.path if found else None

    assert module("signal") is None
    assert module("shapes") is None
    assert module("anvil.signal") == module(".signal") == "src/anvil/signal.py"
    assert module("bars") == "tools/bars.py"
    assert module("json") == "src/json.py"
    assert module("src.anvil.shapes") == "src/anvil/shapes.py"


def test_relative_import_is_of_its_own_folder_alone():
    index, _ = indexed(dict.fromkeys(["anvil/load.py", "old/anvil/modes.py"], b""))

    assert index.module(".modes", "anvil/load.py") is None


def test_class_of_another_project_is_none_of_the_pins_own_that_is_called_alike():
    files = {"anvil/__init__.py": b"", "anvil/home.py": HOME, "anvil/inner/__init__.py": b"", "anvil/signal.py": b""}
    for module, wanted in (("hammer", None), ("signal", None), ("anvil", "anvil/home.py"), (".inner", "anvil/home.py")):
        asker = f"from {module} import Layer\n".encode()
        index, _ = indexed(files | {"anvil/load.py": asker})
        found = index.find("Layer", index.source("anvil/load.py"))
        assert (found[0].path if found else None) == wanted
