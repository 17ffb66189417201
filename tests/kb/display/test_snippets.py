from kb.display.snippets import LINE_LENGTH, decode, open_string, snippet


def numbers(content: bytes, line: int, end_line: int | None = None) -> list[int]:
    return [shown.number for shown in snippet(content, "a.py", line, end_line or line).lines]


def test_eighteen_lines_stand_before_and_after_the_first_line_of_the_statement():
    content = b"".join(b"x = %d\n" % n for n in range(1, 101))

    assert numbers(content, 50, 55) == list(range(32, 69))


def test_excerpt_is_clipped_at_the_start_and_the_end_of_the_file():
    content = b"".join(b"x = %d\n" % n for n in range(1, 11))

    assert numbers(content, 2) == list(range(1, 11))


def test_every_line_of_the_statement_is_marked_and_no_other():
    content = b"if x:\n    raise ValueError(\n        'a'\n    )\nx = 1\n"

    marked = [line.number for line in snippet(content, "a.py", 2, 4).lines if line.is_raise]

    assert marked == [2, 3, 4]


def test_line_past_the_end_of_the_file_gives_no_excerpt():
    assert numbers(b"x = 1\n", 100) == []


def test_crlf_and_lone_cr_end_lines_as_lf_does():
    assert [line.text for line in snippet(b"a\r\nb\rc\n", "a.py", 1, 1).lines] == ["a", "b", "c"]


def test_form_feed_and_unicode_line_separators_end_no_line():
    content = "a = '\x0c\u2028\x85'\nb = 1\n".encode()

    assert numbers(content, 1) == [1, 2]


def test_a_megabyte_in_one_line_is_cut_and_says_so():
    shown = snippet(b"x = '" + b"a" * 1_000_000 + b"'\nraise E\n", "a.py", 2, 2).lines

    assert len(shown[0].text) == LINE_LENGTH
    assert shown[0].is_clipped
    assert not shown[1].is_clipped


def test_script_in_code_stays_text():
    [line] = snippet(b"raise E('<script>alert(1)</script>')", "a.py", 1, 1).lines

    assert "<script" not in line.html
    assert "&lt;script&gt;" in line.html


def test_code_is_coloured_by_classes_and_never_by_inline_style():
    [line] = snippet(b"raise E(1)", "a.py", 1, 1).lines

    assert '<span class="k">raise</span>' in line.html
    assert "style=" not in line.html


def test_excerpt_that_begins_inside_a_docstring_is_coloured_as_such():
    content = b'def f():\n    """Say.\n' + b"    for all\n" * 40 + b'    """\n    raise E(1)\n'

    shown = snippet(content, "a.py", 44, 44).lines

    assert shown[0].html.startswith('<span class="sd">')
    assert '<span class="k">raise</span>' in shown[-1].html
    assert len(shown) == 19


def test_quotes_in_comments_and_closed_strings_leave_no_string_open():
    assert open_string('# it\'s """\nx = \'a"""\'\ny = """b"""\n') == ""
    assert open_string("x = '''a\n") == "'''"
    assert open_string('x = 1  # a comment\ny = """b\n') == '"""'


def test_file_of_an_unknown_language_is_shown_plain():
    shown = snippet(b"raise <x>", "a.unknown", 1, 1)

    assert shown.language == "text"
    assert shown.lines[0].html == "raise &lt;x&gt;"


def test_direction_turning_characters_are_shown_as_signs():
    [line] = snippet("x = 'a\u202eb'".encode(), "a.py", 1, 1).lines

    assert "\u202e" not in line.html
    assert "[U+202E]" in line.html
    assert "\u202e" in line.text


def test_declared_encoding_is_used_and_an_unknown_one_is_not():
    assert decode("# coding: latin-1\nx = 'é'".encode("latin-1")).endswith("'é'")
    assert decode("# coding: nonsense\nx = 'é'".encode()).endswith("'é'")
    assert decode(b"# coding: hex\nff") == "# coding: hex\nff"


def test_bytes_in_no_encoding_are_replaced():
    assert decode(b"x = '\xff'") == "x = '\ufffd'"


def test_byte_order_mark_is_no_part_of_the_text():
    assert decode(b"\xef\xbb\xbfx = 1") == "x = 1"
