"""An entry with its site, as much as relating needs of it, and what can be told from that alone."""

from __future__ import annotations

import builtins
import keyword
import re
from typing import Any, Final, NamedTuple

from kb.guards import deciding, texts
from kb.text import words

_HOLE: Final = re.compile(r"\{[^{}]*\}")
# Names that conditions are made of, whatever they are about.
_EVERYWHERE: Final = frozenset(
    name.lower() for name in (*keyword.kwlist, *dir(builtins), "self", "cls", "args", "kwargs")
)


class Row(NamedTuple):
    """An entry with its site, as much as ranking needs."""

    id: str
    title: str
    message: str
    kind: str
    exc_type: str
    exc_qualified: str
    path: str
    line: int
    qualname: str
    facts: dict[str, Any]

    @property
    def conditions(self) -> list[str]:
        return deciding(texts(self.facts.get("guards", ())))

    @property
    def options(self) -> set[str]:
        """The names and texts that the deciding conditions are about."""
        return {word for guard in self.conditions for word in words(guard)} - _EVERYWHERE

    @property
    def literals(self) -> str:
        return _HOLE.sub(" ", self.message)

    @property
    def own_classes(self) -> list[str]:
        """The class and its bases, nearest first, without Python's own: that two raise ValueError ties nothing."""
        classes = [self.exc_qualified, *self.facts.get("bases", ())]
        return [name for name in classes if "." in name and not name.startswith("builtins.")]


COLUMNS: Final = [f"site__{name}" if name in ("path", "line", "qualname", "facts") else name for name in Row._fields]
