"""A stored site and the file that it stands in -> Evidence. Pure."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Final

from ingest.explain import caught
from ingest.explain.attempted import attempted
from ingest.explain.bindings import Frame
from ingest.explain.calling import led
from ingest.explain.conditions import Atom, alternatives, atoms
from ingest.explain.derivation import derived
from ingest.explain.documented import documented
from ingest.explain.expressions import shown_of, subjects
from ingest.explain.facts import Attempt, Binding, Caller, Condition, Derived, Evidence, Fact, Led, Need
from ingest.explain.handing import handed
from ingest.explain.held import held
from ingest.explain.index import Index
from ingest.explain.kin import kin
from ingest.explain.leading import conditions_of, instead, is_settled, past_conditions
from ingest.explain.needs import missing_import, need
from ingest.explain.origins import origin
from ingest.explain.passage import Raised, raised
from ingest.explain.reach import Calls, reach
from ingest.explain.registered import tag
from ingest.explain.renaming import renamed
from ingest.explain.source import Source
from ingest.explain.spoken import spoken
from ingest.explain.stored import StoredSite, bare
from ingest.explain.touched import is_touched
from ingest.explain.trees import Function, accessed, expression, is_stub, walked, written
from ingest.explain.whole import is_whole_in
from kb.guards import deciding

MOST_BINDINGS: Final = 8
_QUOTE_LENGTH: Final = 40
_ROUNDS: Final = re.compile(r"(?:async )?for \w+ in range\(([\w.]+)\):")


class Reader:
    """Reads the sites of one file; frames are kept, since a function often raises more than once."""

    def __init__(self, source: Source, index: Index) -> None:
        self.source, self.index = source, index
        self._frames: dict[int, Frame] = {}
        self._calls = Calls(index)

    def evidence(self, site: StoredSite) -> Evidence:
        function, owner = self.source.function_at(site.line, site.qualname) or (None, "")
        frame = self._frame(function, owner, is_nested="<locals>" in site.qualname) if function is not None else None
        lines = tuple(self.source.lines[site.line - 1 : site.end_line])
        frame = frame.at(site.line, site.end_line + 1) if frame else None
        guards = site.facts.get("guards", ())
        conditions = tuple(conditions_of(guards, site.line, self.source, frame))
        past = tuple(past_conditions(guards, site.line, self.source, frame)) if frame else ()
        exhausted = self._exhausted(frame, site.line, conditions) if frame else None
        ended = exhausted or (
            replace(conditions[-1].fact, quote=conditions[-1].text) if conditions else Fact("", 0, "")
        )
        bindings = tuple(self._bindings(frame, site, conditions, ended)) if frame else ()
        known = replace(
            bare(site),
            conditions=conditions,
            bindings=bindings,
            site=Fact(site.path, site.line, lines[0].strip() if lines else ""),
            statement=lines,
            base_facts=self._bases(site),
            past=past,
            held=held((*past, *conditions), frame) if frame else (),
            is_settled=is_settled(guards, (*past, *conditions), exhausted, site.line, frame),
            needs=tuple(self._needs(conditions, frame)),
            owner=owner,
            accessed=accessed(function) if function is not None else "",
            variables=frame.scope.variables if frame else (),
            parameters=frame.scope.given() if frame else (),
            origins=self._origins(conditions, frame),
        )
        if frame is None or function is None:
            return known
        called = (self.source, owner, function.name)
        is_users = self._calls.are_users(called)
        kept = caught.kept(self.source, function, known, self._calls)
        error = None if is_users else self._error(known, function)
        is_led_to = not (is_users or kept or "<locals>" in site.qualname)
        callers = reach(self.source, owner, function.name, self._calls, error) if is_led_to else ()
        keys = tuple(item.key for item in bindings if item.origin in ("key", "parameter"))
        stub = is_stub(function)
        # Of a stub only its own name counts: a class that defines what calls it may as well not define it.
        above = () if stub else callers
        methods = [function.name, *(item.qualname.rpartition(".")[2] for item in above)]
        kin_base, beside = kin(self.source, owner, methods, keys, self.index) if owner and (stub or keys) else ("", ())

        def given(item: Binding) -> Binding:
            return self._given(item, frame, site, callers, error)

        attempt = attempted(frame, site.line, given)
        return replace(
            known,
            doc_facts=self._doc(function),
            documented=documented(self.source, function, owner, site.exc_type, _told(site, conditions)),
            attempt=attempt,
            origins=(*known.origins, *self._known_as(attempt.handled if attempt else (), frame)),
            exhausted=exhausted,
            kept=kept,
            is_stub=stub,
            is_base=stub and bool(self.index.derived(owner, self.source.path)),
            bindings=tuple(map(given, bindings)),
            derived=() if attempt else tuple(self._derived(frame, conditions, given)),
            is_public=is_users,
            reach=callers,
            instead=instead(conditions, site.line, frame),
            led=self._led(known, function, attempt),
            stored=tuple(sorted(frame.scope.stored)),
            is_touched=is_touched(function, conditions, () if is_users else self._calls.of(called)),
            tag=tag(function, self.source),
            spoken=spoken(site.message, frame, callers, given),
            kin=beside,
            kin_base=kin_base,
        )

    def _derived(
        self, frame: Frame, conditions: tuple[Condition, ...], given: Callable[[Binding], Binding]
    ) -> Iterator[Derived]:
        decisive = deciding([condition.text for condition in conditions])
        near = next((item for item in reversed(conditions) if decisive and item.text == decisive[-1]), None)
        for atom in atoms(near.text) if near else ():
            there = frame.at(near.fact.line) if near else frame
            if found := derived(there, atom.node, given):
                yield found

    def _frame(self, function: Function, owner: str, *, is_nested: bool) -> Frame:
        if function.lineno not in self._frames:
            self._frames[function.lineno] = Frame(function, owner, self.source, self.index, is_nested=is_nested)
        return self._frames[function.lineno]

    def _error(self, known: Evidence, function: Function) -> Raised:
        tested = [atom for condition in known.conditions for atom in atoms(condition.text)]
        return raised(known.exc_type, known.bases, function, known.owner, tested)

    def _led(self, known: Evidence, function: Function, attempt: Attempt | None) -> tuple[Led, ...]:
        """Of a function that users do not call and that does nothing on conditions of its own."""
        is_bare = not (known.conditions or known.past or known.kept or known.exhausted or attempt)
        is_users = self._calls.are_users((self.source, known.owner, function.name))
        if not is_bare or is_users or "<locals>" in known.qualname:
            return ()
        return led(self._calls.of((self.source, known.owner, function.name)))

    def _needs(self, conditions: tuple[Condition, ...], frame: Frame | None) -> Iterator[Need]:
        for text in deciding([condition.text for condition in conditions]):
            for atom in atoms(text):
                for part in alternatives(atom) or [atom]:
                    yield from self._need(part, frame)

    def _need(self, atom: Atom, frame: Frame | None) -> Iterator[Need]:
        if isinstance(atom.node, ast.Call) and (found := need(atom.node, self.source, self.index)):
            yield found
        subject = atom.subject
        is_global = isinstance(subject, ast.Name) and not (frame and frame.scope.is_local(subject.id))
        found = missing_import(written(subject), self.source) if is_global else None
        # A module of the Pin's own is never what lacks: something that it imports does.
        if found and not self.index.is_own(found.name.partition(".")[0]):
            yield found

    def _origins(self, conditions: tuple[Condition, ...], frame: Frame | None) -> tuple[tuple[str, str], ...]:
        """Of the names that the deciding comparisons begin with."""
        compared = [
            atom.node.left
            for text in deciding([condition.text for condition in conditions])
            for atom in atoms(text)
            if isinstance(atom.node, ast.Compare)
        ]
        names = [node.id for side in compared for node in walked(side) if isinstance(node, ast.Name)]
        return self._known_as(names, frame)

    def _known_as(self, names: Iterable[str], frame: Frame | None) -> tuple[tuple[str, str], ...]:
        """The first parts of names with what they are in full, those that are known."""
        heads = dict.fromkeys(name.partition(".")[0] for name in names)
        scope = frame.scope if frame else None
        found = ((head, origin(head, scope, self.source, self.index)) for head in heads)
        return tuple((head, full) for head, full in found if full)

    def _doc(self, function: Function) -> tuple[Fact, ...]:
        first = function.body[0]
        if not isinstance(first, ast.Expr) or not isinstance(first.value, ast.Constant):
            return ()
        text = str(first.value.value).strip().partition("\n")[0]
        return self.source.facts(first, text[:_QUOTE_LENGTH].strip())

    def _bases(self, site: StoredSite) -> tuple[Fact, ...]:
        known = self.index.find(name := site.exc_type, self.source)
        return known[0].facts(known[1], f"class {name}") if known else ()

    def _bindings(
        self, frame: Frame, site: StoredSite, conditions: tuple[Condition, ...], ended: Fact
    ) -> Iterator[Binding]:
        """Of what decides, of the Holes, and of the rounds of the loop whose header `ended` is.

        What is said of a name has to hold where it is tested and where the statement shows it.
        """
        named: dict[str, tuple[ast.expr, set[int]]] = {}
        for node, line in self._named(site, conditions, ended):
            named.setdefault(written(node), (node, set()))[1].add(line)
        for node, lines in list(named.values())[:MOST_BINDINGS]:
            binding = frame.binding(node)
            if binding and all(line == site.line or _is_same(node, frame, frame.at(line)) for line in lines):
                yield binding

    def _named(
        self, site: StoredSite, conditions: tuple[Condition, ...], ended: Fact
    ) -> Iterator[tuple[ast.expr, int]]:
        """With the lines on which they are looked at."""
        decisive = set(deciding([condition.text for condition in conditions]))
        for condition in conditions:
            for atom in atoms(condition.text) if condition.text in decisive else ():
                yield from ((node, condition.fact.line) for node in subjects(atom.node))
        for piece in site.pieces:
            is_shown = isinstance(piece, dict) and self._is_own(piece["hole"], site)
            hole = expression(piece["hole"].removesuffix("!r")) if isinstance(piece, dict) and is_shown else None
            hole = shown_of(hole) if hole is not None else None
            if isinstance(hole, ast.Name | ast.Attribute):
                yield hole, site.line
        rounds = expression(found[1]) if (found := _ROUNDS.match(ended.quote)) else None
        if rounds is not None:
            yield rounds, ended.line

    def _is_own(self, hole: str, site: StoredSite) -> bool:
        """Whether what a message shows is of the function: what the exception's class makes of it has other names."""
        if is_whole_in(hole.removesuffix("!r"), " ".join(self.source.lines[site.line - 1 : site.end_line])):
            return True
        words = [word for piece in site.pieces if isinstance(piece, str) for word in piece.split()]
        function = self.source.function_at(site.line, site.qualname)
        start = function[0].lineno if function else site.line
        text = "\n".join(self.source.lines[start - 1 : site.end_line])
        return sum(word in text for word in words) * 2 > len(words)

    def _given(
        self, binding: Binding, frame: Frame, site: StoredSite, callers: tuple[Caller, ...], error: Raised | None
    ) -> Binding:
        """What is taken from `**kwargs`, or handed on to a function that users do not call: with those that they do."""
        if "<locals>" in site.qualname:
            return binding
        if binding.roots:
            binding = replace(
                binding, roots=tuple(self._given(root, frame, site, callers, error) for root in binding.roots)
            )
        public = (site.qualname,) * self._calls.are_users((self.source, frame.owner, frame.function.name))
        if binding.origin == "key" and binding.owner in frame.scope.variadic:
            handing = tuple(item.qualname for item in callers if f"**{binding.owner}" in self._line(item.fact))
            return replace(binding, given_to=handing or public)
        if binding.origin == "key" and (given := frame.scope.parameter(binding.owner)):
            return replace(binding, place=frame.place(given[0]))
        if binding.origin in ("parameter", "object") and not public:
            name = binding.key if binding.origin == "parameter" else binding.owner
            handed_on = [item for item in callers if name in dict(item.hands)]
            if not handed_on and binding.origin == "parameter" and (known := renamed(binding, callers, self.index)):
                return known
            if not handed_on and binding.origin == "parameter" and callers:
                called = (self.source, frame.owner, frame.function.name)
                if known := handed(binding, called, self._calls, self.index, error):
                    return known
            # What is left out of a call of theirs has their default, not this function's.
            defaults = {dict(item.hands)[name] or None for item in handed_on} or {binding.default}
            given_to = tuple(item.qualname for item in handed_on)
            is_elsewhere = bool(given_to) and not self._calls.are_known((self.source, frame.owner, frame.function.name))
            default = defaults.pop() if len(defaults) == 1 else None
            return replace(binding, given_to=given_to, is_given_elsewhere=is_elsewhere, default=default)
        return binding

    def _line(self, fact: Fact) -> str:
        source = self.source if fact.path == self.source.path else self.index.source(fact.path)
        return source.lines[fact.line - 1] if source else ""

    def _exhausted(self, frame: Frame, line: int, conditions: tuple[Condition, ...]) -> Fact | None:
        loop = frame.scope.loop_before(line, max((item.fact.line for item in conditions), default=0))
        text = self.source.lines[loop.lineno - 1].strip() if loop else ""
        return Fact(self.source.path, loop.lineno, text) if loop and text.endswith(":") else None


def _told(site: StoredSite, conditions: tuple[Condition, ...]) -> str:
    return " ".join((site.message, *(item.text for item in conditions[-1:])))


def _is_same(node: ast.expr, here: Frame, there: Frame) -> bool:
    """Whether an expression has the same value in two places of a function, as far as what binds its names tells."""
    names = [item.id for item in walked(node) if isinstance(item, ast.Name)]
    is_bound_alike = all(here.scope.bound(name) == there.scope.bound(name) for name in names)
    return is_bound_alike and here.binding(node) == there.binding(node)
