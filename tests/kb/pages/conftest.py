"""What the pages' tests find in the index."""

import pytest

from kb.search.indexing import index_pin
from tests.factories import make_entry, make_pin

TRACEBACK = """\
web-1  | Traceback (most recent call last):
web-1  |   File "/opt/site-packages/anvil/load.py", line 3, in load
web-1  |     raise ValueError(f"no {what} given for {path}")
web-1  | ValueError: no <b>key</b> given for a.json
"""


@pytest.fixture
def pin():
    pin = make_pin()
    make_entry(pin, id="fade0000000000aa", message="no {what} given for {path}")
    make_entry(pin, message="the anvil is too hot", exc_type="RuntimeError", site={"qualname": "heat"})
    for function in ("open", "close"):
        make_entry(pin, message="the tongs are missing", site={"qualname": function})
    index_pin(pin.pk)
    return pin


def paste(client, text: str, status: int = 200) -> str:
    response = client.post("/search", {"text": text})
    assert response.status_code == status
    return response.content.decode()
