"""Lines that can only come after an error's message: log records, prompts, rules of a report, another error."""

import re

from .heads import LABEL, starts_with_time
from .stacks import starts_stack

PROMPT = re.compile(
    "|".join(
        (
            r"(?:\([\w.-]{1,40}\) ?)?[\w.-]{1,40}@[\w.-]{1,60}(?:[: ][^\s$#%>]{0,200})? ?[$#%>❯](?:\s|$)",
            r"(?:[$%❯#] ?|➜ {0,3})\S",
            r">>>(?:\s|$)",
            r"(?:\([\w.-]{1,40}\) ?)?\[[\w.-]{1,40}@[\w.-]{1,60} [^\]\n]{1,200}\] ?[$#%>](?:\s|$)",
            r"(?:\([\w.-]{1,40}\) ?)?PS [A-Z]:\\",
            r"(?:\([\w.-]{1,40}\) ?)?[A-Z]:\\[^>\n]{0,200}>",
            r"In \[\d{1,6}\]:",
            r"(?:bash|sh|zsh)-[\d.]{1,8}[$#]",
        )
    )
)
REPORT = re.compile(
    "|".join(
        (
            r"={4,}|!{5,}",
            r"Traceback:?$",
            r"\+-[+-]",
            r"(?:\"{3}|'{3})$",
            r"={2,} .{1,200} ={2,}$",
            r"_{4,}",
            r"-{10,}",
            r"(?:_ ){5,}",
            r"\*{5,}|\*-{3}",
            r"\d{1,9} (?:failed|passed|errors?|warnings?|skipped)\b",
            r"(?:FAILED|ERROR|PASSED|XFAIL|XPASS) \S{1,300}",
            r"`{1,2}$|```|~~~|\{(?:code|noformat)|\[/?code|</?details",
            r"##\[|::error|::endgroup",
            r"make(?:\[\d+\])?: \*\*\*",
            r"\w{1,20} ERR!",
            r".{0,120}\bexit(?:ed)?(?: with)?(?: code| status)?:? ?\d{1,3}\b",
            r"(?:Killed|Aborted|Terminated|Segmentation fault)\b.{0,30}$",
            r"Process finished with exit code",
            r"Exception ignored in: ",
            # A web server's line about a request.
            r"\S{1,60} \S{1,60} \S{1,60} \[\d{1,2}/[A-Z][a-z]{2}/\d{4}\b",
            r"\[end of output\]",
            r"(?:\S{1,60}: )?\s{0,3}\d{1,3}%\|",
        )
    )
)


def is_stop(body: str) -> bool:
    """Can this line not belong to a message above it? `body`: the line without leading blanks."""
    return bool(
        PROMPT.match(body) or REPORT.match(body) or LABEL.match(body) or starts_with_time(body) or starts_stack(body)
    )
