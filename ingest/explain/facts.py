"""The words that evidence speaks: plain values, each with the place in the Pin that says it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

# Where a name's value comes from. "key" = taken out of a dict by a fixed key; "field" = given to a dataclass or
# the like; "declared" = stands in another class's body, or is set by its code as well; "call" = what a call gives;
# "object" = an attribute of a parameter whose class is not known; "item" = one after the other of what is looped over;
# "computed" = made of other values; "state" = set by methods of the object itself.
Origin = Literal[
    "parameter", "key", "environment", "setting", "attribute", "field", "object", "declared", "constant", "call",
    "item", "computed", "state",
]  # fmt: skip
_SPECIAL: Final = re.compile(r"__\w+__")
_CALLED: Final = frozenset({"__init__", "__new__", "__call__", "__init_subclass__", "__post_init__"})
OPTIONS: Final = frozenset({"parameter", "key", "environment", "setting", "field", "attribute", "object"})


def is_operand(function: str) -> bool:
    """Whether what a function is given is what an operator works with: of a special method that users do not call."""
    return bool(_SPECIAL.fullmatch(function)) and function not in _CALLED


@dataclass(frozen=True, slots=True)
class Fact:
    """A place that says something: `quote` stands on that line (1-based) of the file, as written."""

    path: str
    line: int
    quote: str


@dataclass(frozen=True, slots=True)
class Choices:
    """The values that something may have, as source text, and the place that lists them.

    `is_open`: other code than what lists them may have changed them.
    """

    values: tuple[str, ...]
    facts: tuple[Fact, ...]
    are_keys: bool = False
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Setter:
    """A method that gives an attribute of its object a value, as source text."""

    method: str
    value: str
    fact: Fact


@dataclass(frozen=True, slots=True)
class Binding:
    """Where the value of `name`, an expression as a guard writes it, comes from.

    `owner` is the function, dict, class or call that it is taken from, `key` what it is called there. `default` is
    source text, None where there is none or it is not known. `help` is upstream's own text on a field. `expr` is what
    an item or a computed value is made of, `roots` are the options in that; `setters` are the methods that set a state.
    """

    name: str
    origin: Origin
    owner: str
    key: str
    facts: tuple[Fact, ...]
    default: str | None = None
    annotation: str = ""
    choices: Choices | None = None
    help: str = ""
    expr: str = ""
    roots: tuple[Binding, ...] = ()
    setters: tuple[Setter, ...] = ()
    given_to: tuple[str, ...] = ()  # the functions that users give it to, where that is not `owner`
    is_given_elsewhere: bool = False  # to others as well, as far as is known
    place: int | None = None  # of a parameter that may be given by place; of a key, its dict's

    @property
    def is_option(self) -> bool:
        """Whether somebody outside of the function can turn it."""
        return self.origin in OPTIONS and not (self.origin == "parameter" and is_operand(self.owner))


@dataclass(frozen=True, slots=True)
class Condition:
    """A guard that holds when the statement runs, in the source's words; `fact` is where it is tested."""

    text: str
    fact: Fact
    is_trap: bool = False  # the code raises as well when it does not hold
    is_passed: bool = False  # a check before the statement that would have raised something else
    others: tuple[Fact, ...] = ()  # where else it is tested, if it was put together
    before: tuple[str, ...] = ()  # what it is about and has been set anew since: it held before that
    is_given: bool = False  # of these, that they were as the caller gave them

    @property
    def facts(self) -> tuple[Fact, ...]:
        return (*self.others, self.fact)


@dataclass(frozen=True, slots=True)
class Derived:
    """Of a condition, by its text, the options that decide it, and what the function makes of them on the way.

    `steps` are variables with what each is made of, as source text, the nearest first.
    """

    text: str
    steps: tuple[tuple[str, str, Fact], ...]
    options: tuple[Binding, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """What a name holds when it is tested: one of the values, as source, or if `is_given` still the caller's."""

    name: str
    values: tuple[str, ...]
    is_given: bool
    at: int  # the line of what binds it for certain, else 0
    tested: int  # the line
    facts: tuple[Fact, ...]
    looped: str = ""  # what it is an item of, as source, unless the loop has set it anew
    is_collection: bool = False  # each value is a text, or holds items


@dataclass(frozen=True, slots=True)
class Attempt:
    """The `try` whose handler the statement stands in: the classes it handles and the calls it guards.

    `given` are the options that the one statement works with, if the block holds no other.
    """

    handled: tuple[str, ...]
    calls: tuple[str, ...]
    imports: tuple[str, ...]
    only: str  # the one statement that the block holds, as written; "" if it holds more
    fact: Fact
    facts: tuple[Fact, ...]
    given: tuple[Binding, ...] = ()


@dataclass(frozen=True, slots=True)
class Kept:
    """What always catches an error, as written, and the value it returns instead; it may hand the error on as well.

    `by` is the function that does so, "" for the one that raises it."""

    header: str
    returned: str
    fact: Fact
    by: str = ""


@dataclass(frozen=True, slots=True)
class Need:
    """What a function of the Pin that a condition calls looks for: a module that can be imported, or a variable."""

    called: str  # as the condition writes it
    kind: Literal["module", "environment"]
    name: str
    facts: tuple[Fact, ...]
    beside: tuple[str, ...] = ()  # what else the same `try` imports, so that it may as well be what failed
    is_error: bool = False  # what is tested holds the error of the import, so that it is None where that went well

    @property
    def packages(self) -> tuple[str, ...]:
        """One module of each package that is imported there, relative imports left out."""
        modules = [self.name, *(name for name in self.beside if not name.startswith("."))]
        return tuple({name.partition(".")[0]: name for name in reversed(modules)}.values())[::-1]


@dataclass(frozen=True, slots=True)
class Caller:
    """A function that users know and that leads to the statement; `fact` is where it calls what comes next, which is
    the function that raises if it `is_direct`."""

    qualname: str
    fact: Fact
    is_direct: bool = True
    hands: tuple[tuple[str, str], ...] = ()  # its parameters that it hands on under their own names, and their defaults
    stands_in: str = ""  # what it is called where it is defined, if a class inherits it
    gives: tuple[tuple[str, str], ...] = ()  # what it hands over in a call of its own, by the parameters that take it


@dataclass(frozen=True, slots=True)
class Led:
    """A call of the function that raises, in whatever function, with the conditions there that lead to it."""

    qualname: str
    conditions: tuple[Condition, ...]
    fact: Fact


@dataclass(frozen=True, slots=True)
class Kin:
    """A class that derives from the same one as the statement's does, and has a method of the same name.

    `reads` are the keys and names of the statement's conditions that its method reads, `is_refusing` tells that it does
    nothing but raise.
    """

    name: str
    is_refusing: bool
    reads: tuple[str, ...]
    fact: Fact


@dataclass(frozen=True, slots=True)
class Setting:
    """Python: what comes before, and the statements of which one raises."""

    before: str
    failing: str


@dataclass(frozen=True, slots=True)
class Proof:
    """An upstream test that expects the error: `code` are the lines that do, dedented.

    `setting` is what makes them run alone, if that is known.
    """

    path: str
    line: int
    test: str
    expects: str
    code: str
    quote: str
    setting: Setting | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What is known of one statement. It equals itself alone, so that what rules find in it may be kept by it."""

    kind: str
    exc_type: str
    exc_qualified: str
    bases: tuple[str, ...]
    path: str
    line: int
    qualname: str
    conditions: tuple[Condition, ...]
    bindings: tuple[Binding, ...]
    site: Fact
    statement: tuple[str, ...] = ()  # its lines, as far as they are known
    message: str = ""  # its first wording, Holes written {expression}
    doc: str = ""
    doc_facts: tuple[Fact, ...] = ()
    documented: tuple[tuple[str, Fact], ...] = ()  # what the docstring says of when it raises the class
    base_facts: tuple[Fact, ...] = ()  # where the exception's class says what it is a kind of
    cause: str = ""
    via: str = ""
    attempt: Attempt | None = None
    exhausted: Fact | None = None  # the loop that ended without returning, below all conditions
    past: tuple[Condition, ...] = ()  # of the blocks around it, on what has been set anew since
    held: tuple[Held, ...] = ()  # what the names hold that conditions test
    is_settled: bool = False  # within the function nothing but its conditions decides that it runs
    kept: Kept | None = None  # what of the function catches the error
    is_stub: bool = False  # the function does nothing but raise
    is_base: bool = False  # a class of the Pin derives from the one whose method the function is
    owner: str = ""  # the class whose method the function is
    accessed: str = ""  # of a property's method what is done to the attribute when it runs: read, set or deleted
    variables: tuple[str, ...] = ()  # what the function binds itself, its parameters left out
    parameters: tuple[str, ...] = ()  # of the function, as far as they have the caller's value at the statement
    is_public: bool = True  # whether users call the function themselves, as far as its name tells
    reach: tuple[Caller, ...] = ()
    instead: tuple[str, Fact] | None = None  # what it returns where the last condition does not hold, if just that
    led: tuple[Led, ...] = ()  # of a function that raises whenever it is called, the calls
    kin: tuple[Kin, ...] = ()
    kin_base: str = ""  # the class that they have in common
    needs: tuple[Need, ...] = ()
    proofs: tuple[Proof, ...] = ()
    origins: tuple[tuple[str, str], ...] = ()  # what names tested or caught are outside of the Pin, in full
    derived: tuple[Derived, ...] = ()  # of the nearest condition
    stored: tuple[str, ...] = ()  # the attributes that the function sets, as written
    is_touched: bool = False  # by the time of its conditions its object may be another than when users call it
    tag: tuple[str, Fact] | None = None  # what the function reads where it reads a tag of templates, as these write it
    spoken: tuple[Binding, ...] = ()  # the options that the message names

    def origin(self, name: str) -> str:
        """What a name, or a dotted one, is in full: `requests.Timeout`; "" if it is not known, or the Pin's own."""
        head, dot, rest = name.partition(".")
        return f"{found}{dot}{rest}" if (found := dict(self.origins).get(head)) else ""

    def said(self, quote: str) -> tuple[Fact, ...]:
        """The line of the statement that holds `quote`; else where the statement begins."""
        for offset, text in enumerate(self.statement):
            if quote in text:
                return (Fact(self.path, self.line + offset, quote),)
        return (self.site,) if self.site.quote else ()

    def binding(self, name: str) -> Binding | None:
        return next((binding for binding in self.bindings if binding.name == name), None)
