"""Runs the image's own commands on this machine, where no container engine is at hand: `make rehearse`.

Takes the Dockerfile's instructions one by one, with /venv, /app, /data and /build moved below a temporary folder,
and then compose.yaml's commands and health checks against embedded servers. Instructions that would change this
machine (packages, users) are named and left out.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import yaml

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parent
sys.path.insert(0, str(CHECKOUT))
from kb.config.servers.lifetime import Services  # noqa: E402 - found only now

MOVED = re.compile(r"(?<![\w./])/(venv|app|data|build)\b")
CHANGES_THE_MACHINE = ("apt-get", "useradd")
PORT = os.environ.get("PORT", "8000")
PAGE = f"http://127.0.0.1:{PORT}/local/ingest/"


class Image:
    """What the Dockerfile makes, below `root`."""

    def __init__(self, root: Path, dockerfile: Path) -> None:
        self.root, self.workdir = root, root
        self.env = {"PATH": os.environ["PATH"]}
        self.command: list[str] = []
        self.health: list[str] = []
        for word, rest in instructions(dockerfile):
            getattr(self, f"do_{word.lower()}", lambda _: None)(rest)

    def moved(self, text: str) -> str:
        return MOVED.sub(lambda found: str(self.root / found[1]), text)

    def do_workdir(self, rest: str) -> None:
        self.workdir = Path(self.moved(rest))
        self.workdir.mkdir(exist_ok=True)

    def do_env(self, rest: str) -> None:
        for pair in shlex.split(rest):
            name, value = pair.split("=", 1)
            self.env[name] = self.moved(value).replace("$PATH", self.env["PATH"])

    def do_copy(self, rest: str) -> None:
        if rest.startswith("--from="):
            return
        *sources, target = rest.split()
        for source in sources:
            place = self.workdir / target
            if (CHECKOUT / source).is_dir():
                shutil.copytree(CHECKOUT / source, place, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(CHECKOUT / source, place)

    def do_run(self, rest: str) -> None:
        if rest.startswith(CHANGES_THE_MACHINE):
            print(f"left out  RUN {rest[:70]} …")
            return
        began = time.monotonic()
        subprocess.run(
            ["sh", "-c", self.moved(rest)], env=self.env, cwd=self.workdir, check=True, stdout=subprocess.DEVNULL
        )
        print(f"{time.monotonic() - began:6.1f} s  RUN {rest[:70]}")

    def do_cmd(self, rest: str) -> None:
        self.command = json.loads(rest)

    def do_healthcheck(self, rest: str) -> None:
        self.health = json.loads(rest[rest.index("[") :])


def instructions(dockerfile: Path) -> Iterator[tuple[str, str]]:
    lines = [line for line in dockerfile.read_text().splitlines() if line.strip() and not line.lstrip().startswith("#")]
    for line in re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines():
        word, rest = line.split(None, 1)
        yield word, rest


def rehearse(root: Path) -> None:
    image = Image(root, HERE / "Dockerfile")
    parts = yaml.safe_load((HERE / "compose.yaml").read_text())["services"]
    services = Services.below(root / "servers")
    with services.used():
        places = services.places
        image.env |= {
            "PORT": PORT,
            "RAISED_BIND": "127.0.0.1",
            "DATABASE_URL": f"postgres://raised@/raised?host={places.sockets}",
            "CELERY_BROKER_URL": f"redis+socket://{places.redis_socket}?virtual_host=0",
            "RAISED_CACHE_URL": f"unix://{places.redis_socket}?db=1",
            "RAISED_SECRET_KEY": "rehearsal" * 8,
            "HOSTNAME": os.uname().nodename,
        }
        run(image, "migrate", parts["migrate"]["command"])
        commands = {"web": image.command, "worker": parts["worker"]["command"], "beat": parts["beat"]["command"]}
        running = {
            name: subprocess.Popen(
                [image.moved(word) for word in command],
                env=image.env,
                cwd=image.workdir,
                stderr=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
            for name, command in commands.items()
        }
        try:
            until_healthy(image, "web", image.health)
            until_healthy(image, "worker", ["sh", "-c", parts["worker"]["healthcheck"]["test"][1].replace("$$", "$")])
            # Its own code is as good a source as any: fetched here, extracted and assembled by the worker.
            run(image, "ingest", ["python", "manage.py", "ingest", str(image.workdir / "ingest")])
            until_healthy(
                image, "the project's page", ["python", "-c", f"import urllib.request as u; u.urlopen('{PAGE}')"]
            )
            for name, process in running.items():
                if process.poll() is not None:
                    sys.exit(f"{name} ended with {process.returncode}")
                print(f"   running {name}")
        finally:
            for process in running.values():
                process.terminate()
            for name, process in running.items():
                print(f"   stopped {name} with {process.wait(timeout=30)}")


def run(image: Image, name: str, command: list[str]) -> None:
    began = time.monotonic()
    subprocess.run(command, env=image.env, cwd=image.workdir, check=True, stdout=subprocess.DEVNULL)
    print(f"{time.monotonic() - began:6.1f} s  {name}")


def until_healthy(image: Image, name: str, check: list[str]) -> None:
    began = time.monotonic()
    while subprocess.run(check, env=image.env, cwd=image.workdir, capture_output=True, check=False).returncode:
        if time.monotonic() - began > 120:
            sys.exit(f"{name} did not become healthy")
        time.sleep(0.5)
    print(f"{time.monotonic() - began:6.1f} s  until {name} is healthy")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="raised-image-") as made:
        Path(made).chmod(0o755)
        rehearse(Path(made))
    print("The image's commands work.")
