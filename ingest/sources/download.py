"""An address on the web -> its bytes, within bounds of size and time. What goes wrong is said in one line."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final
from urllib.parse import urlsplit

import requests
import urllib3

from ingest.sources.bounds import Bounds, Deadline
from ingest.sources.failures import SourceFailed

_HEALABLE: Final = (408, 425, 429)  # and all from 500


def read_page(
    session: requests.Session, url: str, accept: str, bounds: Bounds, deadline: Deadline
) -> requests.Response:
    """A page's response with its content loaded; its status is 200 or 404."""
    with _answer(session, url, {"Accept": accept}, bounds) as answer:
        if answer.status_code != 404:
            _check_status(answer, url)
        # Where requests itself keeps what it has read.
        answer._content = b"".join(_chunks(answer, bounds.page_bytes, deadline, is_decoded=True))
        return answer


def save_file(session: requests.Session, url: str, path: Path, bounds: Bounds, deadline: Deadline) -> str:
    """Write the bytes to `path`; returns their SHA-256 as hex digits."""
    digest = hashlib.sha256()
    # An archive is compressed already; a server that does it again would change its bytes.
    with _answer(session, url, {"Accept-Encoding": "identity"}, bounds) as answer, path.open("wb") as file:
        _check_status(answer, url)
        for chunk in _chunks(answer, bounds.download_bytes, deadline, is_decoded=False):
            digest.update(chunk)
            _write(file, chunk)
    return digest.hexdigest()


@contextmanager
def _answer(
    session: requests.Session, url: str, headers: dict[str, str], bounds: Bounds
) -> Iterator[requests.Response]:
    host = urlsplit(url).hostname or "the server"
    try:
        with session.get(url, headers=headers, stream=True, timeout=bounds.idle_seconds) as answer:
            yield answer
    except requests.exceptions.SSLError as error:
        raise SourceFailed(f"the certificate of {host} is not accepted: {_root(error)}") from error
    except requests.exceptions.InvalidSchema as error:
        raise SourceFailed(f"{host} leads to an address that is not encrypted or no web address") from error
    except requests.exceptions.TooManyRedirects as error:
        raise SourceFailed(f"{host} leads from address to address without end") from error
    except (requests.exceptions.Timeout, urllib3.exceptions.TimeoutError, TimeoutError) as error:
        raise SourceFailed(f"{host} did not answer in {bounds.idle_seconds:g} seconds", permanent=False) from error
    except (requests.RequestException, urllib3.exceptions.HTTPError, OSError) as error:
        raise SourceFailed(f"the connection to {host} failed: {_root(error)}", permanent=False) from error


def _chunks(answer: requests.Response, limit: int, deadline: Deadline, *, is_decoded: bool) -> Iterator[bytes]:
    """What has come, as it comes: a whole chunk could be waited for without end, byte by byte."""
    host = urlsplit(answer.url).hostname
    total = 0
    while chunk := answer.raw.read1(1 << 16, decode_content=is_decoded):
        total += len(chunk)
        if total > limit:
            raise SourceFailed(f"{host} sends more than {limit // 1024**2:,} MB")
        deadline.check(f"downloading from {host}")
        yield chunk


def _write(file: IO[bytes], chunk: bytes) -> None:
    try:
        file.write(chunk)
    except OSError as error:  # not to be told as an error of the connection
        raise SourceFailed(f"the download cannot be written: {error.strerror}", permanent=False) from error


def _check_status(answer: requests.Response, url: str) -> None:
    if answer.status_code != 200:
        permanent = answer.status_code < 500 and answer.status_code not in _HEALABLE
        host = urlsplit(url).hostname
        raise SourceFailed(f"{host} answers {answer.status_code} {answer.reason}", permanent=permanent)


def _root(error: BaseException) -> str:
    """The innermost cause in its own words, without the object addresses and URLs of what wraps it."""
    while (inner := getattr(error, "reason", None) or error.__cause__ or error.__context__) is not None:
        if not isinstance(inner, BaseException):
            break
        error = inner
    return str(getattr(error, "strerror", None) or error)[:200]
