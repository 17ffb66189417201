"""The traceback that Python itself prints, and the tools that keep its `File "…", line 3, in f` lines."""

import re

from ..anchors import QUOTED_PATH, QUOTES, header_at, is_chain
from ..draft import Draft
from ..heads import head_length
from ..languages import is_of_python
from ..lines import Line
from ..message import take_message
from ..names import NOT_TYPES, Named, named_at
from ..reading import PastedFrame
from ..stops import is_stop

FILE = re.compile(
    rf"File\s{{1,3}}(?P<quoted>{QUOTED_PATH}),?\s{{1,3}}line\s{{1,3}}(?P<line>\d{{1,9}})"
    r"(?:,?\s{1,3}in\s{1,3}(?P<function><[^<>\s]{1,80}>|[^\s(]{1,200})(?:\([^()]{0,300}\)?)?(?P<rest>.{0,2000}))?"
)
# A frame whose beginning was not selected; only the first line of a paste can be one.
CLIPPED = re.compile(
    rf"(?P<quoted>[^{QUOTES}\s][^{QUOTES}]{{2,300}}[{QUOTES}]), line (?P<line>\d{{1,9}}), in "
    r"(?P<function>\S{1,200})(?P<rest>)$"
)
# What generated code has instead of names: templates say `in top-level template code`, `in block 'content'`.
IN_WORDS = re.compile(r"\s(?:[\w'-]{1,60}(?:\s|$)){1,6}$")
ARROW = re.compile(r"-{1,4}>\s{1,6}\d{1,7}\s")
NUMBERED = re.compile(r"\d{1,7}(?:\s|$)")
MARKS = re.compile(r"[\s~^\-]*[~^][\s~^\-]*$|[\s│|└→>-]*(?:[│|└]|->)(?:\s.*)?$|\.{3,}")
LEFT_OUT = re.compile(r"\.{3}$|\[\.{3}\]$|…$")
REPEATED = re.compile(r"\[Previous line repeated \d{1,9} more times?\]|\.{3}$|\[\.{3}\]$|\.{3}<\d+ lines>")
ERROR = re.compile(r"\b(?:ERROR|CRITICAL|FATAL)\b")
MAX_VALUE_LINES = 40
RAISED = re.compile(r"raise\s{1,3}([\w.]{1,200})")


def read(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    """Reads a block that begins with its header or, when that is cut off, with a frame."""
    line = lines[pos]
    header = header_at(line.text.text)
    if header is None and _place(line, is_first=pos == 0) is None:
        return None
    start = line.text.cut(header.start() if header else line.indent)
    block = _Block(Draft("python", start.start, line.text.end), header.start() if header else None)
    end = block.read(lines, pos + 1 if header else pos)
    if not block.draft.type and not _is_worth(block.draft, header is not None):
        return None
    if pos and block.draft.is_cut:
        _take_title(block.draft, lines[pos - 1])
    if header and "first" in header.group():
        block.draft.frames.reverse()
        block.draft.ends_in_frame = False
    return block.draft, end


def _take_title(draft: Draft, above: Line) -> None:
    """`Type: text` right above, as trackers' mails and runtimes' logs have it, where the frames end in raising that
    type, or raise nothing and a record's head says that the line tells an error."""
    head = head_length(above.text.text)
    named = named_at(above.text.text, head or above.indent)
    if named is None or not named.has_colon or named.strength != "medium":
        return
    if named.type == draft.type or (not draft.type and ERROR.search(above.text.text, 0, head)):
        draft.start = above.text.start
        draft.set_named(above.text, named)
        draft.is_type_sure, draft.is_cut = True, False


def _function_and_code(found: re.Match[str]) -> tuple[str, str]:
    """What stands behind the function is its code where lines were joined, and words of its name outside of modules."""
    function, rest = (found["function"] or "").rstrip(","), found["rest"] or ""
    path = _path(found["quoted"])
    if function[:1] != "<" and IN_WORDS.match(rest) and (path[:1] == "<" or not is_of_python(path)):
        return function + rest.rstrip(), ""
    return function, rest.strip().removesuffix("*").strip()


def _is_worth(draft: Draft, has_header: bool) -> bool:
    """Is a block without a type one? A single `File "x", line 1` may as well be part of a message."""
    if has_header or len(draft.frames) > 1:
        return bool(draft.frames)
    return bool(draft.frames) and draft.frames[0].function != ""


def _place(line: Line, is_first: bool = False) -> re.Match[str] | None:
    """The frame that the line is; `> ` may stand before it where a tool marks the frame that caught the error."""
    if "File" in line.body:
        found = FILE.search(line.body, 0, 3000)
        return found if found and not line.body[: found.start()].strip("> ") else None
    return CLIPPED.match(line.body) if is_first and ", line " in line.body else None


class _Block:
    """Reads one block. `column`: where `File` stands; a `File` further right is a value's text, not a frame.
    `is_next`: has nothing been left out since the last frame?"""

    def __init__(self, draft: Draft, header: int | None) -> None:
        self.draft = draft
        self.header = header
        self.column: int | None = None
        self.code_indent: int | None = None
        self.has_arrow = False
        self.is_next = False

    def read(self, lines: list[Line], pos: int) -> int:
        idle = 0
        while pos < len(lines):
            line = lines[pos]
            if not line.body:
                pos += 1
                continue
            if self._frame(line):
                pos, idle = pos + 1, 0
                continue
            if self._ends(line):
                break
            named = self._named(line)
            if named is not None:
                return self._close(lines, pos, named)
            is_code = self._code(line)
            self.is_next = self.is_next and is_code and LEFT_OUT.match(line.body) is None
            if not is_code:
                idle += 1
                if (idle > 3 or self._is_outside(line)) and not self._goes_on(lines, pos):
                    break
            pos += 1
        self._cut()
        return pos

    def _ends(self, line: Line) -> bool:
        # Deeper lines are the text of a value, which may hold a whole traceback of its own.
        if self._is_deeper(line):
            return False
        return is_chain(line.body) or header_at(line.body) is not None or is_stop(line.body)

    def _is_deeper(self, line: Line) -> bool:
        return self.column is not None and line.indent > self.column

    def _frame(self, line: Line) -> bool:
        found = _place(line, is_first=self.header is None and not self.draft.frames)
        if found is None:
            return False
        column = line.indent + found.start()
        if self.column is not None and column > self.column + 1 and self.draft.frames:
            return False
        self.column = column if found.start() or "File" in found.group() else None
        self.code_indent, self.has_arrow, self.is_next = None, False, True
        function, code = _function_and_code(found)
        self.draft.add_frame(PastedFrame(_path(found["quoted"]), int(found["line"]), function, code), line.text)
        return True

    def _named(self, line: Line) -> Named | None:
        if not self.draft.frames and self.header is None:
            return None
        named = line.named
        if named is None:
            return None
        if self._has_indents():
            column = self.column or 0
            at_base = line.indent <= (column if self.header is None else max(0, column - 1))
            sure = named.strength != "weak" or (named.has_colon and (named.type not in NOT_TYPES or bool(named.module)))
            return named if at_base and sure else None
        if named.strength == "strong" or (named.strength == "medium" and named.has_colon):
            return named
        raised = RAISED.match(self.draft.frames[-1].code) if self.draft.frames else None
        return named if raised and raised.group(1).rpartition(".")[2] == named.type else None

    def _has_indents(self) -> bool:
        """Has the block kept its indentation? Told by its first frame, or by the code below that."""
        if self.column is None:
            return False
        if self.header is not None and self.column > self.header:
            return True
        if self.header is None and self.column > 0:
            return True
        return self.code_indent is not None and self.code_indent > self.column

    def _is_outside(self, line: Line) -> bool:
        return self._has_indents() and line.indent < (self.column or 0)

    def _goes_on(self, lines: list[Line], pos: int) -> bool:
        """Is this a line of a value that was printed over several lines: does a frame at the frames' place follow?"""
        for line in lines[pos + 1 : pos + 1 + MAX_VALUE_LINES] if self._has_indents() else ():
            if line.indent == self.column and _place(line):
                return True
            if not line.body or (line.indent <= (self.column or 0) and self._ends(line)):
                return False
        return False

    def _code(self, line: Line) -> bool:
        if not self.draft.frames:
            return False
        arrow = ARROW.match(line.body)
        if REPEATED.match(line.body) or (MARKS.match(line.body) and arrow is None):
            return True
        code = self.draft.frames[-1].code
        if self._has_indents() and not self._is_deeper(line) and arrow is None:
            return self._rest_of_code(code, line)
        if arrow is not None:
            self.code_indent = self.code_indent or line.indent
            self.has_arrow = True
            self._replace_code(line.body[arrow.end() :].strip())
        elif NUMBERED.match(line.body) and line.indent > (self.column or 0):
            self.code_indent = self.code_indent or line.indent
        elif not code and not NUMBERED.match(line.body):
            self.code_indent = line.indent
            self.draft.set_code(line.body)
        elif not self.has_arrow and _is_open(code) and code.count("\n") < 8 and self._has_indents():
            self.draft.set_code(line.body)
        elif not self._has_indents():
            return False
        return True

    def _rest_of_code(self, code: str, line: Line) -> bool:
        """A line that was broken between words goes on where the page begins, and shuts the bracket that it opened."""
        is_rest = self.is_next and _is_open(code) and not _is_open(f"{code} {line.body}")
        if is_rest:
            self._replace_code(f"{code} {line.body}")
        return is_rest

    def _replace_code(self, code: str) -> None:
        last = self.draft.frames[-1]
        self.draft.frames[-1] = PastedFrame(last.path, last.line, last.function, code)

    def _close(self, lines: list[Line], pos: int, named: Named) -> int:
        line = lines[pos]
        self.draft.set_named(line.text, named)
        self.draft.is_type_sure, self.draft.ends_in_frame = True, self.is_next
        return take_message(self.draft, lines, pos + 1, line.indent) if named.has_colon else pos + 1

    def _cut(self) -> None:
        """The block's last line is missing: the type is still told by a `raise X(` that it ends with."""
        self.draft.is_cut = True
        raised = RAISED.match(self.draft.frames[-1].code) if self.draft.frames else None
        if raised and raised.group(1).rpartition(".")[2][:1].isupper():
            self.draft.module, _, self.draft.type = raised.group(1).rpartition(".")


def _path(quoted: str) -> str:
    """What stands between the quotes; where the first one is cut off, up to the second."""
    return quoted[:-1].strip() if quoted[0] not in QUOTES else quoted[1:-1].strip()


def _is_open(code: str) -> bool:
    return any(code.count(one) > code.count(other) for one, other in zip("([{", ")]}", strict=True))
