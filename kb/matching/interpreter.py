"""PURE: a message -> whether Python itself says it, of any code: its interpreter, built-in types or standard library.

Projects that imitate Python raise the same words by statements of their own. Whoever pastes such a message has nearly
always met Python's, for which there is no statement to land on; so without a frame that shows the statement, one that
says the same is no more than similar. The wordings are those of CPython 3.8 to 3.14.
"""

from __future__ import annotations

import os
import re
import sys
from typing import Final

from kb.paste import PastedError

# What varies stands on the message's first line. Nothing here repeats what repeats, so that a match takes linear time.
_NAME: Final = r"'[^'\n]{0,200}'"
_CALL: Final = r"[\w.<>]{1,200}\(\) "
_WORDINGS: Final = (
    # Operators and protocols
    rf"unsupported operand type\(s\) for [^\n]{{1,40}}: {_NAME}",
    rf"bad operand type for (?:unary [-+~]|abs\(\)): {_NAME}",
    rf"{_NAME} not supported between instances of ",
    rf"{_NAME} object (?:is not|does not support|cannot be interpreted|can't be|doesn't support) ",
    rf"{_NAME} object has no attribute {_NAME}",
    rf"{_NAME} object attribute {_NAME} is read-only",
    rf"(?:type object|(?:partially initialized )?module) {_NAME} has no attribute {_NAME}",
    rf"(?:property|attribute) {_NAME} of {_NAME} objects? (?:has no|is not)",
    r"can't (?:set|delete) attribute",
    r"cannot unpack non-iterable ",
    rf"object of type {_NAME} has no len\(\)",
    rf"(?:cannot use {_NAME} as [^\n]{{1,60}}\()?unhashable type: ",
    rf"argument of type {_NAME} is not (?:iterable|a container)",
    r"(?:list|tuple|string|str|bytes?|bytearray|range|slice) ?(?:indices|index) must be (?:integers|an integer)",
    r"(?:can only concatenate|must be) (?:str|list|tuple|bytes)\b[^\n]{0,40}\bnot ",
    r"sequence item \d+: expected ",
    r"(?:a bytes-like object is required|expected (?:string|str|bytes|a bytes-like)[^\n]{0,60}), (?:not|got) ",
    r"expected string or bytes-like object",
    r"not (?:all arguments converted during|enough arguments for) (?:string |bytes )?format",
    r"(?:int|float|complex|str|bytes)\(\) argument must be ",
    r"Can't instantiate abstract class ",
    r"exceptions must derive from BaseException",
    r"catching classes that do not inherit from BaseException",
    r"cannot (?:pickle|create weak reference to) ",
    r"(?:Can't pickle|can't pickle) ",
    r"metaclass conflict: ",
    r"(?:isinstance|issubclass)\(\) arg ",
    # Calls
    rf"{_CALL}(?:missing \d+ required|takes (?:no|exactly|at most|at least|from|\d+) )",
    rf"{_CALL}got (?:an unexpected keyword argument|multiple values|some positional-only) ",
    r"keywords must be strings",
    # Names and imports
    rf"(?:global )?name {_NAME} is not defined",
    rf"(?:local variable {_NAME} referenced|cannot access (?:local|free) variable {_NAME}|free variable {_NAME})",
    r"No module named ",
    rf"cannot import name {_NAME}",
    r"attempted relative import ",
    # Sequences, numbers, texts
    r"(?:list|tuple|string|deque|range object|bytearray|array|list assignment|pop)? ?index out of range$",
    r"pop from (?:an )?empty (?:list|set|deque)",
    r"pop(?:item)?\(\): (?:dictionary|mapping) is empty",
    r"(?:not enough|too many) values to unpack",
    r"need more than \d+ values? to unpack",
    r"invalid literal for \w{1,20}\(\)",
    r"could not convert string to (?:float|complex)",
    r"(?:list\.(?:remove|index)\(x\): x not in list|substring not found|subsection not found)",
    r"(?:min|max)\(\) (?:arg is an empty sequence|iterable argument is empty)",
    r"(?:integer |float |complex )?(?:division|modulo|floor division)(?: or modulo)? by zero",
    r"(?:math domain|math range) error",
    r"(?:Python )?int too (?:large|big) to convert",
    r"cannot convert float (?:infinity|NaN)",
    r"Exceeds the limit \(\d+ digits\)",
    rf"{_NAME} codec can't (?:decode|encode) ",
    r"(?:embedded null (?:byte|character)|Single '[{}]' encountered|Unknown format code |Invalid format specifier)",
    r"maximum recursion depth exceeded",
    r"(?:dictionary|Set|set|OrderedDict|deque) (?:changed size|keys changed|mutated) during iteration",
    r"generator (?:raised StopIteration|already executing|ignored GeneratorExit)",
    r"I/O operation on (?:closed|uninitialized) ",
    r"dictionary update sequence element ",
    # Syntax
    r"(?:invalid syntax|invalid character|unexpected (?:indent|EOF|character)|expected (?:':'|an indented block))",
    r"(?:unindent does not match|unterminated |EO[LF] (?:while|in) |unmatched |inconsistent use of tabs)",
    r"'[\[({]' was never closed",
    # The system and the standard library
    r"\[(?:Errno|WinError) -?\d+\] ",
    r"\[SSL(?:: [A-Z_]{1,80})?\] ",
    r"time data [^\n]{1,400} does not match format ",
    r"(?:year|month|day|hour|minute|second)\b[^\n]{0,20} (?:is out of range|must be in )",
    r"(?:Invalid isoformat string|unconverted data remains)",
    r"(?:Expecting (?:value|property name|',' delimiter|':' delimiter))[^\n]{0,80}: line ",
    r"(?:Extra data|Unterminated string starting at|Invalid control character at): line ",
    r"Object of type \S{1,200} is not JSON serializable",
    r"Command [^\n]{1,2000} (?:returned non-zero exit status|died with|timed out after) ",
    r"(?:There is no current event loop|Event loop is closed|This event loop is already running|no running event loop)",
    r"asyncio\.run\(\) cannot be called from a running event loop",
    r"cannot reuse already awaited coroutine",
    r"can't start new thread",
)
# What an enumeration says (`5 is not a valid Outer.Kind`); other classes than ValueError say it by statements.
_NO_MEMBER: Final = re.compile(r"[^\n]{1,200} is not a valid (?:\w{1,80}\.){0,8}[A-Z]\w{0,80}[a-z]\w{0,80}$")
# What a mapping says of a key that it lacks: the key's repr. One with blanks may be a sentence that a statement says.
_KEY: Final = re.compile(
    r"""(?:'[^'\s]{0,200}'|"[^"\s]{0,200}"|-?\d[\d.]{0,40}|None|True|False|\([^()\n]{1,200}\)|<[^<>\n]{1,200}>)$"""
)
# What argparse and optparse say below the usage of any program; in other places others say so, too.
_OF_USAGE: Final = re.compile(
    r"(?:the following arguments are required|unrecognized arguments|no such option|ambiguous option): "
    r"|argument [^:\n]{1,200}: (?:invalid [\w.]{1,80} value: |invalid choice: |not allowed with argument )"
    r"|argument [^:\n]{1,200}: expected (?:(?:at (?:least|most) )?one|\d{1,4}) arguments?$"
    r"|too few arguments$"
    r"|-\S{1,200} option (?:requires (?:an|\d{1,4}) arguments?|does not take a value)$"
)
# Python 2 printed its own exceptions with the last one.
_PYTHONS_MODULES: Final = sys.stdlib_module_names | {"exceptions"}
# Python raises these without a word.
_WORDLESS: Final = frozenset({"KeyboardInterrupt", "MemoryError", "StopIteration", "StopAsyncIteration"})
_OF_SYSTEM: Final = re.compile(r"\[Errno (?P<number>-?\d{1,9})\] ")
_SAYS: Final = re.compile("|".join(f"(?:{wording})" for wording in _WORDINGS))


def _is_worded_anew(text: str, number: int) -> bool:
    """Do words stand before the system's own for the number? Then a statement put them there."""
    own = os.strerror(abs(number))
    return own in text and not text.startswith(own)


def says(message: str, exc_type: str, exc_module: str = "") -> bool:
    """Whether this is a wording of Python's own; its values may be any. `exc_type` is "" where it is not known, and
    `exc_module` where it was not printed: what another package's class says in these words, that package says."""
    if exc_module and exc_module.partition(".")[0] not in _PYTHONS_MODULES:
        return False
    said = message.strip()
    if not said:
        return exc_type in _WORDLESS
    if exc_type == "KeyError" and _KEY.match(said):
        return True
    if (system := _OF_SYSTEM.match(said)) and _is_worded_anew(said[system.end() :], int(system["number"])):
        return False
    return _SAYS.match(said) is not None or (exc_type in ("", "ValueError") and _NO_MEMBER.match(said) is not None)


def says_it(error: PastedError) -> bool:
    """Likewise, of an error as it was pasted."""
    if error.dialect == "usage" and _OF_USAGE.match(error.message):
        return True
    return says(error.message, error.exc_type, error.exc_module)
