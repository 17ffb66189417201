"""`manage.py searchkeys`: make the two Meilisearch keys with the least rights that pages and workers need."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from kb.search.meilisearch.gateway import Gateway
from kb.search.meilisearch.keys import made
from kb.search.protocol import SearchFailed


class Command(BaseCommand):
    help = "With the master key in MEILISEARCH_KEY, make and print the keys to run with instead. Safe to repeat."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.MEILISEARCH_URL:
            raise CommandError("MEILISEARCH_URL names no server.")
        try:
            keys = made(Gateway.writing())
        except SearchFailed as failed:
            raise CommandError(f"{failed}. Is MEILISEARCH_KEY the server's master key?") from failed
        if options["json"]:
            self.stdout.write(json.dumps(keys))
        for name, key in {} if options["json"] else keys.items():
            self.stdout.write(f"{name}={key}")
