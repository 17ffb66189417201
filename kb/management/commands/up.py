"""`manage.py up [--ingest SOURCE]`: the whole site on this machine, until Ctrl-C."""

from __future__ import annotations

import contextlib
import subprocess
import sys
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connections

from kb.config.demo import tour_of
from kb.config.servers.lifetime import Services
from kb.config.servers.places import ServersFailed
from kb.config.site import Site, Stopped, stopped_by_signals


class Command(BaseCommand):
    help = "Run servers, worker, beat and web on this machine until Ctrl-C."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--ingest", metavar="SOURCE", help="ingest this first, and show what to open")

    def handle(self, *args: Any, **options: Any) -> None:
        services = Services.below(
            settings.RAISED_DATA, postgres=settings.USES_EMBEDDED_DATABASE, redis=settings.USES_EMBEDDED_BROKER
        )
        site = Site(settings.BASE_DIR, services, settings.BIND, settings.PORT)
        try:
            with stopped_by_signals(), contextlib.suppress(Stopped), site.alone() as owner:
                self._say(_starting(services))
                with services.used(owner):
                    self._prepare()
                    self._run(site, options["ingest"])
        except ServersFailed as failed:
            raise CommandError(str(failed)) from failed
        self._say("Stopped.")

    def _prepare(self) -> None:
        self._say("Bringing the tables up to date …")
        call_command("migrate", verbosity=0, interactive=False)
        self._say("Collecting static files …")
        call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=["redoc"])
        # Not needed while we only watch; a server that is stopped would wait for them.
        connections.close_all()

    def _run(self, site: Site, source: str | None) -> None:
        self._say(f"Starting {', '.join(site.commands)} …")
        for name in site.commands:
            site.start(name)
        site.wait_until_served()
        if source:
            self._ingest(site, source)
        self._say(f"\nServing {site.address}   logs: {site.data / 'logs'}   Ctrl-C stops everything.\n")
        site.serve()

    def _ingest(self, site: Site, source: str) -> None:
        self._say(f"Reading {source}, from its download to its pages …")
        ingested = subprocess.run([sys.executable, "manage.py", "ingest", source], cwd=settings.BASE_DIR, check=False)
        if ingested.returncode:
            self._say(f"{source} was not ingested; the site runs without it.")
            return
        tour = tour_of(source)
        connections.close_all()
        if tour:
            self._say("\nOpen:")
            for name, path in (("an entry", tour.entry), ("a project", tour.project), ("a paste to try", tour.paste)):
                self._say(f"  {name:<15} {site.address.rstrip('/')}{path}")

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _starting(services: Services) -> str:
    if not services.servers:
        return "Starting with your servers …"
    names = ", ".join(server.name for server in services.servers)
    is_first = any(server.name == "postgres" for server in services.servers) and not services.places.postgres.exists()
    return f"Starting {names}{'; the first time a database is made, some seconds' if is_first else ''} …"
