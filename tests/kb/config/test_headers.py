import base64
import hashlib
import re

import pytest

pytestmark = pytest.mark.django_db


def test_pages_forbid_what_they_do_not_need(client):
    headers = client.get("/").headers

    policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert "camera=()" in headers["Permissions-Policy"]
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


def test_only_script_in_a_page_is_the_one_the_policy_names(client):
    answer = client.get("/")

    scripts = re.findall(r"<script>(.*?)</script>", answer.content.decode(), re.DOTALL)
    digests = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
    assert len(digests) == 1
    assert f"script-src 'self' 'sha256-{digests[0]}';" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("address", ["/no/such/", "/api/no", "/search", "/suggest?q=x"])
def test_every_answer_carries_them(client, address):
    headers = client.get(address).headers

    assert "Content-Security-Policy" in headers
    assert "Permissions-Policy" in headers


def test_https_is_made_to_last_where_the_site_has_it(client, settings):
    settings.SECURE_HSTS_SECONDS = 3600

    assert client.get("/", secure=True).headers["Strict-Transport-Security"] == "max-age=3600"
    assert "Strict-Transport-Security" not in client.get("/").headers


@pytest.mark.parametrize("address", ["/", "/search?q=x", "/api/errors", "/api/docs"])
def test_no_cookie_is_set_for_readers(client, address):
    assert not client.get(address).cookies
