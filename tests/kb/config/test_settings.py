"""Settings are run afresh for each case, under an environment that holds nothing else of ours."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from kb.config import environment

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def run_settings(monkeypatch):
    def run(**values: str) -> dict[str, Any]:
        for name in environment.asked:
            monkeypatch.delenv(name, raising=False)
        for name, value in values.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(ROOT / "kb" / "config" / "settings.py"))

    return run


def manage(*arguments: str, **values: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env={"PATH": os.environ["PATH"], **values},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )


def test_without_addresses_everything_is_embedded_below_raised_data(run_settings):
    settings = run_settings(RAISED_DATA="/d")

    assert settings["DATABASES"]["default"]["HOST"] == "/d/postgres"
    assert settings["CELERY_BROKER_URL"] == "redis+socket:///d/redis/redis.sock?virtual_host=0"
    assert settings["USES_EMBEDDED_DATABASE"] is True


def test_addresses_replace_the_embedded_servers(run_settings):
    settings = run_settings(
        DATABASE_URL="postgres://me:secret@db.example:6000/kb",
        CELERY_BROKER_URL="redis://queue.example:6379/0",
        RAISED_CACHE_URL="redis://queue.example:6379/1",
    )

    database = settings["DATABASES"]["default"]
    assert [database[key] for key in ("HOST", "PORT", "NAME")] == ["db.example", 6000, "kb"]
    assert settings["CELERY_BROKER_URL"] == "redis://queue.example:6379/0"
    assert settings["USES_EMBEDDED_DATABASE"] is False


def test_empty_values_count_as_unset(run_settings):
    settings = run_settings(DATABASE_URL="", RAISED_DEBUG=" ")

    assert settings["USES_EMBEDDED_DATABASE"] is True
    assert settings["DEBUG"] is False


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"RAISED_DEBUG": "maybe"}, "RAISED_DEBUG must be true or false, not 'maybe'."),
        ({"PORT": "http"}, "PORT must be a whole number from 1 to 65535, not 'http'."),
        ({"PORT": "0"}, "PORT must be a whole number from 1 to 65535, not '0'."),
        ({"PORT": "65536"}, "PORT must be a whole number from 1 to 65535, not '65536'."),
        ({"RAISED_DATABASE_POOL": "-1"}, "RAISED_DATABASE_POOL must be a whole number from 1 to 1000000000, not '-1'."),
        ({"RAISED_LOG_LEVEL": "LOUD"}, "RAISED_LOG_LEVEL must be one of DEBUG, INFO, WARNING, ERROR, not 'LOUD'."),
        (
            {"RAISED_API_RATE": "lots"},
            "RAISED_API_RATE must be a rate such as 300/min (sec, min, hour, day), not 'lots'.",
        ),
        ({"MEILISEARCH_URL": "search:7700"}, "MEILISEARCH_URL must be an address that starts with http or https://."),
        ({"MEILISEARCH_URL": "http://"}, "MEILISEARCH_URL must be an address that starts with http or https://."),
        ({"DATABASE_URL": "postgres://h:port/kb"}, "DATABASE_URL must be an address such as postgres://"),
        ({"DATABASE_URL": "mysql://h/kb"}, "DATABASE_URL must be an address such as postgres://"),
        ({"DATABASE_URL": "postgres://h"}, "DATABASE_URL names no database: end it with /name."),
        ({"CELERY_BROKER_URL": "redis://h/0"}, "RAISED_CACHE_URL must be set beside CELERY_BROKER_URL"),
        ({"RAISED_ALLOWED_HOSTS": "kb.example"}, "RAISED_SECRET_KEY must be set"),
        ({"RAISED_SITE_URL": "http://kb.example"}, "RAISED_SECRET_KEY must be set"),
        (
            {"RAISED_SITE_URL": "https://kb.example", "RAISED_SECRET_KEY": "k" * 60, "RAISED_PROXIES": "0"},
            "RAISED_PROXIES must be at least 1",
        ),
    ],
)
def test_malformed_value_stops_the_start_and_is_named(run_settings, values, said):
    with pytest.raises(ImproperlyConfigured) as refused:
        run_settings(**values)

    assert said in str(refused.value)


def test_refusal_is_one_line_on_the_command_line():
    told = manage("check", RAISED_DEBUG="maybe")

    assert told.returncode == 1
    assert told.stderr == "raised: RAISED_DEBUG must be true or false, not 'maybe'.\n"


def test_password_of_a_malformed_address_is_not_shown(run_settings):
    with pytest.raises(ImproperlyConfigured) as refused:
        run_settings(DATABASE_URL="mysql://me:hunter2@h/kb")

    assert "hunter2" not in str(refused.value)


def test_https_site_secures_cookies_and_redirects(run_settings):
    settings = run_settings(RAISED_SITE_URL="https://kb.example/", RAISED_SECRET_KEY="k" * 60)

    assert (
        settings["SESSION_COOKIE_SECURE"] is settings["CSRF_COOKIE_SECURE"] is settings["SECURE_SSL_REDIRECT"] is True
    )
    assert "kb.example" in settings["ALLOWED_HOSTS"]
    assert settings["CSRF_TRUSTED_ORIGINS"] == ["https://kb.example"]


def test_deployment_check_is_clean_with_the_documented_settings():
    told = manage(
        *("check", "--deploy", "--fail-level", "WARNING"),
        RAISED_SITE_URL="https://kb.example",
        RAISED_SECRET_KEY="k1-_Zx9" * 10,
    )

    assert told.returncode == 0, told.stderr


def test_task_is_not_given_to_another_worker_while_it_may_still_run(run_settings):
    settings = run_settings(RAISED_TASK_SECONDS="9000")

    assert settings["CELERY_BROKER_TRANSPORT_OPTIONS"]["visibility_timeout"] > settings["CELERY_TASK_TIME_LIMIT"] > 9000


def test_llm_needs_an_address_and_a_model(run_settings):
    assert run_settings(RAISED_LLM_URL="http://llm.example/v1", RAISED_LLM_MODEL="m")["LLM_MODEL"] == "m"
    for lone in ({"RAISED_LLM_URL": "http://llm.example/v1"}, {"RAISED_LLM_MODEL": "m"}):
        with pytest.raises(ImproperlyConfigured, match="together"):
            run_settings(**lone)


@pytest.mark.parametrize("value", ["-1", "1,50", "1e3", "NaN", "a lot"])
def test_amount_that_is_none_stops_the_start(run_settings, value):
    with pytest.raises(ImproperlyConfigured, match="RAISED_LLM_PRICE_IN must be an amount such as"):
        run_settings(RAISED_LLM_PRICE_IN=value)


def test_bound_on_money_needs_prices(run_settings):
    with pytest.raises(ImproperlyConfigured, match="RAISED_LLM_PRICE_IN"):
        run_settings(RAISED_LLM_RUN_COST="5")
