"""Which of the packages that a paste names have been read."""

import pytest

from kb.display.projects import without_project
from tests.factories import make_pin, make_project


@pytest.mark.django_db
def test_a_package_is_known_by_its_projects_name_or_its_releases():
    make_pin(make_project("acme/anvil"), source="pypi:anvil-forge2==1.0")
    make_pin(make_project("acme/not-ready"), sha="2e" * 20, published_at=None)

    assert without_project(["anvil", "Anvil_Forge2", "forge", "not_ready"]) == ("forge", "not_ready")
