"""The lines of one source -> its errors: mends the lines, then asks each dialect at every line."""

from .chains import link_of
from .collapse import expand
from .dialects import (
    at_frames,
    crash,
    debug_page,
    django,
    foreign,
    ipython,
    pytest,
    python,
    rich,
    sentry,
    single,
    titled,
    twisted,
    usage,
)
from .draft import Draft, Link
from .groups import without_margins
from .joining import join_parts
from .lines import Line
from .nesting import holds_another, is_shell
from .prefixes import Stream
from .repair import printed_once, single_spaced, with_underscores
from .stacks import end_of_stack, starts_stack
from .turned import oldest_first, turn_spans
from .wraps import unwrap

READERS = (
    ipython.read,
    rich.read,
    python.read,
    pytest.read,
    at_frames.read,
    foreign.read,
    titled.read,
    crash.read,
    twisted.read,
    django.read,
    sentry.read,
    debug_page.read,
    usage.read,
    pytest.read_one_line,
    single.read,
)


def read_stream(stream: Stream) -> list[Draft]:
    """The stream's errors in order, with the links between them."""
    ordered = oldest_first(stream.lines)
    printed, times = printed_once(ordered)
    spaced = single_spaced(expand(without_margins(printed)))
    located = with_underscores(expand(unwrap(spaced)) if stream.prefix or spaced is not ordered else spaced)
    drafts = _Reading([Line.of(line) for line in located]).drafts()
    for draft in drafts:
        draft.source = stream.prefix.text if stream.prefix else ""
        draft.count = times
    joined = join_parts(drafts)
    if ordered is not stream.lines:
        turn_spans(joined)
    return joined


class _Reading:
    """One pass over the lines. `link` is what was said about the error that comes next."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.found: list[Draft] = []
        self.link: Link | None = None
        self.is_remote = False

    def drafts(self) -> list[Draft]:
        pos = 0
        while pos < len(self.lines):
            line = self.lines[pos]
            if not line.body:
                pos += 1
                continue
            if starts_stack(line.body):
                pos = end_of_stack(self.lines, pos)
                continue
            self._hear(line)
            taken = _read_at(self.lines, pos)
            pos = pos + 1 if taken is None else max(taken[1], pos + 1)
            if taken is not None:
                self._keep(taken[0], pos)
        return self.found

    def _hear(self, line: Line) -> None:
        heard = link_of(line.body)
        if heard is None:
            return
        self.link, sentence = heard
        said = sentence.groupdict().get("said")
        if said and self.found and self.found[-1].is_cut and not self.found[-1].message:
            start = line.indent + sentence.start("said")
            self.found[-1].message = [line.part(start, start + len(said))]
            self.found[-1].is_cut = False

    def _keep(self, draft: Draft, pos: int) -> None:
        holds = holds_another(draft, self.lines, pos)
        if holds and is_shell(draft):
            self.is_remote = True
            return
        # Frames without a type line below a title are its own, not those of an error told in its message.
        link = None if self.link == "nested" and draft.type_text is None else self.link
        draft.link = (link or draft.link) if self.found else None
        draft.is_remote, self.is_remote = self.is_remote, False
        self.found.append(draft)
        self.link = "nested" if holds else None


def _read_at(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    for reader in READERS:
        if taken := reader(lines, pos):
            return taken
    return None
