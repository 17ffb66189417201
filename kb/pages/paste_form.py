"""Take the text out of the paste box, or out of the file given with it, within its bounds."""

from __future__ import annotations

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest
from django.http.multipartparser import MultiPartParserError

from kb.display.paste_limit import MOST_BODY_BYTES, MOST_BYTES, TOO_LARGE, is_too_large, storable


class PasteFailed(Exception):
    """Why a paste cannot be read, in a sentence for a person."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


def read_paste(request: HttpRequest) -> str:
    """The text pasted or uploaded with a POST. PasteFailed when there is none or too much."""
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_BODY_BYTES:
        raise PasteFailed(TOO_LARGE, status=413)  # before a file of any size is written to disk
    try:
        text = request.POST.get("text", "")
        file = request.FILES.get("file")
    except (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent):
        raise PasteFailed(TOO_LARGE, status=413) from None
    except MultiPartParserError:
        raise PasteFailed("The form did not arrive whole. Try again.") from None
    if file and not text.strip():
        text = file.read(MOST_BYTES + 1).decode("utf-8", "replace")
    # A form sends each line's end as CRLF, which the paste did not have.
    text = text.replace("\r\n", "\n")
    if not text.strip():
        raise PasteFailed("The paste is empty. Put an error, a traceback or a log into the box.")
    if is_too_large(text):
        raise PasteFailed(TOO_LARGE, status=413)
    return storable(text)
