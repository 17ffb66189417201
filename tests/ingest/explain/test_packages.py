"""What is to be installed: by the message, by an import that failed, by a name that is looked up."""

import pytest

from tests.ingest.explain.reading import beyond_meaning, explained, part


def solutions(code, **kwargs):
    return part(explained(code, **kwargs), "solution")


def test_module_of_pythons_own_library_is_nothing_to_install():
    code = "def load():\n    try:\n        import ssl\n    except ImportError:\n        raise RuntimeError('no')\n"

    assert solutions(code) == [
        "Run it with a Python that has `ssl`: of its standard library, and not part of every build."
    ]
    assert solutions(code.replace("ssl", "chisel")) == ["Install what provides the module `chisel`."]
    named = """
try:
    import resource
except ImportError:
    resource = None

def load():
    if resource is None:
        raise RuntimeError("no limits here")
"""
    assert solutions(named) == [
        "Run it with a Python that has `resource`: of its standard library, and not part of every build. "
        "`resource` tells that it is missing."
    ]


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("Please `pip install anvil -U`", ["Run `pip install anvil -U`."]),
        ("Please pip install anvil to use this.", ["Run `pip install anvil`."]),
        ("You need to pip install anvil first", ["Run `pip install anvil`."]),
        ("pip install anvil and restart", ["Run `pip install anvil`."]),
        ("pip install anvil manually", ["Run `pip install anvil`."]),
        ("try pip install anvil or conda install anvil", ["Run `pip install anvil`."]),
        ("use pip install anvil>=1.0,<2 to fix", ["Run `pip install 'anvil>=1.0,<2'`."]),
        ('pip install "anvil>=2.0" now', ["Run `pip install 'anvil>=2.0'`."]),
        ("pip install anvil[a, b]>=2 for it", ["Run `pip install 'anvil[a, b]>=2'`."]),
        ("pip install anvil==1.*", ["Run `pip install 'anvil==1.*'`."]),
        ("To have it: pip install anvil tongs", ["Run `pip install anvil tongs`."]),
        ("To have it: pip install anvil before you start", ["Run `pip install anvil`."]),
        ("To have it, `python -m pip install anvil tongs`, or wait", ["Run `pip install anvil tongs`."]),
        ("To have it, pip install -U anvil forge-fire and wait", ["Run `pip install -U anvil forge-fire`."]),
        ("Please pip install git+https://forge.example/anvil.git@3c25", []),
        ("Run python -m pip install -e . --config=verbose", []),
    ],
)
def test_command_is_quoted_whole_or_not_at_all(message, said):
    found = solutions(f"def load(x):\n    if not STATE:\n        raise RuntimeError({message!r})\n")

    assert [text for text in found if text.startswith("Run `")] == said


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("You need to install the anvil-core library in order to heat.", "anvil-core"),
        ("Please install `anvil`.", "anvil"),
        ("No anvil, install anvil to heat", "anvil"),
        ("The backend requires anvil to be installed.", "anvil"),
        ("Error loading the core. Did you install anvil?", "anvil"),
        ("It requires something to be installed.", ""),
        ("anvil>=2.0 is required for heating", ""),
        ("You must install a newer version", ""),
        ("Please install it.", ""),
        ("Install the following packages: anvil", ""),
        ("Cannot install handlers for it", ""),
        ("Please install the package from source.", ""),
        ("Install your package first", ""),
        ("Run install first", ""),
        ("Skip install step.", ""),
        ("You don't need to install bar", ""),
        ("Please do not install bar.", ""),
        ("No need to install bar.", ""),
        ("Never install bar.", ""),
        ("Instead of trying to install bar, use baz.", ""),
        ("Could not install bar.", ""),
        ("Type npm install bar.", ""),
        ("It is not there: install bar.", "bar"),
        ("In order to heat you have to install the bar package", "bar"),
        ("It must be heated (install bar to do so)", "bar"),
        ("It isn't here - you should first install your `bar` module", "bar"),
        ("anvil-core must be installed to heat.", "anvil-core"),
        ("The `anvil` library has to be installed", "anvil"),
        ("anvil2 should be installed", "anvil2"),
        ("The anvil module needs to be installed", "anvil"),
        ("The certificate must be installed", ""),
        ("The hook must be installed before fork", ""),
        ("AnvilMiddleware must be installed to heat", ""),
        ("To pass in `heat` anvil must be installed", ""),
        ("It must be installed first", ""),
        ("anvil.heat is not installed", ""),
    ],
)
def test_package_that_the_message_names_is_to_be_installed(message, name):
    found = solutions(f"def load():\n    raise RuntimeError({message!r})\n")

    assert found == ([f"Install `{name}`."] if name else [])


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("anvil>=2.0 is required for heating", "Install or upgrade to `anvil>=2.0`."),
        ("anvil>={MIN} is required to heat", "Install or upgrade to `anvil>=2`."),
        ("anvil-fire is required to heat", "Install `anvil-fire`."),
        ("anvil is required", ""),
        ("it is required for heating", ""),
    ],
)
def test_what_an_import_error_says_to_be_required_is_to_be_installed(message, said):
    code = f"MIN = '2'\n\ndef load():\n    if not HAS_IT:\n        raise ImportError(f{message!r})\n"

    assert [text for text in solutions(code) if text.startswith("Install")] == ([said] if said else [])


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("heating needs it: `pip install 'anvil>=1.1.0'`", "Run `pip install 'anvil>=1.1.0'`."),
        ("run `pip install -U anvil>=1.1,<2`", "Run `pip install -U 'anvil>=1.1,<2'`."),
        ("anvil >= 0.3 lacks. `pip install anvil`", "Run `pip install anvil`: the message asks for `anvil>=0.3`."),
        ("anvil>=3 here, anvil>=4 there: `pip install anvil`", "Run `pip install anvil`."),
        ("forge>=3 is there: `pip install anvil`", "Run `pip install anvil`."),
    ],
)
def test_version_that_is_asked_for_is_part_of_what_to_install(message, said):
    assert solutions(f"def load():\n    raise RuntimeError({message!r})\n")[0] == said


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("heating needs forge-fire>=2", "Install or upgrade {}: the message asks for `forge-fire>=2`."),
        ("please upgrade", "Install or upgrade {}."),
        ("This requires Python >= 3.8", "Install or upgrade {}."),
        ("forge needs CUDA>=11.0 to be installed", "Install or upgrade {}."),
        ("forge version 3.0 is not supported; you have forge==2.0", "Install or upgrade {}."),
        ("you should have forge>=2.0", "Install or upgrade {}: the message asks for `forge>=2.0`."),
        ("no fire", "Install {}."),
    ],
)
def test_package_that_may_be_too_old_is_to_be_upgraded(message, said):
    code = "def load():\n    try:\n        import forge.fast\n    except ImportError:\n"
    code += f"        raise RuntimeError({message!r})\n"

    assert solutions(code)[0] == said.format("what provides the module `forge.fast`")


def test_of_several_modules_that_are_tried_together_any_may_be_missing():
    code = """
try:
    import chisel
    import hammer.tongs
except ImportError:
    chisel = tongs = None

def load():
    if not chisel:
        raise RuntimeError("no")
"""
    wanted = (
        "Install what provides the modules `chisel` and `hammer.tongs`: `chisel` tells that one of them is missing."
    )
    told = "`chisel` tells whether the modules `chisel` and `hammer.tongs` could be imported."
    result = explained(code)
    assert part(result, "solution") == [wanted]
    assert (beyond_meaning(result), part(result, "situations")) == ([told], [])
    parts = code.replace("hammer.tongs", "chisel.tongs, chisel.a, chisel.b, chisel.c")
    much = "`chisel` tells whether the module `chisel` and all that is imported beside it could be imported."
    assert beyond_meaning(explained(parts)) == [much]
    assert solutions(parts) == ["Install what provides the module `chisel`: `chisel` tells that it is missing."]
    assert solutions(code.replace("not chisel", "not tongs")) == []


def test_error_of_an_import_that_is_kept_tells_that_the_module_is_missing():
    code = """
try:
    import chisel
except ImportError as error:
    FAILED = error
else:
    FAILED = None

def load():
    if FAILED is not None:
        raise RuntimeError("no")
"""
    wanted = ["Install what provides the module `chisel`: `FAILED` tells that it is missing."]

    assert solutions(code) == wanted
    assert solutions(code.replace("is not None", "is None")) == []


def test_module_that_lacks_a_name_may_be_there_and_too_old():
    code = """
def load():
    try:
        from chisel.edge import cut, carve as cutting
    except ImportError:
        raise RuntimeError("no")
"""
    alone = ["Install what provides the module `chisel.edge`."]

    assert solutions(code) == [
        "Install or upgrade what provides the module `chisel.edge`: it has to have `cut` and `carve`."
    ]
    assert solutions(code.replace("ImportError", "ModuleNotFoundError")) == alone
    assert solutions(code.replace("cut, carve as cutting", "*")) == alone


def test_module_whose_name_is_written_out_is_to_be_installed():
    code = """
def load():
    try:
        found = __import__("anvil")
    except ImportError:
        raise RuntimeError("no")
"""
    assert solutions(code) == ["Install what provides the module `anvil`."]


def test_module_of_the_project_itself_is_nothing_to_install():
    code = """
try:
    import anvil.parts
except ImportError:
    parts = None

def load():
    if not parts:
        raise RuntimeError("no")
"""
    assert solutions(code) == []
    assert beyond_meaning(explained(code)) == []
    assert solutions(code.replace("import anvil.parts", "import parts")) != []


def test_module_that_is_there_is_not_what_the_error_is_about():
    code = """
try:
    import chisel
except ImportError:
    chisel = None

def load(size):
    if chisel and size > 3:
        raise RuntimeError("large")
"""
    assert beyond_meaning(explained(code)) == []
    assert "chisel" in " ".join(beyond_meaning(explained(code.replace("if chisel", "if not chisel"))))
