"""The codes by which a program tells one failure from another. None is ever renamed or given another meaning."""

from __future__ import annotations

from typing import Final

CODES: Final = {
    "invalid": "A parameter or a field is missing or wrong; `fields` says which, and why.",
    "parse_error": "The body, or the request itself, cannot be read: not JSON, or malformed.",
    "unsupported_media_type": "The body must be sent as `application/json`.",
    "not_acceptable": "The `Accept` header refuses the one form that there is.",
    "too_large": "The body or a text in it is larger than is taken.",
    "not_found": "There is no such error, project or job, or nothing at all at this address.",
    "page_out_of_range": "The list has fewer pages.",
    "method_not_allowed": "The address takes another method; the `Allow` header says which.",
    "permission_denied": "This is not allowed.",
    "throttled": "Too many requests; `Retry-After` says in how many seconds to go on.",
    "unavailable": "The site's database does not answer; `Retry-After` says in how many seconds to try again.",
    "server_error": "The mistake is this site's. What its log says of it goes by the answer's `X-Request-ID`.",
}
