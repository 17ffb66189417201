"""What scripts need to know in the browser: the rules for masking, how much fits, and the theme that was chosen."""

from __future__ import annotations

from typing import Final

from django import template
from django.utils.html import json_script
from django.utils.safestring import SafeString, mark_safe

from kb.display.paste_limit import MOST_BYTES, TOO_LARGE
from kb.display.theme import SCRIPT
from kb.secrets import RULES

register = template.Library()

_RULES: Final = json_script([[rule.what, rule.pattern] for rule in RULES], "secret-rules")


@register.simple_tag
def secret_rules() -> SafeString:
    """kb.secrets.RULES as a block of data, which no policy takes for a script."""
    return _RULES


@register.simple_tag
def most_bytes() -> int:
    return MOST_BYTES


@register.simple_tag
def too_large() -> str:
    return TOO_LARGE


@register.simple_tag
def theme_script() -> SafeString:
    return mark_safe(SCRIPT)  # noqa: S308 - a constant
