"""How the index is set up: fields, separators, typos, ranking. Changing this asks for `manage.py reindex`.

Separators and limits follow the server's source, not its manual, which lists characters that it does not split at.
"""

from __future__ import annotations

from typing import Any, Final

from kb.search.protocol import MOST_FACETS, MOST_HITS

SETTINGS: Final[dict[str, Any]] = {
    # Best first. Names of Holes stand in `message` only, so that they cannot outrank what an error really says.
    "searchableAttributes": ["literals", "exc_type", "names", "project_name", "message", "qualname", "options"],
    "displayedAttributes": ["id", "message"],
    "filterableAttributes": ["project", "exc_type", "kind", "places", "is_source"],
    "sortableAttributes": [],
    # `words` always comes first. Entries that are gone stay findable, behind those that stand.
    "rankingRules": ["words", "is_current:desc", "typo", "proximity", "attribute", "exactness"],
    # By default these glue words together: `status=404`, `cuda|cpu`, `<class`.
    "separatorTokens": ["=", "<", ">", "|", "~", "$", "^"],
    "typoTolerance": {
        "minWordSizeForTypos": {"oneTypo": 5, "twoTypos": 9},
        "disableOnAttributes": ["exc_type", "options"],
    },
    "faceting": {"maxValuesPerFacet": MOST_FACETS, "sortFacetValuesBy": {"*": "count"}},
    "pagination": {"maxTotalHits": MOST_HITS},
    "searchCutoffMs": 500,
}
