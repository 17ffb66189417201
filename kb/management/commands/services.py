"""`manage.py services start|stop|status`: the embedded PostgreSQL and Redis."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from kb.config.servers.lifetime import Services
from kb.config.servers.places import ServersFailed


class Command(BaseCommand):
    help = "Start, stop or show the embedded servers, which are used where no server is configured."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["start", "stop", "status"])
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        services = Services.below(
            settings.RAISED_DATA,
            postgres=settings.USES_EMBEDDED_DATABASE,
            redis=settings.USES_EMBEDDED_BROKER,
        )
        try:
            if options["action"] == "start":
                services.start()
            elif options["action"] == "stop":
                services.stop()
        except ServersFailed as failed:
            raise CommandError(str(failed)) from failed
        self._report(services, as_json=options["json"])
        if options["action"] == "status" and not all(server.pid() for server in services.servers):
            # As `systemctl status` and `pg_ctl status` do, so that a script need not read the text.
            raise SystemExit(3)

    def _report(self, services: Services, *, as_json: bool) -> None:
        rows = [
            {"server": server.name, "pid": server.pid(), "socket": server.address, "log": str(server.log)}
            for server in services.servers
        ]
        if as_json:
            self.stdout.write(json.dumps(rows))
            return
        for row in rows:
            state = f"running  pid {row['pid']}  {row['socket']}" if row["pid"] else "stopped"
            self.stdout.write(f"{row['server']:<9} {state}")
        if not rows:
            self.stdout.write("None: DATABASE_URL and CELERY_BROKER_URL name servers of your own.")
