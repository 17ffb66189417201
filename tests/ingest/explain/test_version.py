"""The explainer's version covers all of the code that decides what is said."""

import ast
from pathlib import Path

from ingest.explain import version

ROOT = Path(version.__file__).parents[2]
# Rows, and what writes them.
STORAGE = ("kb.models", "ingest.bulk", "ingest.machine", "ingest.writing")


def imported(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(("kb.", "ingest")):
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            yield from (name for name in names if (ROOT / f"{name.replace('.', '/')}.py").exists())


def test_what_the_explainer_imports_from_elsewhere_counts():
    folder = ROOT / "ingest" / "explain"
    own = [path for path in folder.rglob("*.py") if path.parent.name != "llm"]
    asked = {name for path in own for name in imported(path)}
    elsewhere = {name for name in asked if not name.startswith(("ingest.explain", *STORAGE))}

    assert {f"{name.replace('.', '/')}.py" for name in elsewhere} == set(version._ASKED)
