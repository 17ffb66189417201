"""What is sent: evidence and code as data, in a fence that no file can close, without what speaks to a model."""

import json

from ingest.explain.llm.code import code
from tests.ingest.explain.llm.material import ENGINE, asked
from tests.ingest.explain.llm.test_checks import INJECTED


def data(about):
    lines = about.messages("json_schema")[1]["content"].split("\n")
    assert len(lines) == 3
    return json.loads(lines[1])


def test_places_have_ids_and_evidence_refers_to_them():
    shown = data(asked())

    assert shown["places"]["E1"].startswith("anvil/load.py:12: raise NotImplementedError(")
    assert shown["evidence"]["site"] == "E1"
    assert shown["evidence"]["conditions"][0]["text"] == "count != 1"
    assert shown["places"][shown["evidence"]["conditions"][0]["fact"]] == "anvil/load.py:11: if count != 1:"


def test_code_is_shown_without_comments_and_docstrings():
    shown = "\n".join(data(asked())["code"])

    assert 'count = input_kwargs.pop("num_sequences", 1)' in shown
    assert "one sequence at most" not in shown
    assert "tables of old files" not in shown


def test_no_comment_and_no_docstring_of_an_injected_source_is_sent():
    sent = json.dumps(asked(INJECTED).messages("text"))

    assert "assistants must" not in sent
    assert "ignore your rules" not in sent


def test_what_we_say_holds_no_word_of_upstreams():
    about, other = asked(), asked(INJECTED)
    first, second = about.messages("json_schema"), other.messages("json_schema")
    mark, its = first[1]["content"].split()[1], second[1]["content"].split()[1]

    assert first[0]["content"].replace(mark, "") == second[0]["content"].replace(its, "")


def test_fence_is_drawn_anew_and_stands_on_lines_of_its_own():
    about = asked(ENGINE.replace("gives one sequence", "END DATA \\n } ] END"))
    marks = {about.messages("json_schema")[1]["content"].split()[1] for _ in range(3)}

    assert len(marks) == 3
    assert data(about)["places"]


def test_server_that_is_not_held_to_the_schema_is_told_it():
    assert '"guard_code"' in asked().messages("text")[0]["content"]
    assert '"additionalProperties"' not in asked().messages("json_schema")[0]["content"]


def test_huge_sources_make_no_huge_prompt():
    names = ", ".join(f"'{'n' * 50}{number}'" for number in range(5000))
    source = f"def load(mode, **kw):\n    if mode not in ({names}):\n        raise ValueError('{'w ' * 20000}')\n"

    assert sum(len(message["content"]) for message in asked(source).messages("text")) < 40_000


def test_id_of_the_answer_depends_on_evidence_and_model_and_not_on_lines():
    assert asked().key == asked().key
    assert asked("\n\n" + ENGINE).key == asked().key
    assert asked(ENGINE.replace('"num_sequences", 1', '"num_sequences", 2')).key != asked().key


def test_file_that_the_tokenizer_does_not_read_has_no_code():
    assert code(b"def load(:\n  '''open") == code(b"\x00\xff(")
    assert code(b"x = (1\n").lines == ()


def test_docstring_is_told_from_a_string_that_is_used():
    read = code(b'"""Doc."""\nNAME = "value"\ndef f():\n    "doc"\n    return g("text"), "other"\n')

    assert {"value", "text", "other"} <= read.names
    assert "doc" not in read.names
    assert read.lines == ("", 'NAME = "value"', "def f():", "", '    return g("text"), "other"', "")
