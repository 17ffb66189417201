"""How gunicorn serves the site: `gunicorn -c kb/config/gunicorn.py kb.config.wsgi`."""

import os
import shutil
from pathlib import Path
from typing import IO, Any

from kb.config import environment as env
from kb.config import running
from kb.config.servers.places import ServersFailed
from kb.config.warm import warm

bind = f"{env.bind()}:{env.port()}"
workers = env.whole("RAISED_WEB_WORKERS", 2, least=1)
worker_class = "gthread"
# Each thread may hold a database connection: no more threads than RAISED_DATABASE_POOL.
threads = 4
timeout = 60
graceful_timeout = 20
# Requests are logged by kb.config.requests, with their ids and without what was searched for.
accesslog = None
# It would lie in the home folder, where a second copy finds it taken.
control_socket_disable = True

_folder: list[IO[str]] = []


def on_starting(_server: object) -> None:
    """Before the processes are made: the folder in which they count together, and which tells our address."""
    try:
        lock = running.new_folder(env.data(), env.site_url())
    except ServersFailed as failed:
        raise SystemExit(str(failed)) from failed
    _folder.append(lock)  # open as long as this process and those that it forks
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(Path(lock.name).parent)


def post_worker_init(_worker: object) -> None:
    """In a process that has loaded the site and is about to serve."""
    warm()


def child_exit(_server: object, worker: Any) -> None:  # noqa: ANN401 - gunicorn has no types
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def on_exit(_server: object) -> None:
    shutil.rmtree(os.environ["PROMETHEUS_MULTIPROC_DIR"], ignore_errors=True)
    _folder.pop().close()
