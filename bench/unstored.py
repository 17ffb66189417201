"""A site as extraction found it -> what evidence reads from the rows of one, for explaining without a database."""

from __future__ import annotations

from ingest.explain.stored import StoredSite
from ingest.extract.sites import ExtractedSite
from ingest.statements import facts
from ingest.wording import wordings


def stored_site(site: ExtractedSite, path: str) -> StoredSite:
    """As it would be stored; of several wordings the first counts."""
    said = wordings(site)
    return StoredSite(
        kind=site.kind,
        exc_type=site.exc_type or site.exc,
        exc_qualified="",
        path=path,
        line=site.line,
        end_line=site.end_line,
        qualname=site.qualname,
        message=said[0].text if said else "",
        facts=facts(site),
        pieces=said[0].pieces if said else (),
    )
