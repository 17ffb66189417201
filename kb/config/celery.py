"""The Celery application; tasks are in `ingest.tasks` and `kb.search.tasks`, settings are Django's CELERY_…"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.config.settings")
app = Celery("raised")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["ingest", "kb.search"])
