"""How the site's log looks: as lines for people or as JSON for programs, each with the request and job it is about."""

from __future__ import annotations

import logging
from typing import Any, Final

from pythonjsonlogger.json import JsonFormatter

from kb import trail
from kb.secrets import mask

LINE: Final = "{asctime} {levelname} {name}: {message}{trail}"
_JSON: Final = "{asctime}{levelname}{name}{message}{request_id}{job_id}"


class Trail(logging.Filter):
    """Gives each record the ids of its thread; lets all pass."""

    def filter(self, record: logging.LogRecord) -> bool:
        request, job = trail.request_id.get(), trail.job_id.get()
        said = " ".join(f"{name} {value}" for name, value in (("request", request), ("job", job)) if value)
        record.__dict__ |= {"request_id": request, "job_id": job, "trail": f" [{said}]" if said else ""}
        return True


class MaskedLine(logging.Formatter):
    """A line, and the traceback below it, without keys, tokens and passwords."""

    def format(self, record: logging.LogRecord) -> str:
        return mask(super().format(record)).text


class MaskedJson(JsonFormatter):
    """The same as one JSON object. Masked before it is written, since a mask inside its syntax could break it."""

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        return {name: mask(value).text if isinstance(value, str) else value for name, value in log_data.items()}


def logging_config(level: str, form: str) -> dict[str, Any]:
    """Django's LOGGING; `form` is "line" or "json"."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"trail": {"()": Trail}},
        "formatters": {
            "line": {"()": MaskedLine, "format": LINE, "style": "{"},
            "json": {
                "()": MaskedJson,
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
