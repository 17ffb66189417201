"""How the site is put together. Whatever loads Django also has the Celery application that tasks are sent by."""

from kb.config.celery import app as celery_app

__all__ = ["celery_app"]
