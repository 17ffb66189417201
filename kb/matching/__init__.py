"""PastedErrors -> ranked Matches. The public face is `match`, the shapes it returns and what they say."""

from kb.matching.answer import Answer, ByPython, Match, Outcome
from kb.matching.matcher import match
from kb.matching.saying import answer_says

__all__ = ["Answer", "ByPython", "Match", "Outcome", "answer_says", "match"]
