"""The extractor's version, made from its own code: facts are cached by blob and version, and code decides the facts."""

import hashlib
from pathlib import Path

_HERE = Path(__file__).parent


def code_version(language: str, grammar: str) -> str:
    """`language` and a digest of the modules that extraction runs, and of the release of the grammar's package."""
    from importlib.metadata import version  # which takes as long to load as much of extraction

    modules = sorted([*_HERE.glob("*.py"), *(_HERE / language).rglob("*.py")])
    digest = hashlib.sha256(b"\0".join(path.read_bytes() for path in modules))
    for package in ("tree-sitter", grammar):
        digest.update(f"{package} {version(package)}".encode())
    return f"{language}-{digest.hexdigest()[:12]}"
