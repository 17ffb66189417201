"""How the site's log looks: as lines for people or as JSON for programs, each with the request and job it is about."""

from __future__ import annotations

import logging
from typing import Any, Final

from kb import trail

LINE: Final = "{asctime} {levelname} {name}: {message}{trail}"
_JSON: Final = "{asctime}{levelname}{name}{message}{request_id}{job_id}"


class Trail(logging.Filter):
    """Gives each record the ids of its thread; lets all pass."""

    def filter(self, record: logging.LogRecord) -> bool:
        request, job = trail.request_id.get(), trail.job_id.get()
        said = " ".join(f"{name} {value}" for name, value in (("request", request), ("job", job)) if value)
        record.__dict__ |= {"request_id": request, "job_id": job, "trail": f" [{said}]" if said else ""}
        return True


def logging_config(level: str, form: str) -> dict[str, Any]:
    """Django's LOGGING; `form` is "line" or "json"."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"trail": {"()": Trail}},
        "formatters": {
            "line": {"format": LINE, "style": "{"},
            "json": {
                "()": "pythonjsonlogger.json.JsonFormatter",
                "format": _JSON,
                "style": "{",
                "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger"},
                "reserved_attrs": [*logging.makeLogRecord({}).__dict__, "asctime", "message", "trail", "request"],
            },
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": form, "filters": ["trail"]}},
        "root": {"handlers": ["stderr"], "level": level},
        # Django's own handlers are replaced, or each of its lines would come twice.
        "loggers": {"django": {"handlers": [], "level": "INFO", "propagate": True}},
    }
