"""An error while it is being read: what a dialect gathers line by line, and its closed form."""

from dataclasses import dataclass, field
from typing import Literal

from .located import Located
from .names import Named
from .reading import PartSpan, PastedError, PastedFrame, Role

Link = Literal["cause", "context", "group", "nested"]
MAX_FRAMES = 400
MAX_MESSAGE_LINES = 200
CUT_MARKS = ("…", "...", "[truncated]", "<truncated>", "(truncated)", "[...]", "[…]")


@dataclass(slots=True)
class Draft:
    """`link`: how this error follows from the one before it, None if it does not. `source`: its lines' prefix.
    `indent`: that of its type line. `label`: what is printed before the message, as `Error: `.
    `is_guess`: the message may be no message; `is_remote`: printed by a process that passed the error on.
    `ends_in_frame`: the type line stands right below the innermost frame.
    """

    dialect: str
    start: int
    end: int
    frames: list[PastedFrame] = field(default_factory=list)
    frame_spans: list[PartSpan] = field(default_factory=list)
    type: str = ""
    label: str = ""
    indent: int = 0
    module: str = ""
    is_type_sure: bool = True
    type_text: Located | None = None
    message: list[Located] = field(default_factory=list)
    notes: list[Located] = field(default_factory=list)
    tail: list[Located] = field(default_factory=list)
    link: Link | None = None
    role: Role = "only"
    is_cut: bool = False
    is_guess: bool = False
    is_remote: bool = False
    ends_in_frame: bool = False
    count: int = 1
    source: str = ""

    def add_frame(self, frame: PastedFrame, text: Located) -> None:
        """Past the bound the middle goes: the outermost frames and the newest ones are kept."""
        if len(self.frames) >= MAX_FRAMES:
            del self.frames[MAX_FRAMES // 4], self.frame_spans[MAX_FRAMES // 4]
        self.frames.append(frame)
        bare = text.strip()
        self.frame_spans.append(PartSpan("frame", bare.start, bare.end))
        self.end = max(self.end, bare.end)

    def set_code(self, code: str) -> None:
        last = self.frames[-1]
        joined = f"{last.code}\n{code}" if last.code else code
        self.frames[-1] = PastedFrame(last.path, last.line, last.function, joined)

    def set_named(self, line: Located, named: Named) -> None:
        self.type, self.module = named.type, named.module
        self.is_type_sure = named.strength != "weak"
        self.indent = len(line.text) - len(line.text.lstrip())
        self.type_text = line.cut(*named.type_span)
        self.message = [line.cut(named.rest)]
        self.end = max(self.end, line.end)

    @property
    def message_text(self) -> str:
        return "\n".join(line.text for line in self.message).strip("\n").rstrip()

    def close(self) -> PastedError:
        message = self.message_text
        return PastedError(
            exc_type=self.type,
            exc_module=self.module,
            message=message,
            notes=tuple(note.text.strip() for note in self.notes),
            label=self.label,
            tail="\n".join(line.text for line in self.tail).strip(),
            frames=tuple(self.frames),
            role=self.role,
            span=(self.start, self.end),
            spans=tuple(self.spans()),
            count=self.count,
            dialect=self.dialect,
            is_truncated=self.is_cut or message.endswith(CUT_MARKS),
            is_type_sure=self.is_type_sure,
            ends_in_frame=self.ends_in_frame,
        )

    def spans(self) -> list[PartSpan]:
        """Where its parts stand in the paste, in the order of that."""
        spans = list(self.frame_spans)
        if self.type_text is not None:
            spans.append(PartSpan("type", self.type_text.start, self.type_text.end))
        spans += [PartSpan("message", line.start, line.end) for line in self.message if line.text.strip()]
        spans += [PartSpan("note", line.start, line.end) for line in self.notes]
        return sorted(spans, key=lambda span: span.start)
