"""Operators between texts: `+`, `%`, `*`, conditional expressions, `or`."""

from tree_sitter import Node

from ingest.extract.formats import fill
from ingest.extract.pieces import Pieces, Texts, bounded, is_open, literal, product, union
from ingest.extract.python.arguments import arguments_of, single_argument
from ingest.extract.python.arithmetic import are_summed
from ingest.extract.python.assumptions import verdict
from ingest.extract.python.place import Place
from ingest.extract.sites import Argument, Format, Ref

# Characters of a repeated text that are written out.
MAX_REPEAT = 80


def binary(node: Node, place: Place) -> Texts:
    """`left + right`, `left % right`, `left * right`; other operators give no text."""
    left, right, operator = (node.child_by_field_name(name) for name in ("left", "right", "operator"))
    if left is None or right is None or operator is None:
        return place.hole(node)
    match operator.type:
        case "+":
            return _sum(node, place)
        case "%":
            return percent(place.read(left), right, node, place)
        case "*":
            return _repeated(left, right, place) or _repeated(right, left, place) or place.hole(node)
    return place.hole(node)


def _sum(node: Node, place: Place) -> Texts:
    """A chain of `+`, however long, left to right."""
    operands: list[Node] = []
    current: Node | None = node
    while current is not None and current.type == "binary_operator" and _is_plus(current):
        right = current.child_by_field_name("right")
        if right is not None:
            operands.append(right)
        current = current.child_by_field_name("left")
    if current is not None:
        operands.append(current)
    if are_summed(operands, place):
        return place.hole(node)
    texts: Texts = ((),)
    for operand in reversed(operands):
        texts = product(texts, place.read(operand), place.source(operand))
    return texts


def _is_plus(node: Node) -> bool:
    operator = node.child_by_field_name("operator")
    return operator is not None and operator.type == "+"


def percent(formats: Texts, right: Node, node: Node, place: Place) -> Texts:
    """Each of `formats` filled with what stands right of `%`."""
    while right.type == "parenthesized_expression" and right.named_child_count == 1 and right.named_children[0]:
        right = right.named_children[0]
    if right.type in ("tuple", "dictionary"):
        args = arguments_of(right, place)
    else:
        args = single_argument(right, place)
    return filled("percent", formats, args, place.source(node))


def filled(style: str, formats: Texts, args: tuple[Argument, ...], source: str) -> Texts:
    """Each of `formats` filled with `args`; one that linking decides stays a Format."""
    kind = "percent" if style == "percent" else "format"
    results = (
        ((bounded(Format(kind, text, args, source)),),) if _is_undecided(text) else fill(kind, text, args)  # type: ignore[arg-type]
        for text in formats
    )
    return union(*results)


def _is_undecided(text: Pieces) -> bool:
    """Whether linking may find fields of the format string; a parameter among literals is filled in as it is."""
    if any(isinstance(piece, str) for piece in text):
        return any(isinstance(piece, Ref | Format) for piece in text)
    return is_open(text)


def _repeated(text: Node, count: Node, place: Place) -> Texts | None:
    if text.type != "string" or count.type != "integer":
        return None
    unit, times = literal(place.read(text)), literal(place.read(count))
    if unit is None or times is None or not times.isdigit() or len(unit) * int(times) > MAX_REPEAT:
        return None
    return ((unit * int(times),),)


def conditional(node: Node, place: Place) -> Texts:
    """`a if condition else b`: either."""
    branches = node.named_children
    if len(branches) != 3:
        return place.hole(node)
    holds = verdict(branches[1], place.assumed)
    chosen = (branches[0], branches[2]) if holds is None else (branches[0 if holds else 2],)
    return union(*map(place.read, chosen))


def either(node: Node, place: Place) -> Texts:
    """`a or b`: either, where b is a text."""
    left, right, operator = (node.child_by_field_name(name) for name in ("left", "right", "operator"))
    if left is None or right is None or operator is None or operator.type != "or":
        return place.hole(node)
    holds = verdict(left, place.assumed)
    if holds is not None:
        return place.read(left if holds else right)
    return union(place.read(left), place.read(right))


def inside(node: Node, place: Place) -> Texts:
    """Parentheses, `await`: what is inside."""
    children = [child for child in node.named_children if child.type != "comment"]
    return place.read(children[0]) if len(children) == 1 else place.hole(node)


def walrus(node: Node, place: Place) -> Texts:
    """`(name := text)`."""
    value = node.child_by_field_name("value")
    return place.read(value) if value else place.hole(node)


RULES = {
    "binary_operator": binary,
    "conditional_expression": conditional,
    "boolean_operator": either,
    "parenthesized_expression": inside,
    "named_expression": walrus,
}
