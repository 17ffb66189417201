"""How facts are written on a page: code in prose, hidden characters made visible, links that narrow a list."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import template
from django.conf import settings
from django.http import QueryDict
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator

from kb.display.entry import EntryPage, Source
from kb.display.explanation import Citation
from kb.display.linked_data import description, tech_article
from kb.display.linked_data import name as name_of_page
from kb.display.permalinks import Permalink, request_link
from kb.display.site_address import full
from kb.display.visible import visible as _visible
from kb.pages.forms import ListingForm
from kb.paste import PastedFrame
from kb.text import shortened

register = template.Library()

# As much of a value as a page fills in.
MOST_OF_VALUE: Final = 500
# Values of a facet that are shown without a click.
UNFOLDED: Final = 10

_CODE: Final = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_DATA_ESCAPES: Final = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"}
_FACETS: Final = {
    "project": "Project",
    "kind": "Kind",
    "exc_type": "Type",
    "path": "File",
    "category": "Part of the code",
}
_CATEGORY_PLACES: Final = {"test": "its tests", "vendored": "vendored code", "generated": "generated code"}
_SHA_LABELS: Final = {"git": "Commit", "archive": "Archive's SHA-256", "folder": "Hash of the folder"}


@register.filter
def visible(text: object) -> str:
    return _visible(str(text))


@register.filter
def short(text: str, length: int) -> str:
    return shortened(text, length)


@register.filter
def place(path: str, line: int | None = None) -> SafeString:
    """A path, and the line in it, that breaks after its slashes before it breaks anywhere else."""
    where = visible(path) if line is None else f"{visible(path)}:{line}"
    return format_html_join(mark_safe("/<wbr>"), "{}", ((part,) for part in where.split("/")))


@register.simple_tag
def ask_for(name: str) -> Permalink | None:
    """Where to ask whoever runs the site for a project."""
    return request_link(settings.REPORT_URL, settings.SITE_URL, name)


@register.filter
def page_description(page: EntryPage) -> str:
    return description(page)


@register.filter
def page_name(page: EntryPage) -> str:
    return name_of_page(page)


@register.filter
def full_address(path: str) -> str:
    return full(path)


@register.simple_tag
def linked_data(page: EntryPage) -> SafeString:
    """schema.org's facts as a data block, which no browser runs; what could end it is written as an escape."""
    block = json.dumps(tech_article(page), ensure_ascii=False).translate(_DATA_ESCAPES)
    return format_html('<script type="application/ld+json">{}</script>', mark_safe(block))  # noqa: S308 - escaped above


@register.filter
def prose(text: str) -> SafeString:
    """Prose as HTML: `code` in backticks as kb.display.explanation.code_span writes it, everything else escaped."""
    # split gives text, fence, code, text, fence, code, …, text
    parts = _CODE.split(_visible(text))
    spans = ((parts[index], _unpadded(parts[index + 2])) for index in range(0, len(parts) - 1, 3))
    return format_html("{}{}", format_html_join("", "{}<code>{}</code>", spans), parts[-1])


def _unpadded(code: str) -> str:
    return code[1:-1] if code.startswith(" `") or code.endswith("` ") else code


@register.filter
def filled(message: str, values: Mapping[str, str]) -> list[tuple[str, str]]:
    """A message in order as (text, Hole): the value in place of each Hole that has one, "" as Hole elsewhere."""
    holes = {f"{{{hole}}}": hole for hole in values}
    if not holes:
        return [(message, "")]
    # The longest first: one Hole's expression may begin another's.
    pattern = "|".join(re.escape(written) for written in sorted(holes, key=len, reverse=True))
    parts = re.split(f"({pattern})", message)
    return [(values[holes[part]], holes[part]) if part in holes else (part, "") for part in parts if part]


@register.filter
def frame(pasted: PastedFrame) -> str:
    return pasted.path if pasted.line is None else f"{pasted.path}:{pasted.line}"


@register.filter
def value_of(values: Mapping[str, Any], key: str) -> Any:  # noqa: ANN401 - whatever they are
    return values.get(key, "")


@register.filter
def as_json(values: Mapping[str, str]) -> str:
    """For a data attribute, which is escaped as any text."""
    shown = {name: Truncator(_visible(value)).chars(MOST_OF_VALUE) for name, value in values.items()}
    return json.dumps(shown, ensure_ascii=False)


@register.simple_tag
def query_with(query: QueryDict, name: str = "", value: str = "", **changed: Any) -> str:
    """The query string with values changed; "" takes one out. What narrows the list leads back to its first page."""
    changes = dict(changed) or {"page": ""}
    if name:
        changes[name] = value
    new = query.copy()
    for key, to in changes.items():
        new.pop(key, None)
        if to not in ("", None):
            new[key] = str(to)
    return new.urlencode()


@dataclass(frozen=True)
class FacetValue:
    """One value to narrow by; `target` is what choosing it sets, "" when it is chosen and a click takes it back."""

    label: str
    count: int
    is_chosen: bool
    target: str


@dataclass(frozen=True)
class FacetGroup:
    """`first` are always shown: the commonest values, and the one that is chosen; `rest` on demand."""

    name: str
    label: str
    values: list[FacetValue]

    @property
    def first(self) -> list[FacetValue]:
        return [value for at, value in enumerate(self.values) if at < UNFOLDED or value.is_chosen]

    @property
    def rest(self) -> list[FacetValue]:
        return [value for at, value in enumerate(self.values) if at >= UNFOLDED and not value.is_chosen]


@register.filter
def facet_groups(facets: Mapping[str, Mapping[str, int]], form: ListingForm) -> list[FacetGroup]:
    """The facets that offer a choice on a page with this form, in the order of _FACETS."""
    groups = []
    for name, label in _FACETS.items():
        counts = facets.get(name, {}) if name in form.fields else {}
        chosen = form.narrowings.get(name, "")
        values = [_facet_value(value, n, chosen) for value, n in counts.items()]
        if len(values) > 1 or chosen in counts:
            groups.append(FacetGroup(name, label, values))
    return groups


def _facet_value(value: str, count: int, chosen: str) -> FacetValue:
    is_chosen = value == chosen
    return FacetValue(label=value, count=count, is_chosen=is_chosen, target="" if is_chosen else value)


@register.filter
def facet_label(name: str) -> str:
    return _FACETS.get(name, "With warnings and logged errors")


@register.filter
def places(sources: Iterable[Citation]) -> list[Citation]:
    """One for each place."""
    return list({(source.path, source.line): source for source in sources}.values())


@register.filter
def shows(source: Source | None, place: Citation) -> bool:
    """Whether the excerpt of an entry's page, if this is one, has the line."""
    return source.shows(place) if source else False


@register.filter
def name_of(source: Source | None, place: Citation) -> str:
    """`L80` of a place in the file of the statement, `name.py L80` of one in another."""
    is_here = source and place.path == source.path
    return f"L{place.line}" if is_here else f"{visible(place.path.rpartition('/')[2])}\u00a0L{place.line}"


@register.filter
def category_place(category: str) -> str:
    return _CATEGORY_PLACES.get(category, category)


@register.filter
def sha_label(source_kind: str) -> str:
    return _SHA_LABELS.get(source_kind, "Hash")
