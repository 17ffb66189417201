"""A special method that does nothing but raise: what Python calls it for, and that the class does not support it."""

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


def remedies(case: Case) -> list[Sentence]:
    evidence = case.evidence
    method = evidence.qualname.rpartition(".")[2]
    if not evidence.is_stub or not evidence.owner or method not in _USES:
        return []
    if stubs.remedies(case):  # it is there for others to fill in, and then may be used
        return []
    use = _USES[method].format(f"an instance of {code_span(evidence.owner)}")
    text = f"Do not {use}: Python calls {code_span(method)} for that, which does nothing but raise."
    return [solution(text, (evidence.site,))]
