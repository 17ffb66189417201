"""PastedErrors -> ranked Matches. The public face is `match` and the shapes it returns."""

from kb.matching.answer import Answer, ByPython, Match, Outcome
from kb.matching.matcher import match

__all__ = ["Answer", "ByPython", "Match", "Outcome", "match"]
