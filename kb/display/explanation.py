"""Say in sentences what extraction knows for sure about a statement, and nothing else.

Pure: the facts of a RaiseSite in, an Explanation out. Prose is text with `code` in backticks (`code_span`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from kb.guards import deciding, is_condition, texts

DOC_LENGTH: Final = 400
GUARD_LENGTH: Final = 200

_BACKTICKS: Final = re.compile("`+")
_HANDLER: Final = re.compile(r"except\b\*?")

_WHAT_IT_DOES: Final = {
    "error": "{place} raises {exception}.",
    "assertion": "{place} asserts a condition and raises {exception} when it is false.",
    "exit": "{place} ends the program{message}.",
    "usage": "{place} refuses the command line with this message and ends the program.",
    "abort": "{place} answers the request with this error.",
    "warning": "{place} warns with {exception}; the program goes on unless warnings are turned into errors.",
    "log": "{place} logs this message as an error; by itself that does not stop the program.",
    "handed": "{place} raises nothing itself: it hands this message to {via}, which may raise it later.",
}
_REASONS: Final = {
    "": "The statement carries no message of its own.",
    "caught exception": "The message is that of a caught exception, passed on.",
    "argument of the caller": "The message is an argument that callers hand over.",
    "dynamic": "The message is put together at run time; reading the code does not settle it.",
}


@dataclass(frozen=True)
class Citation:
    """A place that says what a sentence says; `quote` stands on that line. `url` shows it upstream, "" if none does."""

    path: str
    line: int
    quote: str
    url: str = ""


@dataclass(frozen=True)
class Sentence:
    """One sentence of an explanation; `part` is "meaning", "trigger", "situations" or "solution"."""

    part: str
    text: str
    sources: tuple[Citation, ...] = ()
    origin: str = "static"


@dataclass(frozen=True)
class Option:
    """Something that a user can turn; `default` is source text, None where there is none or it is not known."""

    name: str
    owner: str
    default: str | None
    allowed: tuple[str, ...]
    help: str
    source: Citation


@dataclass(frozen=True)
class Test:
    """An upstream test that expects the error; `code` are the lines that do, `expects` the text that they give."""

    name: str
    expects: str
    code: str
    source: Citation


@dataclass(frozen=True)
class Explanation:
    """What an error means and what to do about it. An empty part has nothing to say and is not shown.

    `origin` is "static", "llm" or "human", `model` the LLM if it is one, `pin` the sha at which all places are meant.
    `example_fix` and what ends in `_code` are code, the rest is prose. `is_stale`: the code has changed since a person
    or an LLM wrote it. `approved_at`: when a person found that it holds.
    """

    origin: str
    sentences: tuple[Sentence, ...] = ()
    options: tuple[Option, ...] = ()
    example_fix: str = ""
    guard_code: str = ""
    model: str = ""
    made_at: datetime | None = None
    pin: str = ""
    is_stale: bool = False
    approved_at: datetime | None = None
    trigger_code: str = ""
    tests: tuple[Test, ...] = ()

    @property
    def said(self) -> dict[str, tuple[Sentence, ...]]:
        """The sentences by their part."""
        parts = dict.fromkeys(sentence.part for sentence in self.sentences)
        return {part: tuple(sentence for sentence in self.sentences if sentence.part == part) for part in parts}

    @property
    def option_columns(self) -> tuple[str, ...]:
        """The columns of the table of options that have something to show."""
        filled = {
            "default": any(option.default is not None for option in self.options),
            "allowed": any(option.allowed for option in self.options),
            "help": any(option.help for option in self.options),
        }
        return tuple(name for name, is_filled in filled.items() if is_filled)

    @property
    def meaning(self) -> str:
        return " ".join(sentence.text for sentence in self.said.get("meaning", ()))

    @property
    def trigger(self) -> str:
        return " ".join(sentence.text for sentence in self.said.get("trigger", ()))

    @property
    def trigger_beyond_meaning(self) -> tuple[Sentence, ...]:
        """The trigger but for a sentence whose condition the meaning tells in the same words."""
        said = self.said.get("trigger", ())
        return tuple(one for one in said if one.text.removeprefix("Only ").removesuffix(".") not in self.meaning)

    @property
    def situations(self) -> str:
        return " ".join(sentence.text for sentence in self.said.get("situations", ()))

    @property
    def solutions(self) -> tuple[str, ...]:
        return tuple(sentence.text for sentence in self.said.get("solution", ()))


def stated(kind: str, exception: str, where: str, facts: Mapping[str, Any]) -> Explanation:
    """The Explanation that `facts` (as in RaiseSite.facts) alone carry; no solution, since none is known for sure.

    `exception` is the qualified class, or just its name, or "" if there is none; `where` comes from `place`.
    """
    meaning = [what_it_does(kind, exception, where, facts), *what_it_is(exception, facts)]
    said = [Sentence("meaning", text) for text in meaning]
    if trigger := _trigger(texts(facts.get("guards", ()))):
        said.append(Sentence("trigger", trigger))
    return Explanation(origin="static", sentences=tuple(said))


def what_it_is(exception: str, facts: Mapping[str, Any]) -> list[str]:
    """What else a statement says of its exception and its function: sentences, in order."""
    said = [_bases(exception, facts), _cause(facts)]
    if doc := _one_line(str(facts.get("doc", "")), DOC_LENGTH):
        said.append(f"The function's docstring says: “{doc}”")
    return [sentence for sentence in said if sentence]


def why_no_message(reason: str) -> str:
    """A sentence for a RaiseSite without a message; `reason` as in ErrorEntry.reason."""
    return _REASONS.get(reason, f"No message is known: {reason}.")


def place(qualname: str, path: str) -> str:
    """Where the statement stands, in words: `Class.method`, or the module's own code."""
    if qualname in ("", "<module>"):
        return f"Module code of {code_span(path)}"
    return code_span(qualname.replace(".<locals>.", "."))


def code_span(text: str) -> str:
    """`text` as code in prose, fenced by more backticks than it holds (CommonMark's rule)."""
    if "`" not in text:
        return f"`{text}`"
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def what_it_does(kind: str, exception: str, where: str, facts: Mapping[str, Any], *, says: bool = True) -> str:
    """What the statement does, by its kind; `where` comes from `place`, `says` tells whether it has a message."""
    name = code_span(_class_name(exception)) if exception else "an exception"
    via = code_span(str(facts.get("via", "")))
    message = " with this message" if says else ""
    sentence = _WHAT_IT_DOES[kind].format(place=where, exception=name, message=message, via=via)
    return sentence if kind == "handed" or not facts.get("via") else f"{sentence[:-1]}, through {via}."


def _bases(exception: str, facts: Mapping[str, Any]) -> str:
    """What the class is a kind of. Left out for builtins, whose bases a reader knows or can look up."""
    if "." not in exception or exception.startswith("builtins."):
        return ""
    bases = [_class_name(str(base)) for base in facts.get("bases", ())]
    bases = [code_span(base) for base in bases if base not in ("Exception", "BaseException", "object")]
    return f"{code_span(_class_name(exception))} is a kind of {_listed(bases[:3])}." if bases else ""


def _class_name(qualified: str) -> str:
    return qualified.rpartition(".")[2]


def _cause(facts: Mapping[str, Any]) -> str:
    cause = str(facts.get("cause", ""))
    if cause == "None":
        return "The error that was being handled, if any, is not shown with it (`from None`)."
    return f"It is raised from {code_span(cause)}, which the traceback shows first." if cause else ""


def _trigger(guards: Sequence[str]) -> str:
    """Guards hold whenever the statement runs; that they suffice is not known, so the sentence says "only"."""
    shown = deciding(guards)
    parts = [around(guard) for guard in guards if not is_condition(guard)]
    if shown:
        parts.append(f"when {_listed([condition_code(guard) for guard in shown])}")
    return f"Only {', '.join(parts)}." if parts else ""


def around(guard: str) -> str:
    """In words, what a guard that is no condition says."""
    if guard.startswith("except"):
        classes = _HANDLER.sub("", guard, count=1).strip()
        return f"while handling {condition_code(classes) if classes else 'an exception'}"
    if guard.endswith(": no break"):
        return f"after the loop {condition_code(guard.removesuffix(': no break'))} ended without a break"
    return f"in {'' if guard.startswith(('match', 'case')) else 'the loop '}{condition_code(guard)}"


def condition_code(text: str) -> str:
    """A guard as code in prose, on one line and cut when long."""
    return code_span(_one_line(text, GUARD_LENGTH))


def _listed(items: Sequence[str]) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def _one_line(text: str, limit: int) -> str:
    joined = " ".join(text.split())
    return joined if len(joined) <= limit else f"{joined[: limit - 1]}…"
