"""Fields of records, and attributes that only look like such."""

from tests.ingest.explain.reading import beyond_meaning, explained, part


def trigger(code, **kwargs):
    return beyond_meaning(explained(code, **kwargs))


def solutions(code, **kwargs):
    return part(explained(code, **kwargs), "solution")


FIELDS = {
    "anvil/args.py": """
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal


class Engine(StrEnum):
    FAST = "fast"
    SLOW = "slow"


@dataclass
class Base:
    engine: Engine = field(default=Engine.SLOW, metadata={"help": "Which engine runs."})


@dataclass
class Args(Base):
    stage: Literal["a", "b"] = field(default="a")
"""
}


TYPED = """
from .args import Args

_BOTH = tuple[int, Args]


def parse() -> _BOTH:
    return 1, Args()


def main():
    number, args = parse()
    if args.engine == "fast":
        if args.stage != "a":
            raise ValueError("the fast engine has one stage")
"""


def test_fields_are_found_through_annotations_and_base_classes_in_other_files():
    assert trigger(TYPED, others=FIELDS) == [
        "`args.engine` is a field of `Args`, `'slow'` by default; it may be `'fast'` or `'slow'`."
        " Its help says: “Which engine runs.”",
        "`args.stage` is a field of `Args`, `'a'` by default; it may be `'a'` or `'b'`.",
    ]
    assert part(explained(TYPED, others=FIELDS), "situations") == [
        "Settings with `Args.stage` `'b'` are used together with `Args.engine` `'fast'`."
    ]
    assert solutions(TYPED, others=FIELDS) == [
        "Set `Args.stage` to `'a'`, or leave it out: `'a'` is its default.",
        "Beside `'fast'`, `Args.engine` accepts `'slow'`.",
    ]


def test_class_that_two_files_define_is_nobodys():
    twice = FIELDS | {"anvil/other/args.py": FIELDS["anvil/args.py"]}
    imported = TYPED.replace("from .args import Args", "from anvil import Args")

    assert trigger(imported, others=FIELDS) != trigger(imported, others=twice)
    assert trigger(imported, others=twice) == []


def test_attribute_that_the_function_sets_is_no_option():
    code = """
from dataclasses import dataclass

@dataclass
class Loader:
    mode: str = "r"
    def load(self):
        self.mode = "w"
        if self.mode != "r":
            raise ValueError("read only")
"""
    assert solutions(code) == []


def test_what_a_class_sets_itself_is_no_option():
    code = """
class Engine:
    ready: bool
    def __init__(self):
        self.ready = False
    def run(self):
        if not self.ready:
            raise RuntimeError("not ready")
"""
    assert solutions(code) == ["Call `Engine.run` only where its `ready` is truthy."]


def test_class_is_found_through_an_annotation_that_is_assigned_where_a_package_is_there():
    """As command lines do: without the package nothing of the kind is read."""
    annotated = """
from .args import Args

if is_there("fast"):
    _READ = tuple[int, Args]
else:
    _READ = tuple()


def parse() -> _READ:
    return read(Args)


def load():
    size, args = parse()
    if args.engine == "fast":
        raise ValueError("no")
"""
    said = trigger(annotated, others=FIELDS)
    assert any(text.startswith("`args.engine` is a field of `Args`") for text in said), said
    twice = annotated.replace("_READ = tuple()", "_READ = tuple[int, int]")
    assert not any("field" in text for text in trigger(twice, others=FIELDS))
