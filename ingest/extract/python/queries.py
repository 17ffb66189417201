"""The two compiled queries: what a whole file holds of interest, and what binds names within one function.

They run in C; no code here or elsewhere walks a whole tree in Python.
"""

from functools import cache
from operator import attrgetter

import tree_sitter_python
from tree_sitter import Language, Node, Parser, Point, Query, QueryCursor, Range, Tree

from ingest.extract.python.indentation import bounded

_LANGUAGE = Language(tree_sitter_python.language())

# Expressions that an attribute of a class may be and that may hold a text.
ATTRIBUTE_VALUES = (
    *("string", "concatenated_string", "call", "dictionary", "binary_operator", "parenthesized_expression"),
    *("identifier", "attribute", "integer"),
)

_FILE = f"""
    (raise_statement) @raise
    (assert_statement) @assert
    (function_definition) @function
    (class_definition) @class
    (import_statement) @import
    (import_from_statement) @import
    (module (expression_statement (assignment) @constant))
    (module (if_statement (block (expression_statement (assignment) @constant))))
    (module (if_statement (else_clause (block (expression_statement (assignment) @constant)))))
    (module (try_statement (block (expression_statement (assignment) @constant))))
    (module (try_statement (except_clause (block (expression_statement (assignment) @constant)))))
    (class_definition body: (block (expression_statement (assignment left: (identifier)
        right: [{" ".join(f"({kind})" for kind in ATTRIBUTE_VALUES)}])
        @attribute)))
    (expression_statement (call) @call)
    (expression_statement (await (call) @call))
    (return_statement (call) @call)
    (boolean_operator right: (call) @call)
    (return_statement (_) @return)
    """

_BINDINGS = """
    (assignment) @assign
    (augmented_assignment) @augment
    (named_expression) @walrus
    (except_clause (as_pattern alias: (as_pattern_target) @caught))
    (with_item (as_pattern alias: (as_pattern_target) @opaque))
    (for_statement left: (_) @opaque)
    (case_pattern) @opaque
    (global_statement) @outer
    (nonlocal_statement) @outer
    """

# What chooses between the texts of a function, and what does so again.
_CHOICES = """
    (if_statement condition: (_) @test)
    (elif_clause condition: (_) @test)
    (conditional_expression . (_) . (_) @test)
    (boolean_operator left: (_) @test)
    (for_statement) @loop
    (while_statement) @loop
    """

Captures = dict[str, list[Node]]


def symbol(kind: str) -> int:
    """The number of a kind of node, which is told faster than its name."""
    return _LANGUAGE.id_for_node_kind(kind, True) or 0


def parse(source: bytes) -> Tree:
    """The syntax tree of any bytes; what is not Python becomes ERROR nodes."""
    return Parser(_LANGUAGE).parse(bounded(source))


def parse_part(source: bytes, start: int, end: int) -> Tree:
    """The tree of the bytes `start`..`end` of `source`, its nodes where they stand in `source`."""
    row = source.count(b"\n", 0, start)
    last_row = row + source.count(b"\n", start, end)
    first = Point(row, start - (source.rfind(b"\n", 0, start) + 1))
    last = Point(last_row, end - (source.rfind(b"\n", 0, end) + 1))
    return Parser(_LANGUAGE, included_ranges=[Range(first, last, start, end)]).parse(source)


@cache
def _compiled(query: str) -> Query:
    """Compiled when it is first needed: most files need none for the whole of them."""
    return Query(_LANGUAGE, query)


def file_captures(root: Node) -> Captures:
    """The nodes of interest in a file, by capture name, in source order."""
    return _in_order(QueryCursor(_compiled(_FILE)).captures(root))


def binding_captures(function: Node) -> Captures:
    """What binds names inside a function (nested scopes included), by capture name, in source order."""
    return _in_order(QueryCursor(_compiled(_BINDINGS)).captures(function))


def choice_captures(function: Node) -> Captures:
    """The conditions and the loops inside a function, by capture name, in source order."""
    return _in_order(QueryCursor(_compiled(_CHOICES)).captures(function))


def _in_order(captures: Captures) -> Captures:
    """The binding to C gathers nodes in sets, in an order that changes from run to run."""
    for nodes in captures.values():
        nodes.sort(key=attrgetter("start_byte"))
    return captures
