"""Messages with the words that matched marked, as HTML that is safe to show."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from django.utils.html import escape

from kb.models import ErrorEntry
from kb.search.protocol import MARK, UNMARK
from kb.text import search_words

_WORD = re.compile(r"\w+")
_LEXEME = re.compile(r"'((?:[^'\\]|''|\\.)*)'")
LONGEST = 400


def of_entries(ids: Sequence[str], query: str) -> dict[str, str]:
    """id -> message with MARK and UNMARK around each word that `query`, a tsquery, names."""
    if not query:
        return {}
    sought = {word.replace("''", "'").replace("\\\\", "\\") for word in _LEXEME.findall(query)}
    messages = ErrorEntry.objects.filter(pk__in=ids).values_list("pk", "message")
    return {entry_id: marked(message[:LONGEST], sought) for entry_id, message in messages}


def marked(message: str, sought: Container[str]) -> str:
    return _WORD.sub(
        lambda found: f"{MARK}{found[0]}{UNMARK}" if any(w in sought for w in search_words(found[0])) else found[0],
        message,
    )


def as_html(text: str) -> str:
    """Escaped, with <mark> for MARK; marks that are not paired are left out."""
    html = str(escape(text))
    html = re.sub(f"{MARK}([^{MARK}{UNMARK}]*){UNMARK}", r"<mark>\1</mark>", html)
    return html.replace(MARK, "").replace(UNMARK, "")
