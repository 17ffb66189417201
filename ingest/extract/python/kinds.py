"""Which kind of site a statement is, told by the names that it uses; no rule knows a package."""

from __future__ import annotations

import re

from tree_sitter import Node

from ingest.extract.python.place import Place
from ingest.extract.sites import Kind

# A class whose name says that it answers an HTTP request: HTTPException, Http404, HTTPNotFound.
_HTTP_NAME = re.compile(r"^_*http(?:\d{3}|[a-z]*exception$|(?=[A-Z])(?!.*error$))", re.IGNORECASE)
_HTTP_ERROR = re.compile(r"^_*http[a-z]*error$", re.IGNORECASE)
_STATUS = re.compile(r"^[1-5]\d\d$|^(?:\w+\.)*(?:HTTP_[1-5]\d\d_\w+|HTTPStatus\.\w+)$|status", re.IGNORECASE)


def kind_of_raise(exc: str, expression: Node | None, place: Place) -> Kind:
    """The Kind of a `raise` of the class `exc`: an exit, an HTTP abort or an error."""
    name = exc.rsplit(".", 1)[-1]
    if name == "SystemExit":
        return "exit"
    if expression is None or not exc:
        return "error"
    if _HTTP_NAME.match(name) and not _HTTP_ERROR.match(name):
        return "abort"
    arguments = expression.child_by_field_name("arguments") if expression.type == "call" else None
    if arguments is None:
        return "error"
    if _HTTP_ERROR.match(name):
        return "abort" if is_status(next(iter(arguments.named_children), None), place) else "error"
    names = {place.text(n) for k in arguments.named_children if (n := k.child_by_field_name("name")) is not None}
    return "abort" if {"status_code", "detail"} <= names else "error"


def is_status(node: Node | None, place: Place) -> bool:
    """Whether an expression reads as an HTTP status: 404, `HTTPStatus.NOT_FOUND`, `status.HTTP_404_NOT_FOUND`."""
    return node is not None and _STATUS.search(place.text(node)[:100]) is not None
