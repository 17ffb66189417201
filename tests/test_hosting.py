"""What hosts the site must name what the code reads, and the locks must hold what pyproject.toml asks for."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from kb.config import environment, gunicorn, settings

ROOT = Path(__file__).resolve().parent.parent
DOCKERFILE = (ROOT / "docker" / "Dockerfile").read_text()
COMPOSE = (ROOT / "docker" / "compose.yaml").read_text()
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCKS = ("requirements.txt", "requirements-embedded.txt", "requirements-dev.txt")


def example() -> dict[str, str]:
    lines = (ROOT / "docker" / ".env.example").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def compose_variables() -> set[str]:
    return set(re.findall(r"\$\{([A-Z_]+)", COMPOSE))


def test_every_setting_stands_in_the_example_and_nothing_else():
    # Importing settings and gunicorn has asked for every name.
    assert set(example()) == environment.asked | compose_variables()


def test_example_shows_the_defaults():
    asked_defaults = {
        "PORT": str(settings.PORT),
        "RAISED_BIND": settings.BIND,
        "RAISED_DATABASE_POOL": str(settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"]),
        "RAISED_TASK_SECONDS": str(settings.CELERY_TASK_SOFT_TIME_LIMIT),
        "RAISED_SOURCE_CACHE_MB": str(settings.SOURCE_CACHE_BYTES // 1024**2),
        "RAISED_WEB_WORKERS": str(gunicorn.workers),
        "RAISED_API_RATE": settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]["anon"],
        "RAISED_LLM_REQUESTS": str(settings.LLM_REQUESTS),
        "RAISED_LLM_SECONDS": str(settings.LLM_SECONDS),
        "RAISED_LLM_ANSWER_TOKENS": str(settings.LLM_ANSWER_TOKENS),
        "RAISED_LLM_RUN_TOKENS": str(settings.LLM_RUN_TOKENS),
        "RAISED_LLM_RUN_COST": str(settings.LLM_RUN_COST),
        "RAISED_LLM_PRICE_IN": str(settings.LLM_PRICE_IN),
        "RAISED_LLM_PRICE_OUT": str(settings.LLM_PRICE_OUT),
        "RAISED_REPORT_RATE": settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]["report"],
        "RAISED_MATCH_RATE": settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]["match"],
    }
    unset = {name: value for name, value in asked_defaults.items() if not os.environ.get(name)}
    assert {name: example()[name] for name in unset} == unset


def test_web_server_has_no_more_threads_than_database_connections():
    assert gunicorn.threads <= settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"]


def test_compose_file_gives_the_site_the_servers_it_runs():
    services = yaml.safe_load(COMPOSE)["services"]
    environments = [services[name]["environment"] for name in ("web", "worker", "beat", "migrate")]

    for given in environments:
        assert "@postgres:" in given["DATABASE_URL"]
        assert "//redis:" in given["CELERY_BROKER_URL"]
        assert "//meilisearch:" in given["MEILISEARCH_URL"]
    assert {"postgres", "redis", "meilisearch"} < set(services)


@pytest.mark.parametrize("name", ["web", "worker", "postgres", "redis", "meilisearch"])
def test_long_running_services_are_watched_and_restarted(name):
    service = yaml.safe_load(COMPOSE)["services"][name]

    assert service["restart"] == "unless-stopped"
    # The web service has the image's own check.
    assert "test" in service.get("healthcheck", {}) or (name == "web" and "HEALTHCHECK" in DOCKERFILE)


def test_images_of_others_are_pinned_to_a_version():
    images = re.findall(r"^ +image: (.+)$", COMPOSE, re.MULTILINE) + re.findall(
        r"^FROM (\S+)", DOCKERFILE, re.MULTILINE
    )

    for image in images:
        assert image == "raised" or re.search(r":v?\d+\.\d+", image), image


def test_every_command_of_the_site_names_a_module_that_is_there():
    services = yaml.safe_load(COMPOSE)["services"]
    commands: list[Any] = [json.loads(re.findall(r"^CMD (\[.*\])$", DOCKERFILE, re.MULTILINE)[-1])]
    commands += [services[name]["command"] for name in ("worker", "beat", "migrate")]

    for word in (word for command in commands for word in command):
        if word.endswith(".py"):
            assert (ROOT / word).exists(), word
        elif word.startswith("kb."):
            assert (ROOT / word.replace(".", "/")).with_suffix(".py").exists(), word


def test_image_holds_every_package_and_only_what_runs():
    copied = re.findall(r"^COPY (\w+) \w+$", DOCKERFILE, re.MULTILINE)
    tracked = subprocess.run(["git", "ls-files", "*/__init__.py"], cwd=ROOT, capture_output=True, text=True).stdout
    packages = {path.split("/")[0] for path in tracked.split()} - {"tests", "bench"}

    assert packages <= set(copied)
    assert "tests" not in copied


@pytest.mark.parametrize("lock", LOCKS)
def test_locks_name_no_host_and_pin_every_hash(lock):
    text = (ROOT / lock).read_text()

    assert "://" not in text
    for pin in re.split(r"^(?=\S)", text, flags=re.MULTILINE):
        assert not pin.strip() or "--hash=sha256:" in pin, pin


def pins(lock: str) -> dict[str, str]:
    found = re.findall(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==(\S+)", (ROOT / lock).read_text(), re.MULTILINE)
    return {canonicalize_name(name): version for name, version in found}


def asked_for(lock: str) -> list[Requirement]:
    groups = {
        "requirements.txt": [],
        "requirements-embedded.txt": ["embedded"],
        "requirements-dev.txt": ["embedded", "dev"],
    }
    asked = PYPROJECT["project"]["dependencies"] + [
        line for group in groups[lock] for line in PYPROJECT["dependency-groups"][group] if isinstance(line, str)
    ]
    return [Requirement(line) for line in asked]


@pytest.mark.parametrize("lock", LOCKS)
def test_locks_hold_what_pyproject_asks_for(lock):
    held = pins(lock)
    # A marker for another platform still locks, since the locks are for all.
    for requirement in asked_for(lock):
        name = canonicalize_name(requirement.name)
        assert name in held, f"{name} is not in {lock}: lock again, see CONTRIBUTING.md"
        assert requirement.specifier.contains(held[name], prereleases=True), f"{name} {held[name]} in {lock}"


@pytest.mark.parametrize("lock", LOCKS)
def test_locks_hold_nothing_that_nobody_asked_for(lock):
    text = (ROOT / lock).read_text()
    direct = re.findall(r"^(\S+?)==(?:(?!^\S).)*?raised \(pyproject\.toml", text, re.MULTILINE | re.DOTALL)
    asked = {canonicalize_name(requirement.name) for requirement in asked_for(lock)}

    assert {canonicalize_name(name.split("[")[0]) for name in direct} == asked


def test_locks_agree_with_each_other():
    plain, embedded, dev = (pins(lock) for lock in LOCKS)

    assert plain.items() <= embedded.items()
    assert embedded.items() <= dev.items()


def test_this_python_is_one_that_is_promised():
    assert default_environment()["python_full_version"] >= "3.11"
