"""An operator, a subscript or `in` was given what the method that Python calls for it refuses: say what it takes."""

from __future__ import annotations

import re
from typing import Final

from ingest.explain.expressions import is_private
from ingest.explain.facts import Binding
from ingest.explain.static import comparisons, wanted
from ingest.explain.static.sentences import Case, Sentence, Tested
from kb.display.explanation import code_span

# How it is written; {0} is the object, {1} what the method is given.
_USES: Final = {
    "getitem": "{0}[{1}]", "setitem": "{0}[{1}] = {2}", "delitem": "del {0}[{1}]", "contains": "{1} in {0}",
    "add": "{0} + {1}", "sub": "{0} - {1}", "mul": "{0} * {1}", "truediv": "{0} / {1}", "floordiv": "{0} // {1}",
    "mod": "{0} % {1}", "pow": "{0} ** {1}", "matmul": "{0} @ {1}", "and": "{0} & {1}", "or": "{0} | {1}",
    "xor": "{0} ^ {1}", "lshift": "{0} << {1}", "rshift": "{0} >> {1}", "lt": "{0} < {1}", "le": "{0} <= {1}",
    "gt": "{0} > {1}", "ge": "{0} >= {1}", "eq": "{0} == {1}", "ne": "{0} != {1}",
}  # fmt: skip
_SPECIAL: Final = re.compile(r"__([ir]?)(\w+?)__")
_TARGETS: Final = frozenset({"getitem", "setitem", "delitem"})


def remedy(case: Case, tested: Tested) -> Sentence | None:
    binding = tested.binding
    # What it may not be says nothing of what it takes.
    if binding is None or is_private(tested.atom.node) or wanted.takes_back(tested):
        return None
    use = _use(case, binding) if binding.origin == "parameter" and case.evidence.is_public else ""
    option = f"{code_span(binding.key)} of {code_span(use)}"
    return comparisons.of_option(case, tested, binding, option) if use else None


def _use(case: Case, binding: Binding) -> str:
    """The expression for which Python calls the method, "" if it is none of those."""
    owner, _, method = case.evidence.qualname.rpartition(".")
    found = _SPECIAL.fullmatch(method)
    given = [name for name in case.evidence.parameters if name != "self"]
    if found is None or "<locals>" in owner or owner.startswith("_") or binding.key not in given:
        return ""
    way, name = found.groups()
    if f"{way}{name}" in _USES:
        way, name = "", f"{way}{name}"
    one = f"{owner}(…)"
    if name not in _USES or (way and name in _TARGETS) or len(given) != _USES[name].count("{") - 1:
        return ""
    if way == "i":
        return f"{one} {_USES[name].split()[1]}= {given[0]}"
    return _USES[name].format(given[0], one) if way == "r" else _USES[name].format(one, *given)
