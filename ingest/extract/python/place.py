"""Where an expression is read: its file, the scope it stands in, and how much work is left for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from tree_sitter import Node

from ingest.extract.pieces import Texts
from ingest.extract.python.scopes import Scope
from ingest.extract.python.source import on_one_line
from ingest.extract.sites import Hole

if TYPE_CHECKING:
    from ingest.extract.python.assumptions import Assumption
    from ingest.extract.python.file import PythonFile

# Expressions read for one statement, names followed included, and how deep they may nest. What is beyond is a Hole.
MAX_STEPS = 1_500
MAX_DEPTH = 90
# The same for a whole file, so that reading it takes linear time: some, and more for each so many bytes.
FILE_STEPS = 5_000
BYTES_A_STEP = 4

Rule = Callable[[Node, "Place"], Texts]


class Rules(NamedTuple):
    """How expressions are read: a rule for each node type, and one for values."""

    read: Mapping[str, Rule]
    value: Rule


class Budget:
    """Steps left for one statement, taken from its file's, and shared by every Place that works on the statement."""

    __slots__ = ("file", "steps")

    def __init__(self, file: PythonFile) -> None:
        self.file = file
        self.steps = min(MAX_STEPS, file.steps)

    def spend(self, steps: int = 1) -> None:
        """So many steps less."""
        self.steps -= steps
        self.file.steps -= steps


class Place:
    """Reads expressions of one scope; `read` for a text, `value` for what is put into one."""

    __slots__ = (
        *("assumed", "budget", "caught", "depth", "file", "handed", "hands_on"),
        *("is_open", "keeps_params", "rules", "scope"),
    )

    def __init__(self, file: PythonFile, scope: Scope, rules: Rules, budget: Budget | None = None) -> None:
        self.file, self.scope, self.rules = file, scope, rules
        self.budget = budget or Budget(file)
        self.depth = 0
        self.caught: set[str] = set()  # names of caught exceptions that were met
        self.hands_on = False  # a parameter was met where a text is expected
        self.handed: set[str] = set()  # parameters that were met where they are put into a text
        self.is_open = False  # parameters, and what `self` holds, stay open within texts too, for linking to fill in
        self.keeps_params = False  # only parameters do
        self.assumed: Assumption | None = None  # what the texts are asked under

    def read(self, node: Node) -> Texts:
        """The texts that `node` may be, as far as this file tells."""
        rule = self.rules.read.get(node.type)
        if rule is None or self.budget.steps <= 0 or self.depth >= MAX_DEPTH:
            return self.hole(node)
        self.budget.spend()
        self.depth += 1
        try:
            return rule(node, self)
        finally:
            self.depth -= 1

    def value(self, node: Node) -> Texts:
        """What `node` says where it is put into a text: fixed text, else a Hole named as it is written."""
        if self.budget.steps <= 0 or self.depth >= MAX_DEPTH:
            return self.hole(node)
        self.budget.spend()
        self.depth += 1
        try:
            return self.rules.value(node, self)
        finally:
            self.depth -= 1

    def text(self, node: Node) -> str:
        """The source of `node`, exactly."""
        return self.file.source[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def source(self, node: Node) -> str:
        """The source of `node` for people: on one line, cut when it is long."""
        return on_one_line(self.file.source[node.start_byte : node.end_byte])

    def hole(self, node: Node) -> Texts:
        """`node` as the one thing that varies."""
        return ((Hole(self.source(node)),),)

    def moved(self, scope: Scope) -> Place:
        """The same reading, in another scope of the file, out of the same budget."""
        place = Place(self.file, scope, self.rules, self.budget)
        place.depth, place.caught = self.depth + 1, self.caught
        place.is_open, place.keeps_params, place.handed = self.is_open, self.keeps_params, self.handed
        place.assumed = self.assumed
        return place
