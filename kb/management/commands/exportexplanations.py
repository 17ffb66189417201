"""`manage.py exportexplanations > FILE`: what people and LLMs wrote, as JSON lines."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kb.authoring.exchange import exported
from kb.management.served import served
from kb.models import Explanation, Project

_ORIGINS = (Explanation.Origin.HUMAN, Explanation.Origin.LLM)


class Command(BaseCommand):
    help = "Print the explanations of people and LLMs as JSON lines, which importexplanations takes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--project", metavar="PROJECT", help="of this one only: owner/name")
        parser.add_argument("--origin", choices=[str(origin) for origin in _ORIGINS], help="of this origin only")

    def handle(self, *args: Any, **options: Any) -> None:
        with served():
            origins = [options["origin"]] if options["origin"] else _ORIGINS
            rows = Explanation.objects.filter(origin__in=origins)
            if options["project"]:
                owner, _, name = options["project"].partition("/")
                project = Project.objects.filter(owner__iexact=owner, name__iexact=name).first()
                if project is None:
                    raise CommandError(f"No project {options['project']} has been read.")
                rows = rows.filter(entry__project=project)
            for line in exported(rows):
                self.stdout.write(line)
