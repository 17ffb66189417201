"""Write `raised` as one file that any Python from 3.11 on runs: `make raised`. `python -m api.client.build FILE`."""

from __future__ import annotations

import shutil
import sys
import tempfile
import zipapp
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
FILES: Final = ("api/__init__.py", "kb/__init__.py", "kb/secrets.py")
_MAIN: Final = "import sys\n\nfrom api.client.command import main\n\nsys.exit(main())\n"


def build(target: Path, python: str = "/usr/bin/env python3") -> None:
    """The command's modules and what they need of ours, zipped, behind a first line that names `python`."""
    with tempfile.TemporaryDirectory() as folder:
        for name in (*FILES, *(str(path.relative_to(ROOT)) for path in Path(__file__).parent.glob("*.py"))):
            (Path(folder) / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, Path(folder) / name)
        (Path(folder) / "__main__.py").write_text(_MAIN)
        zipapp.create_archive(folder, target, python, compressed=True)
    target.chmod(0o755)


if __name__ == "__main__":
    build(Path(sys.argv[1]), *sys.argv[2:])
