"""What the browser tests look at: one project with two pins, ordinary entries, and one that strains every box."""

from __future__ import annotations

from dataclasses import dataclass

from kb.models import ErrorEntry, Explanation, Pin
from kb.search.indexing import index_pin
from tests.factories import make_blob, make_entry, make_file, make_pin, make_project, make_site, make_template

TOKEN = "x" * 500
HEBREW = "לא נמצא קובץ בנתיב שניתן"
CHINESE = "找不到给定路径中的文件因此无法继续"
DEEP = "src/" + "very_long_folder_name_without_a_break_" * 6 + "/module.py"
TRACEBACK = """\
Traceback (most recent call last):
  File "/srv/app/main.py", line 12, in main
    load(path)
  File "/opt/venv/lib/python3.13/site-packages/anvil/load.py", line 3, in load
    raise ValueError(f"no {what} given for {path}")
ValueError: no key given for a.json
"""


@dataclass(frozen=True)
class World:
    """`plain` is what TRACEBACK leads to; `straining` has what overflows; `gone` was removed in `pin`."""

    old: Pin
    pin: Pin
    plain: ErrorEntry
    straining: ErrorEntry
    gone: ErrorEntry

    @property
    def pages(self) -> dict[str, str]:
        """An address of each kind of page."""
        project = self.pin.project.get_absolute_url()
        return {
            "home": "/",
            "search": "/search?q=given",
            "search, nothing found": "/search?q=zzzqqq",
            "entry": self.plain.get_absolute_url(),
            "straining entry": self.straining.get_absolute_url(),
            "removed entry": self.gone.get_absolute_url(),
            "project": project,
            "pin": self.pin.get_absolute_url(),
            "classes": f"{project}classes/",
            "files": f"{project}files/?folder=src",
            "what changed": f"{project}pins/{self.old.sha}/diff/{self.pin.sha}/",
            "not found": "/no/such/",
        }


def make_world() -> World:
    project = make_project(repository_url="https://github.com/acme/anvil")
    old = make_pin(project, label="v1.0.0", counts={"kinds": {"error": 2}})
    counts = {
        "entries": 4, "kinds": {"error": 40, "assertion": 3}, "forms": {"f-string": 30, "constant": 13},
        "reasons": {"dynamic": 2}, "changes": {"same": 1, "new": 2, "removed": 1},
    }  # fmt: skip
    pin = make_pin(project, sha="2e" * 20, label="v2.0.0", counts=counts)
    guards = [{"text": "not path", "line": 2}, {"text": f"mode != '{TOKEN}'", "line": 1}]
    plain = make_entry(old, message="no {what} given for {path}", site={"facts": {"guards": guards[:1]}})
    plain.site = make_site(plain, pin=pin, facts={"guards": guards[:1]})
    plain.save()
    make_template(plain, text="nothing given for {path}", gone_in=pin)
    for function in ("open", "close"):
        make_entry(pin, message="the tongs are missing", site={"qualname": function})
    make_entry(pin, message="cannot open the file {path!r} for reading because it is {state}")
    gone = make_entry(old, message="the anvil is given up", exc_type="RuntimeError", removed_in=pin)
    straining = make_entry(
        pin,
        message=f"{TOKEN} {{{'value.' * 60}name}} {HEBREW} {CHINESE * 20}\n  given on another line",
        exc_type="Straining" * 20,
        exc_qualified=f"acme.{'Straining' * 20}",
        site={
            "path": DEEP,
            "qualname": "Anvil" * 40,
            "blob": make_blob(f"# {TOKEN}\n# {HEBREW}\nraise Straining('{CHINESE}')\n".encode()),
            "facts": {"guards": guards, "bases": ["builtins.ValueError"], "doc": TOKEN},
        },
    )
    _explain(straining, pin)
    make_file(pin, path=DEEP)
    make_file(pin, path=f"{DEEP}x", skipped="too large", size=2_000_000)
    index_pin(old.pk)
    index_pin(pin.pk)
    return World(old, pin, plain, straining, gone)


def _explain(entry: ErrorEntry, pin: Pin) -> None:
    source = [DEEP, 3, f"raise {TOKEN}"]
    parts = {"meaning": TOKEN, "trigger": HEBREW, "situations": CHINESE, "solution": f"Set `{TOKEN}`."}
    option = {"name": TOKEN, "owner": "Anvil", "default": TOKEN, "allowed": [TOKEN] * 3, "help": TOKEN}
    body = {
        "sentences": [{"part": part, "text": text, "sources": [source]} for part, text in parts.items()],
        "options": [option | {"source": source}],
        "example_fix": f"# before\n{TOKEN}\n# after\n{CHINESE}",
    }
    Explanation.objects.create(entry=entry, pin=pin, origin="static", body=body, evidence_hash="0" * 16)
