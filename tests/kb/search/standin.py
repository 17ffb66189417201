"""A small HTTP server that answers as Meilisearch does, for the parts of it that are used here.

It keeps to what the server's source and trials of its engine say, the traps included: tasks are done later and may fail
or be cancelled, a query is cut to ten terms, a quote opens a phrase that must be there, a dash before a word excludes
it, a query without words finds everything, the default strategy never gives up the first word, filters need filterable
attributes, a key may do only what it is for. `faults` makes it slow, broken or busy.
"""

from __future__ import annotations

import json
import re
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.kb.search.standin_engine import Index, QueryRefused

MASTER = "master-key-of-the-stand-in"


@dataclass
class Faults:
    status: int = 0  # every request is answered with it
    retry_after: str = ""
    seconds: float = 0.0  # before every answer
    times: int = -1  # how many requests meet the fault; -1 = all
    task: str = ""  # how the next document task ends: "failed", "canceled"
    hangs_up: bool = False

    def take(self) -> bool:
        if self.times == 0:
            return False
        self.times -= self.times > 0
        return True


@dataclass
class State:
    indexes: dict[str, Index] = field(default_factory=dict)
    tasks: list[dict[str, Any]] = field(default_factory=list)
    keys: list[dict[str, Any]] = field(default_factory=list)
    faults: Faults = field(default_factory=Faults)
    requests: list[str] = field(default_factory=list)
    queries: list[dict[str, Any]] = field(default_factory=list)
    lock: threading.RLock = field(default_factory=threading.RLock)

    def enqueue(self, kind: str, work: Any) -> dict[str, Any]:
        task = {"uid": len(self.tasks), "type": kind, "status": "enqueued", "error": None, "work": work}
        if kind == "documentAdditionOrUpdate" and self.faults.task:
            task["ends"], self.faults.task = self.faults.task, ""
        self.tasks.append(task)
        return {"taskUid": task["uid"], "status": "enqueued", "type": kind}

    def poll(self, uid: int) -> dict[str, Any]:
        """Each look at a task brings it, and all before it, one step on."""
        for task in self.tasks[: uid + 1]:
            if task["status"] == "enqueued":
                task["status"] = "processing"
            elif task["status"] == "processing":
                task["status"] = task.get("ends") or self._done(task)
        shown = {key: value for key, value in self.tasks[uid].items() if key not in ("work", "ends")}
        if shown["status"] == "failed" and not shown["error"]:
            shown["error"] = {"code": "internal", "message": "made to fail"}
        return shown

    def _done(self, task: dict[str, Any]) -> str:
        try:
            task["work"]()
        except QueryRefused as refused:
            task["error"] = {"code": refused.code, "message": str(refused)}
            return "failed"
        return "succeeded"


class Standin:
    """Runs in a thread of its own: `with Standin() as server: … server.url`."""

    def __init__(self) -> None:
        self.state = State()
        handler = type("Handler", (_Handler,), {"state": self.state})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self.key = MASTER

    @property
    def faults(self) -> Faults:
        return self.state.faults

    @faults.setter
    def faults(self, faults: Faults) -> None:
        self.state.faults = faults

    def __enter__(self) -> Standin:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


class Refused(Exception):
    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.status, self.code = status, code


class _Handler(BaseHTTPRequestHandler):
    state: State

    def log_message(self, *_: Any) -> None:
        pass

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.state.requests.append(f"{self.command} {self.path}")
        faults = self.state.faults
        if (faults.status or faults.seconds or faults.hangs_up) and faults.take():
            time.sleep(faults.seconds)
            if faults.hangs_up:
                self.connection.close()
                return
            if faults.status:
                self._send(faults.status, {"code": "too_many_search_requests", "message": "busy"}, faults.retry_after)
                return
        try:
            with self.state.lock:
                status, answer = self._route(body)
        except Refused as refused:
            status, answer = refused.status, {"code": refused.code, "message": "refused", "type": "auth", "link": ""}
        except QueryRefused as refused:
            status, answer = 400, {"code": refused.code, "message": str(refused), "type": "invalid_request", "link": ""}
        self._send(status, answer)

    do_GET = do_POST = do_PATCH = do_DELETE = _answer

    def _send(self, status: int, answer: Any, retry_after: str = "") -> None:
        payload = json.dumps(answer).encode()
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(payload)))
            if retry_after:
                self.send_header("Retry-After", retry_after)
            self.end_headers()
            self.wfile.write(payload)
        except (BrokenPipeError, ConnectionResetError):
            pass

    def _route(self, body: bytes) -> tuple[int, Any]:
        path = self.path.split("?")[0].strip("/")
        for (command, pattern, action), answer in _ROUTES.items():
            match = re.fullmatch(pattern, path)
            if match and command == self.command:
                self._allow(action)
                return answer(self, json.loads(body or "null") if action != "documents.add" else body, *match.groups())
        raise Refused(404, "not_found")

    def _searches(self, body: Any) -> tuple[int, Any]:
        return 200, {"results": [self._search(query) for query in body["queries"]]}

    def _list(self, _: Any) -> tuple[int, Any]:
        return 200, {"results": [{"uid": uid, "primaryKey": "id"} for uid in self.state.indexes]}

    def _new(self, body: Any) -> tuple[int, Any]:
        return 202, self.state.enqueue("indexCreation", lambda: self._create(body["uid"]))

    def _drop(self, _: Any, uid: str) -> tuple[int, Any]:
        return 202, self.state.enqueue("indexDeletion", lambda: self.state.indexes.pop(uid, None))

    def _configure(self, body: Any, uid: str) -> tuple[int, Any]:
        return 202, self.state.enqueue("settingsUpdate", lambda: self._index(uid).configure(body))

    def _stats(self, _: Any, uid: str) -> tuple[int, Any]:
        return 200, {"numberOfDocuments": len(self._index(uid).documents), "isIndexing": False}

    def _add(self, body: bytes, uid: str) -> tuple[int, Any]:
        documents = [json.loads(line) for line in body.decode().split("\n") if line]
        return 202, self.state.enqueue("documentAdditionOrUpdate", lambda: self._index(uid).add(documents))

    def _delete(self, body: Any, uid: str) -> tuple[int, Any]:
        return 202, self.state.enqueue("documentDeletion", lambda: self._index(uid).delete(body["filter"]))

    def _swaps(self, body: Any) -> tuple[int, Any]:
        return 202, self.state.enqueue("indexSwap", lambda: self._swap(*body[0]["indexes"]))

    def _task(self, _: Any, uid: str) -> tuple[int, Any]:
        return 200, self.state.poll(int(uid))

    def _keys(self, _: Any) -> tuple[int, Any]:
        return 200, {"results": self.state.keys}

    def _make_key(self, body: Any) -> tuple[int, Any]:
        self.state.keys.append(body | {"key": f"key-of-{body['uid']}"})
        return 201, self.state.keys[-1]

    def _allow(self, action: str) -> None:
        """The master key may do everything, another what its actions say, `group.*` included."""
        key = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        if key == MASTER:
            return
        found = next((made for made in self.state.keys if made["key"] == key), None)
        group = f"{action.partition('.')[0]}.*"
        if found is None or not {action, group}.intersection(found["actions"]):
            raise Refused(403, "invalid_api_key")

    def _index(self, uid: str) -> Index:
        if uid not in self.state.indexes:
            raise Refused(404, "index_not_found")
        return self.state.indexes[uid]

    def _create(self, uid: str) -> None:
        if uid in self.state.indexes:
            raise QueryRefused("index_already_exists")
        self.state.indexes[uid] = Index()

    def _swap(self, one: str, other: str) -> None:
        indexes = self.state.indexes
        if one not in indexes or other not in indexes:
            raise QueryRefused("index_not_found")
        indexes[one], indexes[other] = indexes[other], indexes[one]

    def _search(self, query: dict[str, Any]) -> dict[str, Any]:
        self.state.queries.append(query)
        return self._index(query["indexUid"]).search(query)


_ROUTES: dict[tuple[str, str, str], Any] = {
    ("POST", "multi-search", "search"): _Handler._searches,
    ("GET", "indexes", "indexes.get"): _Handler._list,
    ("POST", "indexes", "indexes.create"): _Handler._new,
    ("DELETE", "indexes/([^/]+)", "indexes.delete"): _Handler._drop,
    ("PATCH", "indexes/([^/]+)/settings", "settings.update"): _Handler._configure,
    ("GET", "indexes/([^/]+)/stats", "stats.get"): _Handler._stats,
    ("POST", "indexes/([^/]+)/documents", "documents.add"): _Handler._add,
    ("POST", "indexes/([^/]+)/documents/delete", "documents.delete"): _Handler._delete,
    ("POST", "swap-indexes", "indexes.swap"): _Handler._swaps,
    ("GET", r"tasks/(\d+)", "tasks.get"): _Handler._task,
    ("GET", "keys", "keys.get"): _Handler._keys,
    ("POST", "keys", "keys.create"): _Handler._make_key,
}
