"""schemathesis holds the API against its own description: every operation, with what it allows and what it does not.

As many examples of each as RAISED_API_EXAMPLES says; `make check-api` asks for more than `make test` does.
"""

from __future__ import annotations

import json
import os

import pytest
import schemathesis
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from kb.search.indexing import index_pin
from tests.factories import make_entry, make_job, make_pin

EXAMPLES = int(os.environ.get("RAISED_API_EXAMPLES", "10"))


def site(environ, start_response):
    """The site, made when it is first asked: by then the tests' settings hold."""
    from kb.config.wsgi import application

    return application(environ, start_response)


schema = schemathesis.openapi.from_dict(json.loads(json.dumps(SchemaGenerator().get_schema(public=True), default=str)))
schema.app = site


@pytest.fixture
def rows(transactional_db):
    """What there is to be found."""
    pin = make_pin(counts={"entries": 2})
    make_entry(pin, id="fade0000000000aa", message="no {what} given")
    make_entry(pin, id="fade0000000000ab", message="path {path} is a folder")
    make_job(id=17, project=pin.project, pin=pin)
    index_pin(pin.pk)


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_api_answers_as_it_is_described(case, rows):
    # In this process no transport would unpack what is compressed.
    headers = {"Accept-Encoding": "identity"}
    case.call_and_validate(headers=headers, excluded_checks=[positive_data_acceptance] * says_more(case))


def says_more(case) -> bool:
    """Whether a parameter may be refused for what OpenAPI can't say: only what was read is known, and only words of a
    project's own code are looked for."""
    query = case.query or {}
    return bool(query.get("project")) or (bool(query.get("q")) and query.get("category", "source") != "source")
