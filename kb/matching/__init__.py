"""PastedErrors -> ranked Matches. The public face is `match` and the shapes it returns."""

from kb.matching.answer import Answer, Match, Outcome
from kb.matching.matcher import match

__all__ = ["Answer", "Match", "Outcome", "match"]
