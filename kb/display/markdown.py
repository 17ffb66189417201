"""An entry's page as Markdown, for language models and terminals: the same facts in the same order.

Pure: an EntryPage in, text out. What upstream wrote is code or escaped, so that it can begin no heading and no link.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from kb.display.entry import EntryPage, Source, Wording
from kb.display.explanation import Explanation, Sentence, code_span
from kb.display.site_address import full
from kb.display.visible import visible
from kb.models import PinFile

_MARKS: Final = re.compile(r"([\\*_\[\]<>#|~])")
_BACKTICKS: Final = re.compile("`+")
_CODE: Final = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)


def markdown(page: EntryPage) -> str:
    """The page; its parts come as they do in HTML, and one that has nothing to say is left out."""
    return "\n\n".join(part for part in _parts(page) if part) + "\n"


def _parts(page: EntryPage) -> Iterator[str]:
    yield f"# {_plain(page.headline)}"
    yield _facts(page)
    if page.removed_in:
        gone_in = _pin(page, page.removed_in.label or page.removed_in.short_sha)
        yield f"This error is no longer raised: it went in {gone_in}."
    yield f"## {page.says}"
    yield "\n\nor\n\n".join(_fence(wording.text, "text") for wording in page.current_wordings) or page.no_message
    yield from _section("Earlier wordings", "\n\n".join(_former(page.former_wordings)))
    yield from _section("What it means", _sentences(page.explanation, "meaning"))
    yield from _section("Solutions", _numbered(page.explanation.said.get("solution", ())))
    yield from _section("Example fix", "\n\n".join(_examples(page.explanation)))
    yield from _source(page, page.source)
    yield from _section("When it happens", "\n\n".join(_happens(page.explanation)))
    yield from _section("Options", "\n".join(_options(page.explanation)))
    yield from _section("Seen in upstream tests", "\n\n".join(_tests(page.explanation)))
    yield from _section("History", "\n".join(_history(page)))
    yield from _section("Related errors", "\n".join(_related(page)))
    yield f"---\n\nJSON: {full(page.api_url)} · Page: {full(page.url)}"


def _facts(page: EntryPage) -> str:
    named = {
        "Project": f"[{_plain(page.project)}]({full(page.project_url)})",
        "Read at": _pin(page, page.pin.label or page.pin.short_sha),
        "Kind": page.kind,
        "Raises": code_span(visible(page.exc_qualified or page.exc_type)) if page.exc_type else "",
        "Part of the code": "" if page.category == PinFile.Category.SOURCE else page.category,
    }
    return "\n".join(f"- {name}: {value}" for name, value in named.items() if value)


def _pin(page: EntryPage, label: str) -> str:
    return code_span(visible(f"{page.project}@{label}"))


def _place(path: str, line: int) -> str:
    return code_span(visible(f"{path}:{line}"))


def _source(page: EntryPage, source: Source | None) -> Iterator[str]:
    if source is None:
        return
    yield "## Source"
    yield f"{_place(source.path, source.line)} in {code_span(visible(source.qualname or '<module>'))}"
    lines = source.snippet.lines
    width = len(str(lines[-1].number)) if lines else 0
    numbered = (
        f"{'>' if line.is_raise else ' '} {line.number:>{width}}  {visible(line.text)}{' …' if line.is_clipped else ''}"
        for line in lines
    )
    yield _fence("\n".join(numbered), source.snippet.language)
    yield f"Pinned source: {source.permalink.url}" if source.permalink else _prose(page.pin.provenance)


def _section(heading: str, body: str) -> Iterator[str]:
    if body:
        yield f"## {heading}"
        yield body


def _sentences(explanation: Explanation, part: str) -> str:
    return " ".join(_cited(sentence) for sentence in explanation.said.get(part, ()))


def _numbered(sentences: Iterable[Sentence]) -> str:
    return "\n".join(f"{number}. {_cited(sentence)}" for number, sentence in enumerate(sentences, 1))


def _cited(sentence: Sentence) -> str:
    places = ", ".join(_place(source.path, source.line) for source in sentence.sources)
    return f"{_prose(sentence.text)}{f' ({places})' if places else ''}"


def _examples(explanation: Explanation) -> Iterator[str]:
    for code in (explanation.example_fix, explanation.guard_code):
        if code:
            yield _fence(code, "python")


def _happens(explanation: Explanation) -> Iterator[str]:
    if said := _sentences(explanation, "trigger"):
        yield f"**Trigger:** {said}"
    if explanation.trigger_code:
        yield _fence(explanation.trigger_code, "python")
    if said := _sentences(explanation, "situations"):
        yield f"**Common situations:** {said}"


def _tests(explanation: Explanation) -> Iterator[str]:
    for test in explanation.tests:
        name = f" {code_span(visible(test.name))}" if test.name else ""
        yield f"{_place(test.source.path, test.source.line)}{name}"
        yield _fence(test.code, "python")


def _history(page: EntryPage) -> Iterator[str]:
    """Nothing where nothing happened since the error was first seen."""
    for moment in page.history if len(page.history) > 1 else ():
        where = f", {_place(moment.path, moment.line)}" if moment.path else ""
        yield f"- {_pin(page, moment.pin.label or moment.pin.short_sha)}: {moment.change}{where}"


def _options(explanation: Explanation) -> Iterator[str]:
    for option in explanation.options:
        said = [f"default {code_span(visible(option.default))}" if option.default is not None else ""]
        said.append(
            f"one of {', '.join(code_span(visible(value)) for value in option.allowed)}" if option.allowed else ""
        )
        said.append(_plain(option.help))
        owner = f" of {code_span(visible(option.owner))}" if option.owner else ""
        yield f"- {code_span(visible(option.name))}{owner}: {'; '.join(part for part in said if part) or 'no default'}"


def _former(wordings: Iterable[Wording]) -> Iterator[str]:
    for wording in wordings:
        until = f"\n\nUntil {_plain(wording.gone_in.label or wording.gone_in.short_sha)}." if wording.gone_in else ""
        yield _fence(wording.text, "text") + until


def _related(page: EntryPage) -> Iterator[str]:
    for other in page.related:
        yield f"- [{_plain(other.headline)}]({full(other.url)}): {_plain(other.reason)}"


def _fence(text: str, language: str) -> str:
    """A fenced block, its fence longer than any that the text holds (CommonMark's rule)."""
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{visible(text)}\n{fence}"


def _plain(text: str) -> str:
    return _MARKS.sub(r"\\\1", " ".join(visible(text).split())).replace("`", "\\`")


def _prose(text: str) -> str:
    """Prose whose `code` stays code and whose other marks mean nothing."""
    parts = _CODE.split(visible(text))
    spans = (
        f"{_escaped(parts[at])}{parts[at + 1]}{parts[at + 2]}{parts[at + 1]}" for at in range(0, len(parts) - 1, 3)
    )
    return "".join(spans) + _escaped(parts[-1])


def _escaped(text: str) -> str:
    return _MARKS.sub(r"\\\1", text)
