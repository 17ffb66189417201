"""Helpers that are methods of another object, whose class an annotation or a constructor tells."""

import pytest

from tests.ingest.link.pins import sites, texts

CONTEXT = """
    class UsageError(Exception):
        pass

    class Context:
        def fail(self, message):
            raise UsageError(message)
"""


def _calls(body: str, *more: str) -> list[tuple[str, list[str], str]]:
    """The class, texts and `via` of what calls in `body` raise, with `Context` imported from another file."""
    files = {"app/__init__.py": "", "app/core.py": CONTEXT, "app/main.py": body}
    files |= {f"app/more{number}.py": text for number, text in enumerate(more)}
    return [(site.exc_type, texts(site), site.via) for site in sites(files, "app/main.py") if site.via]


@pytest.mark.parametrize(
    "annotation",
    [
        *("Context", "'Context'", "t.Optional[Context]", "Optional['Context']", "Context | None", "'Context | None'"),
        *("Union[Context, None]", "t.Annotated[Context, 'the, one']", "core.Context", "Context[int]"),
    ],
)
def test_a_method_of_an_annotated_parameter_is_followed_to_its_raise(annotation: str):
    body = f"""
        from . import core
        from .core import Context

        def run(ctx: {annotation}, *args):
            if args:
                ctx.fail("There are too many arguments.")
    """
    assert _calls(body) == [("UsageError", ["There are too many arguments."], "Context.fail")]


@pytest.mark.parametrize(
    "holding",
    [
        "def run(self, ctx: Context = None):\n        ctx = ctx or current()\n        ctx.fail(GONE)",
        "def run(self):\n        ctx: Context = current()\n        ctx.fail(GONE)",
        "def run(self):\n        ctx = Context()\n        ctx.fail(GONE)",
        "def run(self):\n        Context().fail(GONE)",
        "def run(self, ctx: Context):\n        def inner():\n            ctx.fail(GONE)",
        "ctx: Context\n    def run(self):\n        self.ctx.fail(GONE)",
        "ctx: Context | None = None\n    def run(self):\n        ctx = self.ctx\n        ctx.fail(GONE)",
        "def __init__(self, ctx: Context):\n        self.ctx = ctx\n    def run(self):\n        self.ctx.fail(GONE)",
        "def __init__(self):\n        self.ctx = Context()\n    def run(self):\n        self.ctx.fail(GONE)",
        "def __init__(self, c):\n        self.ctx: Context = c\n    def run(self):\n        self.ctx.fail(GONE)",
        "def make(self) -> Context: ...\n    def run(self):\n        self.make().fail(GONE)",
        "@property\n    def ctx(self) -> Context: ...\n    def run(self):\n        self.ctx.fail(GONE)",
        "def run(self):\n        found.fail(GONE)\nfound = Context()",
        "def run(self):\n        found = make()\n        found.fail(GONE)\ndef make() -> Context: ...",
    ],
)
def test_what_holds_an_instance_tells_its_class(holding: str):
    body = f"from .core import Context\nGONE = 'It is not there.'\n\nclass Runner:\n    {holding}\n"
    assert _calls(body) == [("UsageError", ["It is not there."], "Context.fail")]


def test_an_attribute_that_a_base_of_the_file_annotates():
    body = """
        from .core import Context

        class Base:
            ctx: Context

        class Runner(Base):
            def run(self):
                self.ctx.fail("It is not there.")
    """
    assert _calls(body) == [("UsageError", ["It is not there."], "Context.fail")]


@pytest.mark.parametrize(
    "holding",
    [
        "def run(self, ctx):\n        ctx.fail(GONE)",
        "def run(self, ctx: Context | Other):\n        ctx.fail(GONE)",
        "def run(self, ctx: type[Context]):\n        ctx.fail(GONE)",
        "def run(self, ctx: list[Context]):\n        ctx.fail(GONE)",
        "def run(self, ctx: Context):\n        ctx.parent.fail('It is not there.')",
        "def run(self, all):\n        for ctx in all:\n            ctx.fail(GONE)",
        "def run(self, n):\n        ctx = Context() if n else n\n        ctx.fail(GONE)",
        "def run(self, n):\n        ctx = Context()\n        ctx = n\n        ctx.fail(GONE)",
        "def __init__(self):\n        self.ctx = Context()\n    def set(self, ctx):\n        self.ctx = ctx\n"
        "    def run(self):\n        self.ctx.fail(GONE)",
    ],
)
def test_what_may_hold_anything_is_not_followed(holding: str):
    body = f"from .core import Context, Other\nGONE = 'It is not there.'\n\nclass Runner:\n    {holding}\n"
    assert _calls(body) == []


def test_a_derived_class_that_raises_another_error_is_told_too():
    other = """
        from .core import Context

        class Quiet(Context):
            def fail(self, message):
                raise SystemExit(message)
    """
    body = "from .core import Context\n\ndef run(ctx: Context):\n    ctx.fail('It is not there.')\n"
    assert _calls(body, other) == [
        ("UsageError", ["It is not there."], "Context.fail"),
        ("SystemExit", ["It is not there."], "Quiet.fail"),
    ]


def test_an_abstract_method_is_what_the_derived_classes_make_of_it():
    body = """
        from abc import abstractmethod

        class Sink:
            @abstractmethod
            def fail(self, message): ...

        class Strict(Sink):
            def fail(self, message):
                raise ValueError(f"strict: {message}")

        def run(sink: Sink):
            sink.fail("There is no line.")
    """
    assert _calls(body) == [("ValueError", ["strict: There is no line."], "Strict.fail")]


def test_of_a_class_with_very_many_derived_ones_only_its_own_method_counts():
    classes = "".join(
        f"\nclass C{number}(Context):\n    def fail(self, message):\n        raise E{number}Error(message)\n"
        for number in range(13)
    )
    body = "from .core import Context\n\ndef run(ctx: Context):\n    ctx.fail('It is not there.')\n"
    assert _calls(body, "from .core import Context\n" + classes) == [
        ("UsageError", ["It is not there."], "Context.fail")
    ]


@pytest.mark.parametrize("made", ["ctx = Context()", "ctx: Context = Context()"])
def test_an_object_that_is_built_here_is_of_no_derived_class(made: str):
    other = """
        from .core import Context

        class Quiet(Context):
            def fail(self, message):
                raise SystemExit(message)
    """
    local = f"from .core import Context\n\ndef run():\n    {made}\n    ctx.fail('It is not there.')\n"
    module = f"from .core import Context\n\n{made}\ndef run():\n    ctx.fail('It is not there.')\n"
    for body in (local, module):
        assert _calls(body, other) == [("UsageError", ["It is not there."], "Context.fail")]


def test_a_built_object_whose_own_method_raises_nothing_raises_nothing():
    body = """
        class Sink:
            def fail(self, message): ...

        class Strict(Sink):
            def fail(self, message):
                raise ValueError(message)

        def run():
            Sink().fail("There is no line.")
    """
    assert _calls(body) == []


def test_a_constructor_tells_more_than_the_annotation_beside_it():
    body = """
        from .core import Context

        class Quiet(Context):
            def fail(self, message):
                raise SystemExit(message)

        def run():
            ctx: Context
            ctx = Quiet()
            ctx.fail("It is not there.")
    """
    assert _calls(body) == [("SystemExit", ["It is not there."], "Quiet.fail")]


@pytest.mark.parametrize(
    "body",
    [
        "try:\n    from z import c\nexcept ImportError:\n    c = Context()\ndef f():\n    c.fail(GONE)",
        "c = Context()\nfor c in found: pass\ndef f():\n    c.fail(GONE)",
        "c = Context()\nwith found() as c: pass\ndef f():\n    c.fail(GONE)",
        "c = Context()\ndef c(): pass\ndef f():\n    c.fail(GONE)",
        "c = Context()\ndef g():\n    global c\n    c = Other()\ndef f():\n    c.fail(GONE)",
        "c = Context()\ndef f():\n    from z import c\n    c.fail(GONE)",
        "c = Context()\ndef f():\n    def c(): pass\n    c.fail(GONE)",
        "def f(Context):\n    c = Context()\n    c.fail(GONE)",
        "def f():\n    Context = found()\n    c = Context()\n    c.fail(GONE)",
        "class R:\n    class Context: pass\n    c: Context\n    def f(self):\n        self.c.fail(GONE)",
        "class R:\n    c: Context\n    @staticmethod\n    def f(self):\n        self.c.fail(GONE)",
        "class R:\n    c: Context\n    def f(self):\n        def inner(self):\n            self.c.fail(GONE)",
        "class R:\n    def __init__(self):\n        self.c = Context()\n    def g(self):\n        self.c, d = 1, 2\n"
        "    def f(self):\n        self.c.fail(GONE)",
        "class R:\n    def __init__(self):\n        self.c = Context()\n    def g(self):\n"
        "        for self.c in d: pass\n    def f(self):\n        self.c.fail(GONE)",
    ],
)
def test_a_name_that_is_bound_in_another_way_too_is_not_followed(body: str):
    assert _calls(f"from .core import Context\nGONE = 'It is not there.'\n{body}\n") == []


def test_a_class_that_the_function_imports_is_the_class_that_is_built():
    body = "def run():\n    from .core import Context\n    ctx = Context()\n    ctx.fail('It is not there.')\n"
    assert _calls(body) == [("UsageError", ["It is not there."], "Context.fail")]
