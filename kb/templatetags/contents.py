"""Contents of a page out of its own headings, so that they cannot say anything else.

`{% contents %}…{% endcontents %}` puts a list of links to the `<h2 id="…">` between its tags beside them, and makes
each of these headings a link to itself.
"""

from __future__ import annotations

import re
from typing import Final

from django import template
from django.template import Context, Node, NodeList
from django.template.base import Parser, Token
from django.utils.html import format_html, format_html_join, strip_tags
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

# Templates write their headings so; what comes from upstream is escaped, and cannot look like one.
_HEADING: Final = re.compile(r'<h2 id="([\w-]+)">(.*?)</h2>', re.DOTALL)
FEWEST: Final = 3


class ContentsNode(Node):
    def __init__(self, body: NodeList) -> None:
        self.body = body

    def render(self, context: Context) -> SafeString:
        html = self.body.render(context)
        headings = [(name, mark_safe(strip_tags(title))) for name, title in _HEADING.findall(html)]  # noqa: S308
        linked = mark_safe(_HEADING.sub(r'<h2 id="\1"><a class="self" href="#\1">\2</a></h2>', html))  # noqa: S308
        if len(headings) < FEWEST:
            return linked
        links = format_html_join("", '<li><a href="#{}">{}</a></li>', headings)
        return format_html(
            '<div class="paged"><nav class="toc" aria-label="On this page"><p>On this page</p><ul>{}</ul></nav>'
            '<div class="body">{}</div></div>',
            links,
            linked,
        )


@register.tag
def contents(parser: Parser, token: Token) -> ContentsNode:  # noqa: ARG001 - Django hands it over
    body = parser.parse(("endcontents",))
    parser.delete_first_token()
    return ContentsNode(body)
