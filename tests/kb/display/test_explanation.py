from kb.display.explanation import code_span, place, stated, why_no_message


def meaning(kind="error", exception="builtins.ValueError", where="`load`", **facts):
    return stated(kind, exception, where, facts).meaning


def trigger(*guards: str) -> str:
    return stated("error", "ValueError", "`load`", {"guards": [{"text": text, "line": 1} for text in guards]}).trigger


def test_bare_facts_say_who_raises_what():
    assert meaning() == "`load` raises `ValueError`."


def test_without_guards_nothing_is_said_about_when():
    assert trigger() == ""


def test_guards_are_said_to_be_needed_not_to_suffice():
    assert trigger("x is None") == "Only when `x is None`."
    assert trigger("a", "b", "c") == "Only when `a`, `b` and `c`."


def test_handler_is_told_from_a_condition():
    assert trigger("except KeyError", "x") == "Only while handling `KeyError`, when `x`."
    assert trigger("except (A, B)") == "Only while handling `(A, B)`."
    assert trigger("except") == "Only while handling an exception."
    assert trigger("excepted") == "Only when `excepted`."


def test_what_stands_around_the_statement_is_told_from_conditions():
    assert (
        trigger("for key in keys", "key not in known") == "Only in the loop `for key in keys`, when `key not in known`."
    )
    assert trigger("while True", "n > 3") == "Only in the loop `while True`, when `n > 3`."
    assert trigger("match kind", "case 'a'") == "Only in `match kind`, in `case 'a'`."
    assert trigger("for x in xs: no break") == "Only after the loop `for x in xs` ended without a break."
    assert trigger("format == 'x'") == "Only when `format == 'x'`."


def test_only_the_nearest_conditions_are_spelt_out():
    assert trigger("not (a)", "not (b)", "c") == "Only when `c`."
    assert trigger("a", "b", "c", "d") == "Only when `b`, `c` and `d`."


def test_last_branch_is_told_by_what_was_found_false():
    assert trigger("x", "not (a)", "not (b)") == "Only when `x`, `not (a)` and `not (b)`."
    assert trigger("not (a)") == "Only when `not (a)`."


def test_docstring_is_quoted_as_upstreams():
    assert (
        meaning(doc="Load it.\n  Now.") == "`load` raises `ValueError`. The function's docstring says: “Load it. Now.”"
    )


def test_own_class_says_what_it_is_a_kind_of_and_a_builtin_does_not():
    assert "`LoadError` is a kind of `ValueError`." in meaning(exception="a.LoadError", bases=["builtins.ValueError"])
    assert "kind of" not in meaning(bases=["builtins.Exception"])
    assert "kind of" not in meaning(exception="a.LoadError", bases=["builtins.Exception", "builtins.object"])


def test_cause_is_named_and_from_none_is_told_apart():
    assert "raised from `error`" in meaning(cause="error")
    assert "`from None`" in meaning(cause="None")


def test_helper_is_named():
    assert meaning(via="self._fail") == "`load` raises `ValueError`, through `self._fail`."


def test_statement_outside_any_function_is_the_modules():
    assert place("<module>", "a/b.py") == "Module code of `a/b.py`"
    assert place("outer.<locals>.inner", "a.py") == "`outer.inner`"


def test_code_with_backticks_is_fenced_by_more():
    assert code_span("a") == "`a`"
    assert code_span("a`b") == "``a`b``"
    assert code_span("`a`") == "`` `a` ``"


def test_each_reason_for_no_message_has_a_sentence():
    sentences = {why_no_message(reason) for reason in ("", "caught exception", "argument of the caller", "dynamic")}

    assert len(sentences) == 4
    assert why_no_message("other") == "No message is known: other."
