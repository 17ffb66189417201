"""The real packages that the benches measure on: pinned releases, read out of their wheels.

Wheels are fetched once, by pip as it is configured here, into the folder BENCH_CORPUS (default `.data/corpus`).
"""

import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

from ingest.files import is_read

RELEASES = {
    "django": "5.2.19",
    "sqlalchemy": "2.1.9",
    "pandas": "3.1.1",
    "celery": "5.7.0",
    "transformers": "5.24.0",
    "sglang": "0.5.23",
}
FOLDER = Path(os.environ.get("BENCH_CORPUS", ".data/corpus"))


def wheel(name: str, version: str) -> Path:
    """The release's wheel, downloaded if it is not there yet."""
    return _find(name, version) or _download(name, version)


def python_files(archive: Path) -> Iterator[tuple[str, bytes]]:
    """(path, content) of what an extractor would read, sorted by path."""
    with zipfile.ZipFile(archive) as wheel_file:
        for path in sorted(wheel_file.namelist()):
            if is_read(path):
                yield path, wheel_file.read(path)


def _find(name: str, version: str) -> Path | None:
    return next(iter(sorted(FOLDER.rglob(f"{name}-{version}-*.whl"))), None)


def _download(name: str, version: str) -> Path:
    FOLDER.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", "-d", str(FOLDER)]
    subprocess.run([*command, f"{name}=={version}"], check=True)
    found = _find(name, version)
    if found is None:
        raise SystemExit(f"pip downloaded {name}=={version}, but {FOLDER} holds no such wheel.")
    return found
