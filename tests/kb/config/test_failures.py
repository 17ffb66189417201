"""What a visitor is told when it is not their mistake."""

import pytest
from django.db import InterfaceError, OperationalError
from django.db.backends.utils import CursorWrapper

pytestmark = pytest.mark.django_db


@pytest.fixture
def broken(client, monkeypatch):
    """Gives a function that has every query raise what it is given."""
    client.raise_request_exception = False

    def have(raised):
        def refuse(self, *args, **kwargs):
            raise raised

        monkeypatch.setattr("kb.display.freshness._asked", refuse)  # which asks beside Django
        monkeypatch.setattr(CursorWrapper, "execute", refuse)

    return have


@pytest.mark.parametrize("raised", [OperationalError("the server is away"), InterfaceError("closed")])
@pytest.mark.parametrize("address", ["/acme/anvil/", "/search?q=x", "/", "/errors/fade0000000000aa/"])
def test_page_says_that_the_database_is_away(client, broken, address, raised):
    broken(raised)

    response = client.get(address)

    assert response.status_code == 503
    assert "does not answer just now" in response.text
    assert response["Retry-After"] == "5"
    assert "away" not in response.text


@pytest.mark.parametrize("address", ["/api/projects", "/api/errors/fade0000000000aa", "/api/errors?q=x"])
def test_program_is_told_so_by_a_code_of_its_own(client, broken, address):
    broken(OperationalError("the server is away"))

    response = client.get(address)

    assert response.status_code == 503
    assert response.json()["error"]["code"] == "unavailable"
    assert response["Retry-After"] == "5"


def test_mistake_of_ours_is_not_said_to_be_the_databases(client, broken):
    broken(RuntimeError("secret detail"))

    response = client.get("/acme/anvil/")

    assert response.status_code == 500
    assert "Something broke here" in response.text
    assert "secret" not in response.text
    assert "Retry-After" not in response
