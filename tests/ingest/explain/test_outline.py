"""Definitions are told by indentation, and what only looks like one is not."""

from ingest.explain.outline import Outline
from ingest.explain.source import Source

CODE = '''
class Outer(
    Base,
):
    size: int = 1

    @decorated(
        1,
    )
    def first(
        self,
    ) -> None:
        text = """
        def not_one():
        """
        self.size, other = text, 1
        raise ValueError(text)

    if True:
        def second(self):
            def inner():
                pass
            self.size == 2
            return self.size


def last(): raise KeyError
'''


def test_function_around_a_line_is_found_with_its_class():
    source = Source("a.py", CODE.encode())
    function, owner = source.function_at(17, "Outer.first")

    assert (function.name, function.lineno, owner, len(function.decorator_list)) == ("first", 10, "Outer", 1)
    assert source.function_at(17, "Outer.second") is None
    assert source.function_at(24, "Outer.second")[0].name == "second"
    assert source.function_at(27, "last")[0].lineno == 27


def test_class_is_read_without_its_methods():
    node = Source("a.py", CODE.encode()).class_named("Outer")

    assert [item.target.id for item in node.body if hasattr(item, "target")] == ["size"]
    assert node.body[0].lineno == 5


def test_attribute_is_set_where_it_is_a_target_alone():
    assert Source("a.py", CODE.encode()).sets("Outer", "size") == 1


def test_file_that_python_does_not_read_has_no_functions():
    source = Source("a.py", b"def load(:\n    raise ValueError 'no'\n")

    assert source.function_at(2, "load") is None


def test_definitions_between_very_many_blocks_for_type_checkers_are_found():
    text = "if TYPE_CHECKING:\n  def g(): ...\ndef f(): pass\n" * 20_000

    assert {item.name for item in Outline(text, text.splitlines()).definitions} == {"f"}
