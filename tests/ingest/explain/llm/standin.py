"""A server that speaks chat completions and answers by a script, also as no server should.

Each step of the script is one request's answer; the last one is given from then on.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Step = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Standin

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.next_step(body, dict(self.headers))(self)

    def log_message(self, *args: Any) -> None:
        pass

    def send(self, status: int, content: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


class Standin(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, *steps: Step) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.steps = list(steps)
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.most_at_once = self._at_once = 0
        self._lock = threading.Lock()

    def next_step(self, body: dict[str, Any], headers: dict[str, str]) -> Step:
        with self._lock:
            self.bodies.append(body)
            self.headers.append(headers)
            step = self.steps[0] if len(self.steps) == 1 else self.steps.pop(0)
        return self._counted(step)

    def _counted(self, step: Step) -> Step:
        def counted(handler: Handler) -> None:
            with self._lock:
                self._at_once += 1
                self.most_at_once = max(self.most_at_once, self._at_once)
            try:
                step(handler)
            finally:
                with self._lock:
                    self._at_once -= 1

        return counted

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass  # a client that gave up

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


@contextmanager
def serving(*steps: Step) -> Iterator[Standin]:
    server = Standin(*steps)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def completion(text: str, *, finish: str = "stop", usage: bool = True, **more: Any) -> bytes:
    message = {"role": "assistant", "content": text, "refusal": None}
    body: dict[str, Any] = {"id": "x", "choices": [{"index": 0, "message": message, "finish_reason": finish}], **more}
    if usage:
        body["usage"] = {"prompt_tokens": 1000, "completion_tokens": 200, "total_tokens": 1200}
    return json.dumps(body).encode()


def says(answer: dict[str, Any] | str, **kwargs: Any) -> Step:
    text = answer if isinstance(answer, str) else json.dumps(answer)
    return lambda handler: handler.send(200, completion(text, **kwargs))


def fails(status: int, text: str = '{"error": {"message": "no"}}', **headers: str) -> Step:
    return lambda handler: handler.send(status, text.encode(), **headers)


def sends(content: bytes) -> Step:
    return lambda handler: handler.send(200, content)


def cuts_off(handler: Handler) -> None:
    """Promises more than it sends."""
    handler.send_response(200)
    handler.send_header("Content-Length", "5000")
    handler.end_headers()
    handler.wfile.write(b'{"choices": [{"mess')
    handler.close_connection = True


def sleeps(seconds: float) -> Step:
    def step(handler: Handler) -> None:
        time.sleep(seconds)
        handler.send(200, completion("{}"))

    return step


def drips(seconds: float) -> Step:
    """A byte now and then: no single wait is long, all of it is."""

    def step(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Length", "1000000")
        handler.end_headers()
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            handler.wfile.write(b" ")
            handler.wfile.flush()
            time.sleep(0.02)
        handler.close_connection = True

    return step


def floods(handler: Handler) -> None:
    handler.send(200, b'{"choices": "' + b"x" * 3_000_000)
