"""A function that users do not call themselves -> those they know and that lead to it, up the call graph. Pure.

Only calls whose target is certain: of a module's function by its name, of a method by `self`, in the class itself, in
one that it derives from, or in one that derives from it without a method of that name.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ingest.explain import callbacks, offers
from ingest.explain.facts import Caller
from ingest.explain.fields import name_of
from ingest.explain.index import Index, Remembered
from ingest.explain.outline import Definition, qualname
from ingest.explain.passage import Raised, handed_over, is_caught, is_ruled_out, raised_by_call
from ingest.explain.scope import parameters, scope_of
from ingest.explain.source import Source
from ingest.explain.trees import Function, written

MOST: Final = 4
_MOST_STEPS: Final = 4
_MOST_SEEN: Final = 24
_MOST_FILES: Final = 12
_PART_OF_NAME: Final = re.compile(r"[\w.]")
_MOST_BASES: Final = 8
_OWN: Final = ("self", "cls", "super()")
_MOST_ASKING: Final = 6
_MOST_WAYS: Final = 6

Called = tuple[Source, str, str]  # file, class or "", name
Key = tuple[str, str, str]  # the same, by its file's path
Way = tuple[Called, list[Raised]]  # the error as who calls it meets it, for each way to it; none if all may be
Calling = tuple[Caller, Called, ast.Call]  # who calls, as people know it and as it is found, and how


class Calls:
    """Who calls functions, each looked for once."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._known: Remembered[tuple[str, str, str], list[Calling]] = {}
        self._asked: Remembered[str, list[Calling]] = {}
        self._kept: Remembered[tuple[str, str, str], bool] = {}

    def of(self, called: Called) -> list[Calling]:
        source, owner, name = called
        key = (source.path, owner, name)
        return self._index.remembered(self._known, key, lambda: self._of(called))

    def are_users(self, called: Called) -> bool:
        """Whether users call it themselves, as far as its name tells and what packages offer."""
        source, owner, name = called
        key = (source.path, owner, name)
        is_kept = self._index.remembered(
            self._kept,
            key,
            lambda: (
                offers.is_kept(source, owner, name, self._index) or callbacks.is_of_c(source, owner, name, self._index)
            ),
        )
        return is_public(owner, name) and not is_kept

    def are_known(self, called: Called) -> bool:
        """Whether those are all that call it, as far as it is called by its name: a function where it is imported."""
        if is_public(called[1], called[2]):
            return False
        if not called[1]:
            return bool(self._index.calling(called[2]))
        places = {(caller.fact.path, caller.fact.line) for caller, _, _ in self.of(called)}
        return len(places) >= self._index.called(called[2])

    def are_all(self, called: Called) -> bool:
        """Whether nothing else can come to it: it is named nowhere but where it is defined, imported and called so."""
        source, _, name = called
        if not name.startswith("_") or name.endswith("__"):
            return False
        bringing = [self._index.source(path) for path in self._index.bringing(name, source.path)]
        places = {(caller.fact.path, caller.fact.line) for caller, _, _ in self.of(called)}
        is_under_own_name = all(asker is not None and name in asker.imported for asker in bringing)
        return is_under_own_name and self._index.mentioned(name) == len(places) + len(bringing)

    def _of(self, called: Called) -> list[Calling]:
        found = list(_callers(called, self._index))
        if found:
            return found
        return self._index.remembered(self._asked, called[2], lambda: _of_objects(called[2], self._index))


def reach(source: Source, owner: str, name: str, calls: Calls, error: Raised | None = None) -> tuple[Caller, ...]:
    """The nearest callers that users know; () if they know the function itself, or if those are not known.

    Those that cannot bring about `error`, or keep it to themselves, are left out.
    """
    if calls.are_users((source, owner, name)):
        return ()
    found: dict[str, Caller] = {}
    level: dict[Key, Way] = {(source.path, owner, name): ((source, owner, name), [error] if error else [])}
    seen: set[Key] = set(level)
    for step in range(_MOST_STEPS):
        above: dict[Key, Way] = {}
        for called, errors in level.values():
            for caller, at, call in calls.of(called):
                key = (at[0].path, at[1], at[2])
                is_users = calls.are_users((at[0], caller.qualname.rpartition(".")[0].rpartition(".")[2], at[2]))
                if key in seen and step == 0 and caller.qualname in found:
                    # A second call hands over something else: which of them raised is not known.
                    found[caller.qualname] = replace(found[caller.qualname], gives=())
                is_done = key in seen and (is_users or error is None)
                if is_done or len(seen) > _MOST_SEEN or not _leads(at, call, errors):
                    continue
                seen.add(key)
                if is_users:
                    gives = handed_over(call, error) if error and step == 0 else ()
                    found.setdefault(caller.qualname, replace(caller, is_direct=step == 0, gives=gives))
                else:
                    # By another way it may be come to with what was ruled out for the first.
                    known = above.setdefault(key, (at, []))[1]
                    known[:] = _few([*known, *_above(at, call, errors)])
        level = above
    return tuple(found.values())


def _leads(at: Called, call: ast.Call, errors: list[Raised]) -> bool:
    return not errors or any(leads(at, call, error) for error in errors)


def _above(at: Called, call: ast.Call, errors: list[Raised]) -> list[Raised]:
    """The error as who calls the caller meets it, for each way that there is to it."""
    function = _function(at)
    ways = [error for error in errors if leads(at, call, error)]
    return [raised_by_call(function, at[1], call, error) if function else replace(error, atoms=()) for error in ways]


def _few(errors: list[Raised]) -> list[Raised]:
    """Of many ways none is looked at more closely."""
    return errors if len(errors) <= _MOST_WAYS else [replace(errors[0], atoms=())]


def leads(at: Called, call: ast.Call, error: Raised) -> bool:
    """Whether a call can bring the error about and passes it on."""
    function = _function(at)
    if function is None:
        return True
    return not is_caught(function, call, error.classes) and not is_ruled_out(function, call, error)


def _function(at: Called) -> Function | None:
    home, owner, name = at
    return home.method(owner, name) if owner else home.module_function(name)


def is_public(owner: str, name: str) -> bool:
    is_special = name.startswith("__") and name.endswith("__")
    return (is_special or not name.startswith("_")) and not owner.startswith("_")


def _callers(called: Called, index: Index) -> Iterator[Calling]:
    source, owner, name = called
    if owner:
        yield from _by_self(source, owner, name, owner)
        yield from _by_bases(source, owner, name, index)
        for path, derived in index.derived(owner, source.path)[:_MOST_FILES]:
            home = index.source(path)
            if home and name not in home.methods(derived):
                yield from _by_self(home, derived, name, derived)
        return
    yield from _by_name(source, name)
    for path in index.calling(name) if name.startswith("_") else index.bringing(name, source.path):
        asker = index.source(path) if path != source.path else None
        module = asker.imported.get(name) if asker else None
        if asker and module is not None and index.is_module(source.path, module, asker.path):
            yield from _by_name(asker, name)


def _by_bases(source: Source, owner: str, name: str, index: Index) -> Iterator[Calling]:
    """Methods that the class inherits: what they call by `self` is its own."""
    left, seen, nearer = [(source, owner)], {owner}, set(source.methods(owner))
    while left and len(seen) < _MOST_BASES:
        home, derived = left.pop(0)
        node = home.class_named(derived)
        for base in map(name_of, node.bases) if node else ():
            found = index.find(base, home) if base not in seen else None
            seen.add(base)
            if found:
                # What a nearer class defines anew never runs for this one.
                calls = [item for item in _by_self(found[0], base, name, base) if item[1][2] not in nearer]
                yield from ((_inherited(caller, owner), at, call) for caller, at, call in calls)
                nearer.update(found[0].methods(base))
                left.append((found[0], base))


def _inherited(caller: Caller, owner: str) -> Caller:
    """A method as the class has it that inherits it: called on another class, it calls that one's own method."""
    if owner.startswith("_"):
        return caller
    return replace(caller, qualname=f"{owner}.{caller.qualname.rpartition('.')[2]}", stands_in=caller.qualname)


def _by_self(source: Source, owner: str, name: str, within: str) -> Iterator[Calling]:
    text = source.class_text(within)
    for item, line in text.called.get(name, ()) if text else ():
        call = source.call(item, name, line)
        if call and (facts := source.line_fact(line, name)):
            caller = Caller(f"{owner}.{item.name}", facts[0], hands=_handed(source, item, call))
            yield caller, (source, owner, item.name), call


def _by_name(source: Source, name: str) -> Iterator[Calling]:
    if name not in source.text:
        return
    for line in _called_on(source, name):
        chain = source.outline.around(line)
        if not chain or chain[-1].kind != "def" or any(item.kind == "def" for item in chain[:-1]):
            continue
        call = source.call(chain[-1], name, line)
        if call and (facts := source.line_fact(line, name)):
            owner = chain[-2].name if len(chain) > 1 else ""
            hands = _handed(source, chain[-1], call)
            yield Caller(qualname(chain), facts[0], hands=hands), (source, owner, chain[-1].name), call


def _of_objects(name: str, index: Index) -> list[Calling]:
    """Who calls a method of this name of an object that it has; nothing unless it is clear whose method that is.

    A private name is called by the project's own code alone: where one method has it, no other can be meant, and of
    several that one function calls, each is come to by that function.
    """
    paths = index.calling(name)
    found: list[Calling] = []
    for source in filter(None, map(index.source, paths if len(paths) <= _MOST_ASKING else ())):
        for line in _asked_on(source, name):
            chain = source.outline.around(line)
            call = source.call(chain[-1], name, line) if chain and chain[-1].kind == "def" else None
            facts = source.line_fact(line, name)
            if (
                call is None
                or not facts
                or any(item.kind == "def" for item in chain[:-1])
                or len(found) == _MOST_ASKING
            ):
                return []
            owner = chain[-2].name if len(chain) > 1 else ""
            caller = Caller(qualname(chain), facts[0], hands=_handed(source, chain[-1], call))
            found.append((caller, (source, owner, chain[-1].name), call))
    is_clear = len({caller.qualname for caller, _, _ in found}) == 1 or index.defined(name) == 1
    return found if is_clear else []


def _asked_on(source: Source, name: str) -> Iterator[int]:
    """The lines on which a method of this name is called, but of the object itself, which others look for."""
    at = source.text.find(f".{name}(")
    while at >= 0:
        if not source.text.endswith(_OWN, 0, at):
            yield source.outline.line_of(at)
        at = source.text.find(f".{name}(", at + 1)


def _called_on(source: Source, name: str) -> Iterator[int]:
    """The lines on which `name(` stands, once for each time."""
    at = source.text.find(f"{name}(")
    while at >= 0:
        before = source.text[max(0, at - 4) : at]
        if before != "def " and not _PART_OF_NAME.match(before[-1:]):
            yield source.outline.line_of(at)
        at = source.text.find(f"{name}(", at + 1)


def _handed(source: Source, item: Definition, call: ast.Call) -> tuple[tuple[str, str], ...]:
    """The function's own parameters among the arguments that the call names alike, or leaves to their places.

    With their defaults, as source text; "" where there is none. One that has another value by then is not the caller's.
    """
    node = source.function(item)
    kept = scope_of(node).at(call.lineno, call.lineno + 1).given() if node else ()
    own = (
        {part.arg: written(value) if value else "" for part, value in parameters(node) if part.arg in kept}
        if node
        else {}
    )
    given = [argument for argument in call.args if isinstance(argument, ast.Name)]
    named = [part.value for part in call.keywords if isinstance(part.value, ast.Name) and part.value.id == part.arg]
    names = [argument.id for argument in (*given, *named) if isinstance(argument, ast.Name)]
    return tuple((name, own[name]) for name in names if name in own)
