"""What a command that works on the database needs around it: servers, tables, and plain words for what fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import OperationalError

from kb.config.health import is_migrated
from kb.config.running import running_address
from kb.config.servers.lifetime import Services
from kb.config.servers.places import ServersFailed


@contextmanager
def served() -> Iterator[None]:
    """Keep the servers for the block. Raises CommandError where they cannot be had."""
    services = Services.below(
        settings.RAISED_DATA, postgres=settings.USES_EMBEDDED_DATABASE, redis=settings.USES_EMBEDDED_BROKER
    )
    try:
        with services.used():
            _check_tables()
            yield
    except ServersFailed as failed:
        raise CommandError(str(failed)) from failed
    except OperationalError as failed:
        raise CommandError(f"The database does not answer: {str(failed).splitlines()[0]}") from failed


def site_address() -> str:
    """The site's; who has not told this process is told that of the server that runs, if one does."""
    running = None if settings.IS_SITE_URL_TOLD else running_address(settings.RAISED_DATA)
    return running or settings.SITE_URL


def _check_tables() -> None:
    """Our own database is brought up to date; to change somebody's server is for them to say."""
    if not is_migrated():
        if not settings.USES_EMBEDDED_DATABASE:
            raise CommandError("The database lacks tables: run `manage.py migrate` first.")
        call_command("migrate", verbosity=0, interactive=False)
