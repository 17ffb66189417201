"""What Python calls a special method for, and of one that does nothing but raise that the class does not support it."""

from __future__ import annotations

from typing import Final

from ingest.explain.static import stubs
from ingest.explain.static.sentences import Case, Sentence, solution
from kb.display.explanation import code_span

_USES: Final = {
    "__bool__": "test {} for truth, as `if`, `not`, `and` and `or` do",
    "__hash__": "put {} into a set, or use it as a key of a dict",
    "__len__": "ask for the length of {}",
    "__iter__": "loop over {}, or unpack it",
    "__next__": "ask {} for its next item",
    "__contains__": "ask with `in` whether something is in {}",
    "__getitem__": "take an item of {} with `[…]`",
    "__setitem__": "set an item of {} with `[…] =`",
    "__delitem__": "delete an item of {} with `del`",
    "__setattr__": "set an attribute of {}",
    "__delattr__": "delete an attribute of {}",
    "__call__": "call {}",
    "__eq__": "compare {} with `==`",
    "__lt__": "compare {} with `<`",
    "__le__": "compare {} with `<=`",
    "__gt__": "compare {} with `>`",
    "__ge__": "compare {} with `>=`",
    "__int__": "turn {} into an `int`",
    "__float__": "turn {} into a `float`",
    "__copy__": "copy {} with `copy.copy`",
    "__deepcopy__": "copy {} with `copy.deepcopy`",
    "__getstate__": "pickle or copy {}",
    "__reduce__": "pickle or copy {}",
    "__reduce_ex__": "pickle or copy {}",
    "__array__": "turn {} into a NumPy array",
    "__enter__": "use {} in a `with` block",
    "__aenter__": "use {} in an `async with` block",
}  # fmt: skip


def runs(case: Case) -> list[Sentence]:
    """What somebody does who never writes the name of the function: an operation, or to use an attribute."""
    evidence = case.evidence
    name = evidence.qualname.rpartition(".")[2]
    instance = f"an instance of {code_span(evidence.owner)}"
    if evidence.is_stub or not case.tested:
        return []
    if evidence.accessed:
        text = f"It runs when {code_span(name)} of {instance} is {evidence.accessed}."
    elif name == "__getattr__":
        text = f"Python runs it for an attribute that {instance if evidence.owner else 'the module'} does not have."
    elif name == "__init_subclass__":
        text = f"Python runs it for each class that derives from {code_span(evidence.owner)}."
    elif name in _USES and evidence.owner:
        text = f"Python runs it to {_USES[name].format(instance)}."
    else:
        return []
    return [Sentence("trigger", text, (evidence.site,))]


def remedies(case: Case) -> list[Sentence]:
    evidence = case.evidence
    method = evidence.qualname.rpartition(".")[2]
    # What raises whenever it is called stands in for something else, which is what lacks.
    if not evidence.is_stub or not evidence.owner or method not in _USES or method == "__call__":
        return []
    if stubs.remedies(case):  # it is there for others to fill in, and then may be used
        return []
    use = _USES[method].format(f"an instance of {code_span(evidence.owner)}")
    text = f"Do not {use}: Python calls {code_span(method)} for that, which does nothing but raise."
    return [solution(text, (evidence.site,))]
