"""A function that reads a tag of templates: how the template has to write it."""

import pytest

from tests.ingest.explain.reading import explained, part

CODE = '''
@register.tag("heat")
def do_heat(parser, token):
    """
    Heat what is given.

        {% heat bar by 3 %}
    """
    bits = token.split_contents()
    if len(bits) != 4:
        raise TemplateSyntaxError("'heat' takes three arguments")
'''


def solutions(old="", new=""):
    assert old in CODE
    return part(explained(CODE.replace(old, new)), "solution")


def test_tag_is_shown_as_its_documentation_writes_it():
    assert (
        solutions()[0]
        == "Compare the tag in your template with how its documentation writes it: `{% heat bar by 3 %}`."
    )


def test_of_a_tag_without_an_example_nothing_is_said():
    assert not any("{%" in text for text in solutions("{% heat bar by 3 %}", ""))
    bare = "What {% heat %} is given, {% heater on %}."
    assert not any("{%" in text for text in solutions("{% heat bar by 3 %}", bare))


def test_name_of_the_function_is_the_tag_s_where_no_other_is_given():
    found = solutions('tag("heat")\ndef do_heat', "tag\ndef heat")

    assert found[0] == "Compare the tag in your template with how its documentation writes it: `{% heat bar by 3 %}`."


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("register.tag", "register.command"),
        ("(parser, token)", "(token)"),
        ("(parser, token)", "(parser, token, *more)"),
        ('tag("heat")', "tag(NAME)"),
        ('tag("heat")', 'tag("heat", 3)'),
    ],
)
def test_what_no_decorator_makes_the_reader_of_a_tag_is_none(old, new):
    assert not any("{%" in text for text in solutions(old, new))
