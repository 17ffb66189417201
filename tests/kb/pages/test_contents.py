from django.template import Context, Template


def rendered(body: str, **values: str) -> str:
    return Template("{% load contents %}{% contents %}" + body + "{% endcontents %}").render(Context(values))


def test_headings_become_a_list_of_links_beside_the_page():
    page = rendered('<h2 id="a">One</h2>x<h2 id="b">Two <var>2</var></h2><h2 id="c">Three</h2>')

    assert (
        '<ul><li><a href="#a">One</a></li><li><a href="#b">Two 2</a></li><li><a href="#c">Three</a></li></ul>' in page
    )
    assert '<div class="body"><h2 id="a"><a class="self" href="#a">One</a></h2>x' in page


def test_page_with_few_headings_gets_no_contents():
    assert rendered('<h2 id="a">One</h2><h2 id="b">Two</h2>').startswith('<h2 id="a">')


def test_headings_without_a_name_are_left_alone():
    assert rendered("<h2>One</h2>" * 5) == "<h2>One</h2>" * 5


def test_text_that_looks_like_a_heading_makes_none():
    assert "toc" not in rendered("{{ text }}", text='<h2 id="a">One</h2>' * 5)


def test_heading_stays_escaped_in_the_list():
    page = rendered('<h2 id="a">{{ text }}</h2>' * 3, text="<script>")

    assert "<script>" not in page
    assert "&lt;script&gt;" in page
