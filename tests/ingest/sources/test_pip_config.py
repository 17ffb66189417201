from pypi_simple import PYPI_SIMPLE_ENDPOINT

from ingest.sources import pip_config
from ingest.sources.pip_config import Index, configured_index, parsed_index


def test_pip_without_configuration_means_the_default_index():
    assert parsed_index("") == Index(PYPI_SIMPLE_ENDPOINT)


def test_environment_wins_over_files():
    listing = """\
:env:.index-url='https://env.example.org/simple'
:env:.timeout='9'
global.cert='/etc/own.pem'
global.index-url='https://file.example.org/simple'
"""

    assert parsed_index(listing) == Index("https://env.example.org/simple", certificates="/etc/own.pem")


def test_credentials_are_taken_out_of_the_address():
    index = parsed_index("global.index-url='https://ann:p%40ss@index.example.org:8443/simple/'\n")

    assert index == Index("https://index.example.org:8443/simple/", "ann", "p@ss")
    assert "p@ss" not in repr(index)


def test_settings_of_other_commands_and_names_do_not_count():
    assert parsed_index(
        "wheel.index-url='https://x.example.org'\nglobal.extra-index-url='https://y.example.org'\n"
    ).url == (PYPI_SIMPLE_ENDPOINT)


def test_quotes_in_a_value_are_read_as_pip_writes_them():
    assert parsed_index('global.cert="/it\'s/here.pem"\n').certificates == "/it's/here.pem"


def test_line_that_is_no_setting_is_passed_over():
    assert parsed_index("WARNING: something\nglobal.cert=unquoted\nglobal.cert\n") == Index(PYPI_SIMPLE_ENDPOINT)


def test_pip_itself_is_asked(monkeypatch):
    monkeypatch.setenv("PIP_INDEX_URL", "https://index.example.org/simple")
    pip_config.configured_index.cache_clear()
    try:
        assert configured_index().url == "https://index.example.org/simple"
    finally:
        pip_config.configured_index.cache_clear()


def test_python_without_pip_means_the_default_index(monkeypatch):
    monkeypatch.setattr(pip_config.sys, "executable", "/bin/false")
    pip_config.configured_index.cache_clear()
    try:
        assert configured_index() == Index(PYPI_SIMPLE_ENDPOINT)
    finally:
        pip_config.configured_index.cache_clear()
