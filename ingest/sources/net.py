"""Which hosts may be reached, and a web session that reaches no others.

A name is resolved once, all its addresses are checked, and the connection goes to one of the checked addresses: a name
server that changes its mind in between gains nothing. Where the machine's own configuration names a proxy, the proxy
resolves names, and its operator's rules hold.
"""

import ipaddress
import socket
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

import requests
from requests.adapters import HTTPAdapter
from requests.utils import get_environ_proxies, select_proxy
from urllib3.connectionpool import ConnectionPool

from ingest.sources.failures import SourceFailed

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


@dataclass(frozen=True)
class Reach:
    """The hosts that may be reached: all public ones, and those that are named here (names, addresses, networks)."""

    private_hosts: frozenset[str] = frozenset()

    def names(self, host: str) -> bool:
        """Whether the host is named outright."""
        return host.lower().rstrip(".") in {name.lower().rstrip(".") for name in self.private_hosts}

    def addresses(self, host: str, port: int) -> list[str]:
        """The host's addresses, if every one of them may be reached; SourceFailed otherwise."""
        found = _resolve(host, port)
        if not self.names(host):
            for address in found:
                if not is_public(address) and not self._allows(address):
                    raise SourceFailed(
                        f"{host} is at {address}, which is not public; RAISED_PRIVATE_HOSTS names what may be reached"
                    )
        return [str(address) for address in found]

    def including(self, addresses: Iterable[str]) -> "Reach":
        return Reach(self.private_hosts | frozenset(addresses))

    def _allows(self, address: Address) -> bool:
        for name in self.private_hosts:
            try:
                if address in ipaddress.ip_network(name):
                    return True
            except ValueError:
                continue  # a host's name
        return False


def is_public(address: Address) -> bool:
    """Whether an address, and the IPv4 address that it may carry inside, lies in the public internet."""
    inner: Address | None = None
    if isinstance(address, ipaddress.IPv6Address):
        teredo = address.teredo
        inner = address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else None)
        if address in _NAT64:
            inner = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if inner is not None:
        return is_public(inner)
    is_site_local = isinstance(address, ipaddress.IPv6Address) and address.is_site_local
    return address.is_global and not address.is_multicast and not address.is_reserved and not is_site_local


def is_proxied(url: str) -> bool:
    """Whether this machine's configuration sends requests for the address through a proxy."""
    return select_proxy(url, get_environ_proxies(url)) is not None


def session(reach: Reach, schemes: Iterable[str] = ("https",)) -> requests.Session:
    """A session for these schemes only, which holds to `reach` also where a redirect leads."""
    made = requests.Session()
    made.adapters.clear()
    made.max_redirects = 5
    for scheme in schemes:
        made.mount(f"{scheme}://", _GuardedAdapter(reach))
    return made


def _resolve(host: str, port: int) -> list[Address]:
    with suppress(ValueError):
        return [ipaddress.ip_address(host)]
    try:
        answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except socket.gaierror as error:
        raise SourceFailed(f"the address of {host} cannot be found: {error.strerror}", permanent=False) from error
    except UnicodeError:
        raise SourceFailed(f"{host} is no name of a host") from None
    # A link-local address carries its interface after a "%".
    found = (ipaddress.ip_address(str(answer[4][0]).partition("%")[0]) for answer in answers)
    return list(dict.fromkeys(found))


class _GuardedAdapter(HTTPAdapter):
    """Connects to the checked address, while TLS and the Host header keep the name."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        super().__init__(max_retries=0)

    # requests' own signatures; its types for them are private
    def get_connection_with_tls_context(  # type: ignore[no-untyped-def]
        self,
        request: requests.PreparedRequest,
        verify,  # noqa: ANN001
        proxies=None,  # noqa: ANN001
        cert=None,  # noqa: ANN001
    ) -> ConnectionPool:
        if select_proxy(request.url or "", proxies):
            return super().get_connection_with_tls_context(request, verify, proxies=proxies, cert=cert)
        place, tls = self.build_connection_pool_key_attributes(request, verify, cert)
        host, scheme = str(place["host"]).strip("[]"), place["scheme"]
        names = {"server_hostname": host, "assert_hostname": host} if scheme == "https" else {}
        address = self._reach.addresses(host, place["port"] or (443 if scheme == "https" else 80))[0]
        pool: ConnectionPool = self.poolmanager.connection_from_host(
            address, place["port"], scheme, pool_kwargs={**tls, **names}
        )
        return pool

    def add_headers(self, request: requests.PreparedRequest, **_: object) -> None:
        # Set anew for each request: a redirect copies the headers of the one before it.
        request.headers["Host"] = urlsplit(request.url or "").netloc.rpartition("@")[2]
