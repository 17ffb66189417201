"""Of a statement without conditions in a function that users do not call, the callers' conditions are told."""

from tests.ingest.explain.reading import beyond_meaning, explained, part

CALLED = """
class Rows:
    def load(self, path, size):
        size = known(size)
        if path is None:
            self._refuse(size)

    def _refuse(self, size):
        raise ValueError(f"no path for {size}")
"""


def test_condition_of_the_one_caller_is_told_with_its_place():
    result = explained(CALLED)
    (told,) = [sentence for sentence in result.sentences if sentence.part == "trigger"]

    assert told.text == "`Rows.load` calls `Rows._refuse` when `path` is `None`."
    assert [fact.line for fact in told.sources] == [5, 6]
    assert part(result, "meaning") == ["`Rows._refuse` does nothing but raise."]


def test_condition_on_what_has_been_set_anew_since_is_not():
    code = CALLED.replace("            self._refuse", "            path = made(size)\n            self._refuse")
    assert beyond_meaning(explained(code)) == ["`Rows.load` calls `Rows._refuse`."]


def test_callers_that_agree_are_told_together_and_others_each():
    other = CALLED.replace(
        "    def _refuse(",
        "    def save(self, path):\n        if path is None:\n            self._refuse(0)\n\n    def _refuse(",
    )
    assert beyond_meaning(explained(other)) == [
        "`Rows.load` and `Rows.save` call `Rows._refuse` when `path` is `None`."
    ]
    unlike = other.replace("save(self, path):\n        if path is None", "save(self, path):\n        if path == 'a'")
    assert beyond_meaning(explained(unlike)) == [
        "`Rows.load` calls `Rows._refuse` when `path` is `None`.",
        "`Rows.save` calls `Rows._refuse` when `path` is `'a'`.",
    ]


def test_where_a_caller_has_no_condition_none_is_told():
    free = CALLED.replace("    def _refuse(", "    def save(self):\n        self._refuse(0)\n\n    def _refuse(")
    assert beyond_meaning(explained(free)) == ["`Rows.load` and `Rows.save` call `Rows._refuse`."]


def test_handlers_and_checks_that_were_passed_lead_to_a_call_as_well():
    handler = CALLED.replace(
        "        if path is None:\n            self",
        "        try:\n            read(path)\n        except OSError:\n            self",
    )
    assert beyond_meaning(explained(handler)) == ["`Rows.load` calls `Rows._refuse` while handling `OSError`."]
    passed = CALLED.replace(
        "        if path is None:\n            self",
        "        if path is not None:\n            return path\n        self",
    )
    assert beyond_meaning(explained(passed)) == ["`Rows.load` calls `Rows._refuse` when `path` is `None`."]


def test_statement_with_conditions_of_its_own_tells_those():
    own = CALLED.replace("        raise", "        if size:\n            raise")
    assert beyond_meaning(explained(own)) == ["`Rows.load` calls `Rows._refuse`."]
