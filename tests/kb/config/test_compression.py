"""Answers that are not kept are coded as they are sent."""

import brotli
import pytest

from tests.factories import make_entry, make_pin

pytestmark = pytest.mark.django_db
ADDRESS = "/api/errors"


@pytest.fixture(autouse=True)
def _entries():
    pin = make_pin()
    for _ in range(5):
        make_entry(pin)


def test_client_that_takes_brotli_gets_it(client):
    plain = client.get(ADDRESS)
    answer = client.get(ADDRESS, headers={"Accept-Encoding": "gzip, br"})

    assert answer["Content-Encoding"] == "br"
    assert brotli.decompress(answer.content) == plain.content
    assert int(answer["Content-Length"]) == len(answer.content) < len(plain.content)
    assert answer["ETag"] == f"W/{plain['ETag']}"
    assert answer["Vary"].count("Accept-Encoding") == plain["Vary"].count("Accept-Encoding") == 1


def test_client_that_takes_gzip_alone_gets_that(client):
    assert client.get(ADDRESS, headers={"Accept-Encoding": "gzip, br;q=0"})["Content-Encoding"] == "gzip"


@pytest.mark.parametrize("address", ["/healthz", "/api/projects/acme/anvil/errors.jsonl"])
def test_what_is_short_or_streamed_is_not_sent_in_brotli(client, address):
    assert client.get(address, headers={"Accept-Encoding": "gzip, br"}).get("Content-Encoding") != "br"


def test_pages_of_the_admin_keep_the_padding_that_hides_their_secrets(admin_client):
    answer = admin_client.get("/admin/", headers={"Accept-Encoding": "gzip, br"})

    assert answer["Content-Encoding"] == "gzip"
