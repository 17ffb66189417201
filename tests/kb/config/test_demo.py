"""What the demo offers must lead where it says."""

from __future__ import annotations

import pytest

from kb.config.demo import tour_of
from kb.models import IngestJob
from kb.search.indexing import index_pin
from tests.factories import make_entry, make_job, make_pin, make_template

SOURCE = "pypi:anvil==1.0.0"
MESSAGE = "cannot open the file {path!r} for reading because it is {state}"


@pytest.fixture
def pin():
    pin = make_pin()
    make_job(source=SOURCE, state=IngestJob.State.DONE, project=pin.project, pin=pin)
    return pin


@pytest.mark.django_db
def test_tour_leads_to_an_entry_that_its_paste_finds(client, pin):
    make_entry(pin, message="short {x}")
    entry = make_entry(pin, message=MESSAGE)
    index_pin(pin.pk)

    tour = tour_of(SOURCE)

    assert tour.entry == entry.get_absolute_url()
    assert tour.project == "/acme/anvil/"
    assert b"cannot open the file &#x27;my_path&#x27;" in client.get(tour.paste).content


@pytest.mark.django_db
def test_errors_that_look_alike_are_not_offered(pin):
    for _ in range(2):
        make_entry(pin, message=MESSAGE)
    index_pin(pin.pk)

    assert tour_of(SOURCE) is None


@pytest.mark.django_db
def test_there_is_no_tour_of_what_is_not_ingested(pin):
    make_template(make_entry(pin), text=MESSAGE)

    assert tour_of("pypi:other==1") is None
