"""Which file became which; what might be either is neither."""

from ingest.identity import Site
from ingest.renames import renames


def sites(path, *texts, blob=""):
    return [Site(path, "f", "E", text, words=len(text.split()), blob=blob or path) for text in texts]


def test_a_file_that_stays_is_not_renamed():
    assert renames(sites("a.py", "x x"), [*sites("a.py", "x x"), *sites("b.py", "x x")]) == {}


def test_most_of_the_statements_tell_the_file():
    old = [*sites("a.py", "one x", "two x", "three x"), *sites("b.py", "four x")]
    new = [*sites("c.py", "one x", "two x", "new x"), *sites("d.py", "three x", "four x")]
    assert renames(old, new) == {"a.py": "c.py", "b.py": "d.py"}


def test_less_than_half_of_the_statements_tell_nothing():
    assert renames(sites("a.py", "one x", "two x", "three x"), sites("c.py", "one x", "new x")) == {}


def test_two_equally_likely_files_are_not_chosen_from():
    assert renames(sites("a.py", "one x"), [*sites("c.py", "one x"), *sites("d.py", "one x")]) == {}


def test_of_two_equally_likely_files_the_one_that_keeps_its_name_is_chosen():
    assert renames(sites("x/a.py", "one x"), [*sites("c.py", "one x"), *sites("y/a.py", "one x")]) == {
        "x/a.py": "y/a.py"
    }


def test_of_two_copies_each_keeps_its_name():
    old = [*sites("x/a.py", "", blob="1"), *sites("x/b.py", "", blob="1")]
    new = [*sites("y/a.py", "", blob="1"), *sites("y/b.py", "", blob="1")]
    assert renames(old, new) == {"x/a.py": "y/a.py", "x/b.py": "y/b.py"}


def test_what_fits_into_a_renamed_folder_goes_along():
    old = [*sites("pkg/a.py", "one x"), *sites("pkg/sub/b.py", "")]
    new = [*sites("src/pkg/a.py", "one x"), *sites("src/pkg/sub/b.py", "")]
    assert renames(old, new) == {"pkg/a.py": "src/pkg/a.py", "pkg/sub/b.py": "src/pkg/sub/b.py"}


def test_a_statement_that_stands_everywhere_tells_nothing():
    new = [site for n in range(9) for site in sites(f"n{n}.py", "one x")]
    assert renames(sites("a.py", "one x"), new) == {}
