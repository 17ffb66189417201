from io import StringIO

import pytest
from django.core.management import call_command


@pytest.mark.django_db
def test_every_model_change_has_its_migration():
    said = StringIO()

    call_command("makemigrations", "--check", "--dry-run", stdout=said)

    assert "No changes detected" in said.getvalue()
