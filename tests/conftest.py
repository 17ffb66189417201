"""What every test gets: the embedded servers where a test needs rows, no network, nothing kept between tests."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings as project_settings
from django.core.cache import cache
from django.db import connection
from django.test import override_settings
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from pytest_django import DjangoDbBlocker, Settings
from pytest_django.live_server_helper import LiveServer

from kb.config.servers.lifetime import Services

# Whatever is timed fails on a machine that does other things too.
hypothesis_settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
hypothesis_settings.load_profile("untimed")


@pytest.fixture(scope="session")
def embedded_servers() -> Iterator[Services]:
    """The servers that this installation embeds; the last run to need them stops them, even if it is killed."""
    services = Services.below(
        project_settings.RAISED_DATA,
        postgres=project_settings.USES_EMBEDDED_DATABASE,
        redis=project_settings.USES_EMBEDDED_BROKER,
    )
    with services.used():
        yield services


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    embedded_servers: Services, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """pytest-django asks for this before it makes a process's test database, so only tests with rows start servers."""


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A process that a test has killed may leave a session behind until the server next writes to it, and no database
    can be dropped meanwhile."""
    yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )


@pytest.fixture(scope="session")
def live_server(django_db_setup: None, live_server: LiveServer) -> LiveServer:
    """pytest-django's, made after the test database and so ended before it, which its threads keep from going."""
    return live_server


@pytest.fixture(scope="session", autouse=True)
def _static_files_from_the_source() -> Iterator[None]:
    """A live server is made once, before what each test sets; without this it looks for files that were collected."""
    with override_settings(WHITENOISE_AUTOREFRESH=True, WHITENOISE_USE_FINDERS=True):
        yield


@pytest.fixture(autouse=True)
def _nothing_shared(settings: Settings) -> None:
    """Counters in this process alone, static files straight from the source, no task sent to a real queue."""
    settings.MEILISEARCH_URL = ""  # a real one is for the tests that say so, and for an index of their own
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = True
    cache.clear()


class NetworkBlocked(Exception):
    """A test tried to leave this machine."""


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    connect, connect_ex, getaddrinfo = socket.socket.connect, socket.socket.connect_ex, socket.getaddrinfo

    def guarded_connect(self: socket.socket, address: Any) -> None:
        _refuse_beyond_this_machine(self.family, address)
        connect(self, address)

    def guarded_connect_ex(self: socket.socket, address: Any) -> int:
        _refuse_beyond_this_machine(self.family, address)
        return connect_ex(self, address)

    def guarded_getaddrinfo(host: Any, *args: Any, **kwargs: Any) -> Any:
        if not _is_here(host):
            raise NetworkBlocked(f"A test asked for the address of {host!r}.")
        return getaddrinfo(host, *args, **kwargs)

    monkeypatch.setattr(socket.socket, "connect", guarded_connect)
    monkeypatch.setattr(socket.socket, "connect_ex", guarded_connect_ex)
    monkeypatch.setattr(socket, "getaddrinfo", guarded_getaddrinfo)


def _refuse_beyond_this_machine(family: int, address: Any) -> None:
    if family in (socket.AF_INET, socket.AF_INET6) and not _is_here(address[0]):
        raise NetworkBlocked(f"A test tried to connect to {address[0]!r}.")


def _is_here(host: Any) -> bool:
    if host in (None, "", "localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
