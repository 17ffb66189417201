"""One question to the server -> its Reply, in bounded time and size. The only module that talks to an LLM.

Raises LlmFailed for all that can go wrong. What the server says of a failure is handed on in one line, never the key.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any, Final

import msgspec
import requests
from urllib3.exceptions import HTTPError, ReadTimeoutError

from ingest.explain.llm.answer import SCHEMA
from ingest.explain.llm.server import Llm

Message = dict[str, str]

MOST_BYTES: Final = 1_000_000
_CHUNK: Final = 65_536
_CHARACTERS_A_TOKEN: Final = 3  # few, so that an estimate is rather too high
_SAID: Final = 200
_HEALS: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_REFUSED: Final = frozenset({400, 415, 422})  # among others, when `response_format` is not known
_HOPELESS: Final = frozenset({301, 302, 307, 308, 401, 402, 403, 404, 405})
_FORMS: Final[dict[str, Any]] = {
    "json_schema": {"type": "json_schema", "json_schema": {"name": "explanation", "strict": True, "schema": SCHEMA}},
    "json_object": {"type": "json_object"},
}


class LlmFailed(Exception):
    """No reply. `heals`: a later try may get one, after `pause` seconds if the server said so; `is_hopeless`: no
    question will; `is_refused`: this question, or the form that its answer was to have, is not taken."""

    def __init__(
        self,
        said: str,
        *,
        heals: bool = False,
        pause: float | None = None,
        is_hopeless: bool = False,
        is_refused: bool = False,
    ) -> None:
        super().__init__(said)
        self.heals, self.pause, self.is_hopeless, self.is_refused = heals, pause, is_hopeless, is_refused


@dataclass(frozen=True, slots=True)
class Reply:
    """`finish` is "stop" if the LLM came to its end, "length" if it was cut off."""

    text: str
    finish: str
    tokens_in: int
    tokens_out: int
    is_estimated: bool
    seconds: float


class _Content(msgspec.Struct):
    content: str | None = None


class _Choice(msgspec.Struct):
    message: _Content
    finish_reason: str | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: int = 0
    completion_tokens: int = 0


class _Completion(msgspec.Struct):
    choices: list[_Choice]
    usage: _Usage | None = None


def ask(llm: Llm, messages: Sequence[Message], answers_as: str) -> Reply:
    """`answers_as` is "json_schema", "json_object" or "text": how the server is held to our form."""
    began = time.monotonic()
    body: dict[str, Any] = {
        "model": llm.model,
        "messages": list(messages),
        "temperature": 0,
        "max_tokens": llm.answer_tokens,
    }
    if answers_as in _FORMS:
        body["response_format"] = _FORMS[answers_as]
    completion = _decoded(_post(llm, body, began + llm.seconds))
    choice = completion.choices[0]
    text = choice.message.content or ""
    usage = completion.usage or _Usage()
    is_counted = usage.prompt_tokens > 0
    return Reply(
        text=text,
        finish=(choice.finish_reason or "")[:40],
        tokens_in=usage.prompt_tokens if is_counted else estimated_tokens(messages),
        tokens_out=max(usage.completion_tokens, 0) if is_counted else len(text) // _CHARACTERS_A_TOKEN,
        is_estimated=not is_counted,
        seconds=round(time.monotonic() - began, 3),
    )


def estimated_tokens(messages: Sequence[Message]) -> int:
    return sum(len(message["content"]) for message in messages) // _CHARACTERS_A_TOKEN + 1


def _post(llm: Llm, body: dict[str, Any], deadline: float) -> bytes:
    try:
        with requests.Session() as session:
            # As `auth`, or a netrc file would put its own word in place of ours.
            session.auth = _Bearer(llm.key)
            session.headers["Accept-Encoding"] = "identity"  # a small answer must not unpack into a huge one
            # No redirects: the key is for this address alone.
            with session.post(
                f"{llm.url}/chat/completions", json=body, timeout=llm.seconds, stream=True, allow_redirects=False
            ) as response:
                content = _content(response, deadline)
                if response.status_code != HTTPStatus.OK:
                    raise _failure(response, content, llm.key)
                return content
    except requests.Timeout:
        raise LlmFailed(f"no answer within {llm.seconds} s", heals=True) from None
    except requests.ConnectionError as error:
        raise LlmFailed(f"the server cannot be reached ({type(error).__name__})", heals=True) from None
    except ReadTimeoutError:
        raise LlmFailed("the answer did not end in time", heals=True) from None
    except (requests.RequestException, HTTPError) as error:
        raise LlmFailed(f"the connection broke ({type(error).__name__})", heals=True) from None


class _Bearer(requests.auth.AuthBase):
    def __init__(self, key: str) -> None:
        self._key = key

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        if self._key:
            request.headers["Authorization"] = f"Bearer {self._key}"
        return request


def _content(response: requests.Response, deadline: float) -> bytes:
    """A timeout of the library bounds each wait, not the whole: a server that drips is cut off here."""
    content = bytearray()
    # Not iter_content, which waits until a chunk is full.
    while chunk := response.raw.read1(_CHUNK, decode_content=True):
        content += chunk
        if len(content) > MOST_BYTES:
            raise LlmFailed(f"the answer is longer than {MOST_BYTES:,} bytes")
        if time.monotonic() > deadline:
            raise LlmFailed("the answer did not end in time", heals=True)
    return bytes(content)


def _decoded(content: bytes) -> _Completion:
    try:
        completion = msgspec.json.decode(content, type=_Completion)
    except msgspec.MsgspecError:
        raise LlmFailed("the server's answer is no chat completion", heals=True) from None
    if not completion.choices:
        raise LlmFailed("the server's answer holds no choice", heals=True)
    return completion


def _failure(response: requests.Response, content: bytes, key: str) -> LlmFailed:
    status = response.status_code
    said = " ".join(content[:2000].decode("utf-8", "replace").split())
    said = said.replace(key, "…") if key else said
    return LlmFailed(
        f"HTTP {status} {said[:_SAID]}".strip(),
        heals=status in _HEALS,
        pause=_pause(response.headers.get("Retry-After", "")),
        is_hopeless=status in _HOPELESS,
        is_refused=status in _REFUSED,
    )


def _pause(value: str) -> float | None:
    """Seconds, from seconds or a date; None if it is neither."""
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, TypeError):
        return None
