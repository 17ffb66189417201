"""What is kept of rendered pages, in which coding it is sent, and when a reader need not have it again."""

import gzip
import random
import time

import brotli
import pytest
from django.http import HttpRequest

from kb.display import kept as module
from kb.display.codings import accepted
from kb.display.kept import Kept, NotKept, kept, kept_answer
from tests.factories import make_entry

PAGE = b"<p>no anvil given</p>" * 100
ID = "fade0000000000ab"


@pytest.fixture(autouse=True)
def _nothing_kept():
    kept.clear()


def ask(make=lambda: PAGE, stamp="stamp", query="", **headers):
    request = HttpRequest()
    request.META |= {"HTTP_HOST": "localhost"} | {f"HTTP_{name.upper()}": value for name, value in headers.items()}
    request.method, request.path = "GET", "/x/"
    return kept_answer(request, stamp, "text/html", make, query=query)


@pytest.mark.parametrize(
    "header, codings",
    [
        ("gzip, deflate, br, zstd", ("br", "gzip")),
        ("gzip", ("gzip",)),
        ("GZIP;q=0.5, br;q=0", ("gzip",)),
        ("br ; q = 0.000 , gzip;q=1", ("gzip",)),
        ("br;q=0.001", ("br",)),
        ("identity", ()),
        ("brotli, gzipped", ()),
        ("", ()),
    ],
)
def test_coding_is_one_that_the_client_takes(header, codings):
    assert accepted(header) == codings


@pytest.mark.parametrize("header, decode", [("gzip, br", brotli.decompress), ("gzip", gzip.decompress), ("", bytes)])
def test_page_is_the_same_in_every_coding(header, decode):
    answer = ask(accept_encoding=header)

    assert decode(answer.content) == PAGE
    assert answer["Vary"] == "Accept-Encoding"
    assert answer.get("Content-Encoding") == next(iter(accepted(header)), None)


def test_page_is_coded_once():
    ask(accept_encoding="br")
    (body,) = kept._bodies.values()

    assert set(body.coded) == {"br", "gzip"}
    assert ask(accept_encoding="br").content is body.coded["br"]


@pytest.mark.parametrize("content", [b"short", random.Random(1).randbytes(3000)])
def test_what_gains_nothing_from_a_coding_is_sent_plain(content):
    assert "Content-Encoding" not in ask(lambda: content, accept_encoding="br, gzip")


def test_answer_without_a_stamp_and_one_that_is_not_as_it_should_be_are_sent_and_forgotten():
    def degraded():
        raise NotKept(PAGE)

    for answer in (ask(stamp=None), ask(degraded)):
        assert answer.content == PAGE
        assert not {"ETag", "Last-Modified"} & set(answer.headers)
    assert not kept._bodies


def test_pages_that_differ_by_their_query_are_kept_apart():
    assert ask(query="q=a").content == PAGE
    assert ask(lambda: b"other", query="q=b").content == b"other"
    assert ask(lambda: b"never made", query="q=a").content == PAGE


def test_date_of_a_page_is_told_once_no_other_can_have_the_same(monkeypatch):
    monkeypatch.setattr(time, "time", lambda: 1_000_000_000.25)
    assert "Last-Modified" not in ask()

    monkeypatch.setattr(time, "time", lambda: 1_000_000_001.0)
    assert ask()["Last-Modified"] == "Sun, 09 Sep 2001 01:46:40 GMT"


@pytest.mark.django_db
@pytest.mark.parametrize("address", [f"/errors/{ID}/", f"/api/errors/{ID}", f"/errors/{ID}.md", "/acme/anvil/"])
def test_reader_who_has_a_page_is_not_sent_it_again(client, address, monkeypatch):
    make_entry(id=ID)
    client.get(address)
    later = time.time() + 2
    monkeypatch.setattr(time, "time", lambda: later)
    answer = client.get(address)

    assert client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert client.get(address, headers={"If-Modified-Since": answer["Last-Modified"]}).status_code == 304
    before = "Sun, 09 Sep 2001 01:46:40 GMT"
    assert client.get(address, headers={"If-Modified-Since": before}).content == answer.content


@pytest.mark.django_db
@pytest.mark.parametrize("address", [f"/errors/{ID}/", f"/api/errors/{ID}", "/acme/anvil/", "/", "/search?q=anvil"])
def test_kept_page_holds_nothing_of_who_asked_for_it(client, admin_client, address):
    make_entry(id=ID)
    client.cookies["theme"] = "tell-tale"
    told = {"User-Agent": "tell-tale", "Referer": "https://tell-tale.example/", "Accept-Language": "fr",
            "Authorization": "tell-tale", "X-Forwarded-For": "192.0.2.77", "X-Forwarded-Host": "tell-tale"}  # fmt: skip
    first = admin_client.get(address, headers=told)

    for answer in (first, client.get(address, headers=told), client.get(address)):
        assert answer.content == first.content
        assert b"tell-tale" not in answer.content
        assert b"192.0.2.77" not in answer.content
        assert b"admin" not in answer.content
        assert not answer.cookies
        assert "Cookie" not in answer["Vary"]


def test_what_was_not_asked_for_the_longest_goes_first():
    kept = Kept(most_bytes=8000)
    made: list[str] = []

    def ask(key: str) -> bytes:
        return kept.get(key, "stamp", lambda: made.append(key) or key.encode() * 300)

    for key in ("a", "b", "c", "a"):
        ask(key)
    for number in range(24):
        ask(f"{number:03}")
        ask("a")
    ask("b")

    assert made.count("a") == 1
    assert made.count("b") == 2


def test_what_is_kept_is_bounded_and_a_giant_is_not_kept():
    kept = Kept(most_bytes=8000)
    for number in range(100):
        kept.get(str(number), "stamp", lambda: b"x" * 500)
    kept.get("giant", "stamp", lambda: random.Random(1).randbytes(2000))

    assert 4000 < kept._size == sum(module._size(*one) for one in kept._bodies.items()) <= 8000
    assert ("giant", "stamp") not in kept._bodies
