"""Attributes and defaults whose value is another by the time of the statement."""

from tests.ingest.explain.reading import explained, part


def said(code, *parts):
    result = explained(code)
    return [text for name in parts or ("trigger", "situations", "solution") for text in part(result, name)]


def test_attribute_of_a_given_object_is_not_set_alone():
    code = """
def check(field, config):
    if not field.null:
        raise ValueError("needs one that may be null")
"""
    assert said(code, "solution") == ["Give `check` as `field` an object for which `field.null` is truthy."]
    assert said(code.replace("field.null", "config.null"), "solution") == [
        "Give a value for `config.null` that is not empty, zero or `None`."
    ]


def test_attribute_that_a_constructor_sets_in_two_ways_has_no_one_value():
    code = """
class Engine:
    def __init__(self, kind):
        if kind:
            self.mode = first(kind)
        else:
            self.mode = second(kind)

    def run(self):
        if self.mode == "slow":
            raise ValueError("too slow")
"""
    either = (
        "        if kind:\n            self.mode = first(kind)\n        else:\n            self.mode = second(kind)\n"
    )
    once = code.replace(either, "        self.mode = first(kind)\n")

    assert not any("sets" in text for text in said(code, "trigger"))
    assert said(once, "trigger")[1] == "`self.mode` is `first(kind)`."


def test_attribute_that_is_set_below_is_not_yet_that():
    code = """
class Engine:
    def run(self, mode=None):
        if self.mode == "slow":
            raise ValueError("too slow")
        self.mode = mode
"""
    assert not any("`mode`" in text for text in said(code))


def test_ellipsis_is_no_default():
    code = """
class Args(BaseModel):
    stage: str = Field(..., description="Which stage.")

def main(args: Args):
    if args.stage != "a":
        raise ValueError("one stage")
"""
    assert "`args.stage` is a field of `Args`. Its help says: “Which stage.”" in said(code)


def test_default_of_a_parameter_that_has_another_value_by_then_is_not_told():
    code = """
def localize(start, zone=None):
    guessed = guess(start, zone)
    zone = checked(guessed)
    if zone is None:
        raise ValueError("no zone")
"""
    assert explained(code).options == ()
    assert not any("by default" in text or "its default" in text for text in said(code))


def test_attribute_that_is_only_annotated_is_what_the_constructor_was_given():
    code = """
class Oven:
    fuel: str | None

    def __init__(self, fuel=None):
        self.fuel = fuel

    def bake(self):
        if self.fuel is None:
            raise ValueError("cold")
"""

    assert said(code, "solution") == ["Give a value for `fuel` of `Oven(…)`; it is `None`."]
    assert "fuel` of `Oven(…)" not in str(said(code + "\n    def clear(self):\n        self.fuel = None\n", "solution"))


def test_option_that_is_given_though_it_stands_for_nothing_by_default_is_left_out():
    code = """
NOTHING = object()

def fill(size=NOTHING):
    if size is not NOTHING:
        raise ValueError("no size")
"""

    assert said(code, "solution") == ["Leave out `size` of `fill`."]
    assert "Leave out" not in str(said(code.replace("is not NOTHING", "is not OTHER"), "solution"))
    assert "Leave out" not in str(said(code.replace("size=NOTHING", "size=1"), "solution"))


def test_default_that_all_callers_share_is_that_of_the_option():
    code = """
class Bar:
    def heat(self, fast=False, slow=False):
        self._check(fast, slow)

    def _check(self, fast, slow):
        if fast and slow:
            raise ValueError("fast and slow exclude one another")
"""

    assert said(code, "solution") == ["Leave out `fast` or `slow` of `Bar.heat`: they are refused together."]
