import ipaddress
import socket

import pytest
import requests

from ingest.sources import SourceFailed, net
from ingest.sources.net import Reach, is_public, session


@pytest.fixture
def names(monkeypatch):
    """What the name server says."""
    said: dict[str, list[str]] = {}

    def getaddrinfo(host, port, *_, **__):
        answers = [host] if host == "127.0.0.1" else said.get(host)
        if answers is None:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (answer, port)) for answer in answers]

    monkeypatch.setattr(net.socket, "getaddrinfo", getaddrinfo)
    return said


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "192.0.0.1", "192.168.1.1",
        "198.18.0.1", "203.0.113.7", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fc00::1",
        "fec0::1", "ff02::1", "2001:db8::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "2002:7f00:1::",
        "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2001:0:0:0:0:0:80ff:fffe",
    ],
)  # fmt: skip
def test_address_that_is_not_in_the_public_internet_is_told_apart(address):
    assert not is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_public_address_is_told_apart(address):
    assert is_public(ipaddress.ip_address(address))


def test_host_is_refused_if_any_of_its_addresses_is_private(names):
    names["mixed.example.org"] = ["8.8.8.8", "10.0.0.1"]

    with pytest.raises(SourceFailed, match=r"mixed\.example\.org is at 10\.0\.0\.1, which is not public") as caught:
        Reach().addresses("mixed.example.org", 443)

    assert caught.value.permanent


def test_public_host_is_given_by_its_addresses(names):
    names["example.org"] = ["8.8.8.8", "8.8.4.4", "8.8.8.8"]

    assert Reach().addresses("example.org", 443) == ["8.8.8.8", "8.8.4.4"]


@pytest.mark.parametrize("allowed", ["git.example.org", "GIT.example.org", "10.0.0.1", "10.0.0.0/8"])
def test_private_host_may_be_named_by_name_address_or_network(names, allowed):
    names["git.example.org"] = ["10.0.0.1"]

    assert Reach(frozenset({allowed, "other"})).addresses("git.example.org", 443) == ["10.0.0.1"]


@pytest.mark.parametrize("allowed", ["example.org", "xgit.example.org", "10.0.0.2", "10.1.0.0/16"])
def test_other_names_and_networks_allow_nothing(names, allowed):
    names["git.example.org"] = ["10.0.0.1"]

    with pytest.raises(SourceFailed):
        Reach(frozenset({allowed})).addresses("git.example.org", 443)


def test_name_that_is_not_known_may_be_known_later(names):
    with pytest.raises(SourceFailed, match=r"the address of nowhere\.example\.org cannot be found") as caught:
        Reach().addresses("nowhere.example.org", 443)

    assert not caught.value.permanent


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "0177.0.0.1", "127.1"])
def test_other_spellings_of_an_address_do_not_get_past(names, host):
    names[host] = [socket.inet_ntoa(socket.inet_aton(host))]  # as a resolver does

    with pytest.raises(SourceFailed, match="not public"):
        Reach().addresses(host, 443)


def test_connection_goes_to_the_address_that_was_checked(names, web):
    names["rebinding.example.org"] = ["127.0.0.1"]
    web.pages["/page"] = b"found"

    with session(Reach(frozenset({"127.0.0.1"})), ["http"]) as made:
        answer = made.get(f"http://rebinding.example.org:{web.server_port}/page")

    assert answer.content == b"found"
    assert web.heard[0]["Host"] == f"rebinding.example.org:{web.server_port}"


def test_certificate_is_held_against_the_name_and_not_the_address(names):
    names["example.org"] = ["8.8.8.8"]
    with session(Reach()) as made:
        request = requests.Request("GET", "https://example.org/page").prepare()
        pool = made.get_adapter(request.url).get_connection_with_tls_context(request, True)

    assert (pool.host, pool.port) == ("8.8.8.8", 443)
    assert (pool.assert_hostname, pool.conn_kw["server_hostname"]) == ("example.org", "example.org")


def test_name_is_checked_for_each_connection(names, web):
    names["example.org"] = ["127.0.0.1"]
    with session(Reach(), ["http"]) as made, pytest.raises(SourceFailed, match="not public"):
        made.get(f"http://example.org:{web.server_port}/page")

    assert web.asked == []


def test_other_schemes_are_not_spoken():
    with session(Reach(), ["https"]) as made, pytest.raises(Exception, match="No connection adapters"):
        made.get("http://example.org/")


def test_proxy_of_the_machine_is_asked_by_name(names, web, monkeypatch):
    monkeypatch.setenv("http_proxy", web.address)
    monkeypatch.setenv("no_proxy", "")
    web.pages["http://example.org/page"] = b"through the proxy"

    with session(Reach(), ["http"]) as made:
        answer = made.get("http://example.org/page")

    assert answer.content == b"through the proxy"
