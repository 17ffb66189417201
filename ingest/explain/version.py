"""The explainer's version, made from its own code: what was said is kept by what it was made from, code among that."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[2]
_ASKED: Final = (
    "kb/guards.py", "kb/text.py", "kb/display/explanation.py", "ingest/wording.py", "ingest/extract/python/source.py",
)  # fmt: skip


def _version() -> str:
    own = (path for path in Path(__file__).parent.rglob("*.py") if path.parent.name != "llm")
    digest = hashlib.sha256(str(sys.version_info[:2]).encode())
    for path in sorted([*own, *(_ROOT / name for name in _ASKED)]):
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


VERSION: Final = _version()
