"""What we know: models, search, matching and pages."""

from django.apps import AppConfig


class KbConfig(AppConfig):
    name = "kb"
    verbose_name = "knowledge base"
