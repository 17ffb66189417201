"""A parameter of a function that users do not call is what every call of it hands over."""

from tests.ingest.explain.reading import explained, part

CHECK = """
def _check(kind):
    if kind != "cold":
        raise ValueError("no")
"""


def solutions(code, **given):
    return part(explained(code + CHECK, **given), "solution")


def test_part_of_a_configuration_that_the_one_call_hands_over_is_to_be_set():
    code = "def heat(app):\n    _check(app.conf.get('kind', 'hot'))\n"
    assert solutions(code) == ["Set `kind` in `app.conf` to `'cold'`."]


def test_what_every_call_hands_over_is_of_all_their_functions():
    code = "def heat(mode):\n    _check(mode)\n\ndef cool(mode):\n    _check(mode)\n"
    (text,) = solutions(code)
    assert text == "Set `mode` of `heat` or `cool` to `'cold'`."


def test_what_goes_through_functions_that_users_do_not_call_is_followed():
    code = "def heat(mode):\n    _pass(mode)\n\ndef _pass(word):\n    _check(word)\n"
    assert solutions(code) == ["Set `mode` of `heat` to `'cold'`."]


def test_calls_that_hand_over_different_things_tell_nothing():
    assert solutions("def heat(mode):\n    _check(mode)\n\ndef cool(way):\n    _check(way)\n") == []


def test_call_that_hands_over_something_that_is_made_tells_nothing():
    code = "def heat(mode):\n    _check(mode)\n\ndef cool(mode):\n    _check(make(mode))\n"
    assert solutions(code) == []


def test_part_that_an_object_keeps_of_its_own_is_nothing_that_users_set():
    code = "class Forge:\n    def heat(self):\n        _check(self.options['kind'])\n"
    assert solutions(code) == []


def test_name_that_the_function_has_for_it_is_told():
    code = "def heat(mode):\n    _check(mode)\n"
    check = "\ndef _check(kind):\n    if kind * 2 != 8 + kind:\n        raise ValueError('no')\n"
    (text,) = part(explained(code + check), "solution")
    assert text.endswith("where `kind` is `mode`.")


def test_call_through_the_class_hands_over_the_object_first():
    code = "class A:\n    def heat(self, x, mode):\n        A._check(self, x, mode)\n"
    check = "    def _check(self, x, kind):\n        if kind != 'cold':\n            raise ValueError('no')\n"
    assert part(explained(code + check), "solution") == ["Set `mode` of `A.heat` to `'cold'`."]


def test_key_of_what_a_function_takes_under_any_name_is_its_option():
    assert solutions("def heat(**options):\n    _check(options['mode'])\n") == ["Set `mode` of `heat` to `'cold'`."]


def test_key_that_the_function_sets_itself_or_takes_from_what_it_has_made_tells_nothing():
    assert solutions("def heat(**options):\n    options['mode'] = 'warm'\n    _check(options['mode'])\n") == []
    assert solutions("def heat(app):\n    conf = make(app)\n    _check(conf.get('kind'))\n") == []
