"""An entry -> its neighbours, each with the reason. The public face is `related_entries` and the shape it returns."""

from kb.related.finding import Related, related_entries

__all__ = ["Related", "related_entries"]
