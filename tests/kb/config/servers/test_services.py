"""What must hold for embedded servers, with real ones: started, killed, moved, shut off, mistaken for others."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import psycopg
import pytest
import redis

from kb.config.servers import refuge
from kb.config.servers.lifetime import Services
from kb.config.servers.places import Places, ServersFailed
from kb.config.servers.postgres import PORT, Postgres, find_programs
from kb.config.servers.runner import Runner


def pids(services: Services) -> list[int | None]:
    return [server.pid() for server in services.servers]


def query(services: Services, sql: str) -> list[tuple]:
    with psycopg.connect(
        host=str(services.places.sockets), port=PORT, user="raised", dbname="raised", autocommit=True
    ) as connection:
        cursor = connection.execute(sql)
        return cursor.fetchall() if cursor.description else []


def client(services: Services) -> redis.Redis:
    return redis.Redis(unix_socket_path=str(services.places.redis_socket))


def test_start_brings_up_both_servers_on_sockets_alone(services):
    services.start()

    assert None not in pids(services)
    assert query(services, "SHOW listen_addresses") == [("",)]
    with client(services) as store:
        assert store.config_get("port") == {"port": "0"}


def test_starting_twice_changes_nothing(services):
    services.start()
    before = pids(services)

    services.start()

    assert pids(services) == before


def test_stopping_twice_is_stopping_once(services):
    services.start()

    services.stop()
    services.stop()

    assert pids(services) == [None, None]


def test_killed_servers_come_back_with_what_was_committed(services):
    services.start()
    query(services, "CREATE TABLE IF NOT EXISTS kept (n int)")
    query(services, "INSERT INTO kept VALUES (1)")
    with client(services) as store:
        store.rpush("queue", "job")
        store.execute_command("WAITAOF", 1, 0, 2000)
    for pid in pids(services):
        os.kill(pid, signal.SIGKILL)

    services.start()

    assert query(services, "SELECT n FROM kept") == [(1,)]
    with client(services) as store:
        assert store.lrange("queue", 0, -1) == [b"job"]


def test_servers_that_fell_over_are_mended_and_those_that_were_stopped_are_not(services):
    services.start()
    assert services.mend() == []
    for pid in pids(services):
        os.kill(pid, signal.SIGKILL)
    while pids(services) != [None, None]:
        time.sleep(0.02)

    assert services.mend() == ["postgres", "redis"]

    assert query(services, "SELECT 1") == [(1,)]
    services.stop()
    assert services.mend() == []
    assert pids(services) == [None, None]


def test_stranger_with_the_pid_of_a_stale_pid_file_is_left_alone(services):
    services.start()
    services.stop()
    stranger = subprocess.Popen(
        [sys.executable, "-c", "import time; print(flush=True); time.sleep(60)"], stdout=subprocess.PIPE
    )
    stranger.stdout.readline()
    postgres = services.servers[0]
    (postgres.cluster / "postmaster.pid").write_text(f"{stranger.pid}\n{postgres.cluster}\n0\n{PORT}\n")
    (services.places.sockets / ".s.PGSQL.5432.lock").write_text(f"{stranger.pid}\n")
    (services.places.redis / "redis.pid").write_text(str(stranger.pid))

    assert pids(services) == [None, None]
    services.stop()
    services.start()
    services.stop()

    assert stranger.poll() is None
    stranger.kill()
    stranger.communicate()


def test_folder_moved_to_a_long_path_still_serves(services, folder):
    services.start()
    query(services, "CREATE TABLE moved (n int)")
    services.stop()
    deep = folder / ("d" * 60) / ("e" * 60)
    deep.parent.mkdir()
    (folder / "data").rename(deep)
    moved = Services.below(deep)

    try:
        moved.start()
        assert query(moved, "SELECT count(*) FROM moved") == [(0,)]
        assert all(len(server.address) < 108 for server in moved.servers)
    finally:
        moved.stop()
        deep.rename(folder / "data")
    assert not moved.places.short.exists(), "a folder was left under /tmp"


def test_cluster_of_another_version_is_refused_with_what_to_do(services):
    services.start()
    services.stop()
    version = services.servers[0].cluster / "PG_VERSION"
    found = version.read_text()
    version.write_text("9\n")

    with pytest.raises(ServersFailed, match="was made by PostgreSQL 9 and this is PostgreSQL"):
        services.start()

    version.write_text(found)


def test_settings_of_the_callers_own_server_do_not_leak_in(services, monkeypatch):
    services.stop()
    monkeypatch.setenv("PGPORT", "1")
    monkeypatch.setenv("PGDATA", "/nowhere")
    monkeypatch.setenv("PGHOST", "db.example")

    services.start()

    assert query(services, "SELECT 1") == [(1,)]


def test_last_user_stops_the_servers_even_if_it_is_killed(services):
    services.stop()
    code = (
        "import sys, time; from pathlib import Path; from kb.config.servers.lifetime import Services\n"
        "with Services.below(Path(sys.argv[1])).used(): print('up', flush=True); time.sleep(60)"
    )
    users = [
        subprocess.Popen([sys.executable, "-c", code, str(services.places.data)], stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    for user in users:
        assert user.stdout.readline() == b"up\n"

    users[0].kill()
    users[0].communicate()
    time.sleep(1)
    assert None not in pids(services)

    users[1].kill()
    users[1].communicate()
    assert wait_until(lambda: pids(services) == [None, None])


def test_servers_started_to_stay_outlive_their_users(services):
    services.start()

    with services.used():
        pass

    assert None not in pids(services)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs PostgreSQL as someone else")
def test_below_a_closed_folder_root_keeps_the_cluster_where_its_user_may_enter(folder, monkeypatch):
    closed = folder / "closed"
    closed.mkdir(mode=0o700)
    reachable = Runner.may_enter
    monkeypatch.setattr(Runner, "may_enter", lambda self, place: place != find_programs() and reachable(self, place))
    postgres = Postgres(Places(closed / "data"))

    try:
        postgres.start()
        assert postgres.places.postgres.resolve().parent == folder / "shelter"
        assert closed.stat().st_mode & 0o777 == 0o700
        assert Path(psutil.Process(postgres.pid()).exe()).is_relative_to(folder / "shelter")
        assert query(Services(postgres.places, ()), "SELECT 1") == [(1,)]
    finally:
        postgres.stop()


def wait_until(holds, seconds: float = 30) -> bool:
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def test_folder_that_postgres_may_not_enter_any_more_is_named(services, monkeypatch):
    services.start()
    services.stop()
    monkeypatch.setattr(Runner, "may_enter", lambda self, place: False)

    with pytest.raises(ServersFailed, match=f"may not enter {services.places.postgres.resolve()}: let it"):
        refuge.settle(services.places, Runner(), find_programs())


def test_data_folder_that_was_deleted_and_made_again_starts_afresh(folder, monkeypatch):
    monkeypatch.setattr(Runner, "may_enter", lambda self, place: False)
    monkeypatch.setattr(refuge, "_copied", lambda programs: programs)
    places = Places(folder / "again")
    refuge.settle(places, Runner(), find_programs())
    first = places.postgres.resolve()
    places.postgres.unlink()

    refuge.settle(places, Runner(), find_programs())

    assert places.postgres.resolve() != first
    assert first.is_dir()
