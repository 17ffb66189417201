"""Captured `raise` and `assert` statements -> ExtractedSites."""

from __future__ import annotations

from tree_sitter import Node

from ingest.extract.pieces import NONE, Texts, messages
from ingest.extract.python.documentation import first_paragraph
from ingest.extract.python.exceptions import Raised, merged, read_exception
from ingest.extract.python.file import PythonFile
from ingest.extract.python.forms import form_of
from ingest.extract.python.guards import guards_of
from ingest.extract.python.handing import hands_on
from ingest.extract.python.kinds import kind_of_raise
from ingest.extract.python.passing import passing_call
from ingest.extract.python.place import Place, Rules
from ingest.extract.python.reasons import reason_for
from ingest.extract.python.scopes import Scope
from ingest.extract.sites import ExtractedSite, Kind


def raise_site(node: Node, file: PythonFile, rules: Rules) -> ExtractedSite:
    """The site of a `raise`."""
    scope = file.scopes.at(node.start_byte)
    place = Place(file, scope, rules)
    place.keeps_params = scope.is_function
    cause = node.child_by_field_name("cause")
    expression = node.named_children[0] if node.named_children else None
    if expression is not None and expression.type == "comment":
        expression = next((child for child in node.named_children if child.type != "comment"), None)
    if expression is None or expression == cause:
        raised = Raised("", "reraise", (), "caught exception")
    else:
        raised = merged(read_exception(expression, place))
    file.raised.add(raised.exc.rsplit(".", 1)[-1])
    if scope.is_function and (place.hands_on or hands_on(raised.texts, place)):
        file.raisers.add(scope.name)
        file.handing_on.add(scope.start)
    kind = kind_of_raise(raised.exc, expression, place)
    return site_of(node, kind, raised, place, cause=place.source(cause) if cause else "")


def returned_site(node: Node, file: PythonFile, rules: Rules) -> ExtractedSite | None:
    """The site of an exception that is built and returned, as if it were raised; None where it says nothing."""
    place = Place(file, file.scopes.at(node.start_byte), rules)
    place.keeps_params = True
    raised = merged(read_exception(node, place))
    return site_of(node, kind_of_raise(raised.exc, node, place), raised, place) if raised.texts else None


def assert_site(node: Node, file: PythonFile, rules: Rules) -> ExtractedSite | None:
    """The site of an `assert` with a message; None for one without."""
    parts = [child for child in node.named_children if child.type != "comment"]
    if len(parts) < 2:
        return None
    place = Place(file, file.scopes.at(node.start_byte), rules)
    raised = Raised("AssertionError", form_of(parts[1], place), place.read(parts[1]))
    return site_of(node, "assertion", raised, place)


def call_site(node: Node, file: PythonFile, rules: Rules) -> ExtractedSite | None:
    """The site of a call that warns, logs, exits or aborts; None for another call, or one that says nothing."""
    place = Place(file, file.scopes.at(node.start_byte), rules)
    passing = passing_call(node, place)
    return site_of(node, passing.kind, passing.raised, place) if passing else None


def site_of(node: Node, kind: Kind, raised: Raised, place: Place, *, cause: str = "", via: str = "") -> ExtractedSite:
    """The site of a statement, with what its surroundings say."""
    scope, file = place.scope, place.file
    function = _function(scope)
    texts = _told(raised.texts)
    reason = raised.reason or reason_for(texts, place)
    return ExtractedSite(
        kind=kind,
        form=raised.form,
        line=node.start_point.row + 1,
        end_line=node.end_point.row + 1,
        column=node.start_point.column,
        qualname=scope.qualname,
        exc=raised.exc,
        messages=messages(texts),
        reason=reason,
        guards=guards_of(node, scope, file),
        via=via,
        doc=first_paragraph(function, file) if function else "",
        function_line=function.line if function else 0,
        cause=cause,
    )


def _told(texts: Texts) -> Texts:
    """Without the empty text and None, where there are others."""
    return tuple(text for text in texts if text and text != NONE) or texts[:1]


def _function(scope: Scope) -> Scope | None:
    return scope if scope.is_function else None
