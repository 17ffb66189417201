"""Documents that tell what exists must tell all of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.apps import apps

ROOT = Path(__file__).resolve().parent.parent
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text()
DOCUMENTS = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docker/README.md")


def test_every_model_is_in_the_glossary():
    words = ARCHITECTURE.split("## Words")[1]
    models = {model.__name__ for app in ("kb", "api", "ingest") for model in apps.get_app_config(app).get_models()}

    assert {model for model in models if not re.search(rf"\| (.*, )?{model}\b", words)} == set()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_paths_that_documents_name_exist(document):
    text = (ROOT / document).read_text()
    named = re.findall(r"`((?:kb|api|ingest|tests|docker|bench|templates)(?:/[\w.-]+)+/?)`", text)
    linked = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]

    for path in named:
        assert (ROOT / path).exists(), path
    for link in linked:
        assert ((ROOT / document).parent / link).exists(), link


@pytest.mark.parametrize("document", DOCUMENTS)
def test_make_targets_that_documents_name_exist(document):
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"`make ([a-z-]+)`", (ROOT / document).read_text()))

    assert named <= targets


def test_every_make_target_is_explained_and_phony():
    makefile = (ROOT / "Makefile").read_text()
    targets = re.findall(r"^([a-z-]+):(.*)$", makefile, re.MULTILINE)
    phony = set(" ".join(re.findall(r"^\.PHONY:(.*)$", makefile, re.MULTILINE)).split())

    assert {name for name, rest in targets if " ## " not in rest} == set()
    assert {name for name, _ in targets} == phony
