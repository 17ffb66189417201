"""PURE: a message laid against a template's literals: how well they agree, and what stands in the Holes.

Both are compared as `kb.text.key`s, so that wraps and kinds of quotes cannot matter; case only when all else agrees.
Every literal is sought once, in order, the leftmost place first: for literals with gaps that finds an alignment
whenever there is one (the classic result for wildcard patterns), in time linear in message and template. No regular
expression is ever built from data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from rapidfuzz.distance import Indel, LCSseq

from kb.matching.message import MOST_WORDS, NO_LETTER, PUNCTUATION, Message, Span
from kb.matching.signs import contradict, part_a_comparison
from kb.text import HOLE, pattern_literals, words

# How the message agrees: all of it; all but punctuation (markdown and shells eat that); a part of it, with other text
# before or after; all of it, but the template goes on with another line or sentence; as far as it goes before it is cut
# at one end; or only in some words.
How = Literal["whole", "loose", "begun", "inside", "cut", "partly"]

LEAST_LOOSE = 6  # letters and digits of literals that must agree where punctuation does not
CLAUSES = frozenset(",;:(")  # what a clause may follow
LEAST_CUT = 8  # characters of literals that a cut message must show
LEAST_SHARED = 0.5  # of a template's words, for an agreement in words only
ARTICLES = frozenset({"a", "an", "its", "such", "that", "the", "these", "this", "those", "your"})
SAME_WORD = 0.8  # how alike two words are that a typing error, or an "s", tells apart
BEGUN = 0.93  # what a beginning counts beside a template that says no more than the message
# What a score is multiplied with where a value is of a kind that code rarely gives, or print differs.
EMPTY, QUOTE_IN_QUOTES, HALF_A_BRACKET = 0.85, 0.9, 0.95
OTHER_CASE, RETYPED, OTHER_SPACING = 0.8, 0.97, 0.99


@dataclass(frozen=True, slots=True)
class Alignment:
    """`found`: share of the literals' characters that the message holds. `explained`: share of the message's
    letters that these are, and of its signs, which count little. `holes`: where each Hole's value stands in the
    message's key; () when not known. `plausible`: 1 unless a value is one that code rarely gives (empty, holding the
    quote that it stands in), or case differs. `apart`: how many words of literals a value might
    have been glued to, and is not. `may_be_other`: whether it looks like a part of a longer wording, as its sentence
    goes on around the template, or like all of a shorter one, as it breaks off where a clause of the template ends; or,
    where only words agree, whether it has others in the place of some."""

    how: How
    found: float
    explained: float
    holes: tuple[Span, ...] = ()
    plausible: float = 1.0
    apart: int = 0
    may_be_other: bool = False

    @property
    def score(self) -> float:
        """0 to 1. A template that fits as a whole never falls to nothing: Holes alone contradict no message."""
        if self.how in ("whole", "begun"):
            return (0.25 + 0.75 * self.explained) * self.plausible * (BEGUN if self.how == "begun" else 1.0)
        if self.how == "loose":
            return (0.2 + 0.75 * self.explained) * self.plausible
        if self.how == "inside":
            return 0.95 * self.explained * self.plausible
        if self.how == "cut":
            return 0.9 * self.explained * (0.4 + 0.6 * self.found)
        return 0.55 * self.explained * self.found


def align(message: Message, pattern: str, *, loosely: bool = True) -> Alignment | None:
    """None where they have too little in common to speak of; `loosely` tries what fits only in part, which costs."""
    cased = pattern_literals(pattern)
    literals = [literal.lower() for literal in cased]
    if found := _whole(message, literals):
        return _as_printed(found, message, pattern, cased)
    fits = _best(_loose(message, literals), _inside(message, literals))
    if fits or not loosely:
        return fits
    return _best(_cut(message, literals), _partly(message, pattern, literals))


def _best(one: Alignment | None, other: Alignment | None) -> Alignment | None:
    if one and other:
        return max(one, other, key=lambda found: found.score)
    return one or other


def _as_printed(found: Alignment, message: Message, pattern: str, cased: Sequence[str]) -> Alignment:
    """Less plausible where case or spacing differ: text is rarely retyped, so that such a template is rarely the one.
    Where they do not, spaces tell where values end that nothing else parts."""
    if _laid(message.cased, cased) is None:
        return replace(found, plausible=found.plausible * (RETYPED if message.is_of_one_case else OTHER_CASE))
    spaced = _laid(message.spaced, pattern.split(HOLE))
    if spaced is None:
        return replace(found, plausible=found.plausible * OTHER_SPACING)
    at = message.key_at
    holes = tuple((at[start], at[end]) for start, end in spaced)
    plausible = _plausible(message.key, [part.lower() for part in cased], holes)
    return replace(found, holes=holes, plausible=plausible, apart=_apart(message.spaced, pattern.split(HOLE), spaced))


def _apart(spaced: str, parts: Sequence[str], holes: Sequence[Span]) -> int:
    """Of the words next to Holes, which their values may be glued to, those that stand apart in the message."""
    apart = 0
    for at, part in enumerate(parts):
        ends = [(part[:1], spaced[holes[at - 1][1] - 1 :][:1] if holes[at - 1][1] else "")] if at else []
        ends += [(part[-1:], spaced[holes[at][0] :][:1])] if at < len(holes) else []
        glued = [_is_of_word(beside) for edge, beside in ends if _is_of_word(edge)]
        apart += all(not is_glued for is_glued in glued) if len(words(part)) < 2 and glued else glued.count(False)
    return apart


def _is_of_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _whole(message: Message, literals: Sequence[str]) -> Alignment | None:
    holes = _laid(message.key, literals)
    if holes is None or part_a_comparison(message.key, literals, holes):
        return None
    explained = _share(literals, message) if message.key else float(len(literals) == 1)
    return Alignment("whole", 1.0, explained, holes, _plausible(message.key, literals, holes))


def _laid(key: str, literals: Sequence[str]) -> tuple[Span, ...] | None:
    """The gaps between literals that together are all of `key`, None where they are not."""
    first, last = literals[0], literals[-1]
    if len(literals) == 1:
        return () if key == first else None
    end = len(key) - len(last)
    if end < len(first) or not key.startswith(first) or not key.endswith(last):
        return None
    return _between(key, literals[1:-1], len(first), end)


def _loose(message: Message, literals: Sequence[str]) -> Alignment | None:
    if not message.bare.startswith(NO_LETTER.sub("", literals[0])):
        return None  # most do not, which spares them the rest
    bare = [NO_LETTER.sub("", literal) for literal in literals]
    if sum(map(len, bare)) < LEAST_LOOSE:
        return None
    gaps = _laid(message.bare, bare)
    if gaps is None:
        return None
    offsets = message.bare_offsets
    holes = tuple((offsets[start], offsets[end - 1] + 1 if end > start else offsets[start]) for start, end in gaps)
    if contradict(message.key, literals, holes):
        return None
    holes = tuple(_with_quotes(message.key, span) for span in holes)
    explained = sum(map(len, bare)) / len(message.bare)
    return Alignment("loose", 1.0, explained, holes, _plausible(message.key, literals, holes))


def _with_quotes(key: str, span: Span) -> Span:
    """A value with the quotes around it, which may be its own: as a text's repr has them."""
    start, end = span
    is_quoted = start < end and key[max(0, start - 1) : start] == key[end : end + 1] == "'"
    return (start - 1, end + 1) if is_quoted else span


def _inside(message: Message, literals: Sequence[str]) -> Alignment | None:
    key = message.key
    start = key.find(literals[0])
    if start < 0 or not any(literals):
        return None
    after = start + len(literals[0])
    if len(literals) == 1:
        return Alignment("inside", 1.0, _share(literals, message), may_be_other=_goes_on(message, start, after))
    end = key.rfind(literals[-1], after) if literals[-1] else len(key)
    holes = None if end < after else _between(key, literals[1:-1], after, end)
    if holes is None or part_a_comparison(key, literals, holes):
        return None
    goes_on = _goes_on(message, start, end + len(literals[-1]))
    plausible = _plausible(key, literals, holes)
    return Alignment("inside", 1.0, _share(literals, message), holes, plausible, may_be_other=goes_on)


def _goes_on(message: Message, *ends: int) -> bool:
    """Is there a word on both sides of one of these places in the key, and no sign or line's end between them?"""
    key = message.key
    inner = [at for at in ends if 0 < at < len(key) and key[at - 1].isalnum() and key[at].isalnum()]
    return any("\n" not in message.text[message.offsets[at - 1] : message.offsets[at]] for at in inner)


def _plausible(key: str, literals: Sequence[str], holes: Sequence[Span]) -> float:
    plausible = 1.0
    for (start, end), before, after in zip(holes, literals, literals[1:], strict=False):
        if start == end:
            plausible *= EMPTY
        elif before.endswith("'") and after.startswith("'") and "'" in key[start:end]:
            plausible *= QUOTE_IN_QUOTES
        elif key.count("(", start, end) != key.count(")", start, end):
            plausible *= HALF_A_BRACKET
    return plausible


def _between(key: str, literals: Sequence[str], start: int, end: int) -> tuple[Span, ...] | None:
    """The gaps that are left when literals are found in order between start and end; none empty if that can be."""
    return _gaps(key, literals, start, end, 1) or _gaps(key, literals, start, end, 0)


def _gaps(key: str, literals: Sequence[str], start: int, end: int, least: int) -> tuple[Span, ...] | None:
    gaps = []
    for literal in literals:
        at = key.find(literal, start + least, end)
        if at < 0:
            return None
        gaps.append((start, at))
        start = at + len(literal)
    gaps.append((start, end))
    return tuple(gaps) if end - start >= least else None


def _cut(message: Message, literals: Sequence[str]) -> Alignment | None:
    """The message breaks off before the template does, or begins in the midst of it."""
    total = sum(map(len, literals))
    tail, holes = _before_break(message.key, literals)
    head = _behind_break(message, literals)
    longest = max(tail, head)
    if longest < LEAST_CUT:
        return None
    is_clause = tail >= head and "".join(literals)[tail : tail + 1] in CLAUSES
    holes = holes if tail >= head else ()
    return Alignment("cut", longest / total, longest / len(message.key), holes, may_be_other=is_clause)


def _before_break(key: str, literals: Sequence[str]) -> tuple[int, tuple[Span, ...]]:
    """How many characters of literals a message shows that breaks off at its end, and the gaps before that."""
    first = literals[0]
    if not key.startswith(first):
        return (len(key) if first.startswith(key) else 0), ()
    gaps: list[Span] = []
    at, shown = len(first), len(first)
    for literal in literals[1:]:
        found = key.find(literal, at)
        if found < 0:
            begun = _begun(key[at:], literal)
            return shown + begun, (*gaps, (at, len(key) - begun))
        gaps.append((at, found))
        at, shown = found + len(literal), shown + len(literal)
    return (shown, tuple(gaps)) if at == len(key) else (0, ())


def _behind_break(message: Message, literals: Sequence[str]) -> int:
    """How many characters of literals a message shows that breaks off at its start."""
    last = literals[-1]
    if not message.key.endswith(last):
        return len(message.key) if last.endswith(message.key) else 0
    return _before_break(message.backwards, [literal[::-1] for literal in reversed(literals)])[0]


def _begun(text: str, literal: str) -> int:
    """Length of the longest end of `text` that begins `literal` (Knuth, Morris and Pratt's failure function)."""
    joined = f"{literal}{HOLE}{text[-len(literal) :]}" if literal else ""
    lengths = [0] * len(joined)
    for at in range(1, len(joined)):
        length = lengths[at - 1]
        while length and joined[at] != joined[length]:
            length = lengths[length - 1]
        lengths[at] = length + (joined[at] == joined[length])
    return lengths[-1] if lengths else 0


def _partly(message: Message, pattern: str, literals: Sequence[str]) -> Alignment | None:
    fixed = words(pattern.replace(HOLE, " "))[:MOST_WORDS]
    if len(fixed) < 2 or not message.key:
        return None
    if sum(word in message.word_set for word in fixed) < LEAST_SHARED * len(fixed):
        return None  # in whatever order they are
    found = LCSseq.similarity(fixed, message.words) / len(fixed)
    if found < LEAST_SHARED:
        return None
    explained = min(1.0, found * sum(map(len, literals)) / len(message.key))
    return Alignment("partly", found, explained, may_be_other=_has_others(fixed, message.words))


def _has_others(fixed: Sequence[str], said: Sequence[str]) -> bool:
    """Do words stand in the place of the template's that are not the same but for their spelling?"""
    for one, other in pairwise(LCSseq.opcodes(fixed, said)):
        missing, instead = fixed[one.src_start : other.src_end], said[one.dest_start : other.dest_end]
        if {one.tag, other.tag} == {"delete", "insert"} and not all(_is_among(word, instead) for word in missing):
            return True
    return False


def _is_among(word: str, others: Sequence[str]) -> bool:
    return word in ARTICLES or any(Indel.normalized_similarity(word, other) >= SAME_WORD for other in others)


def _share(literals: Sequence[str], message: Message) -> float:
    if not message.weight:
        return 0.0
    letters = sum(len(NO_LETTER.sub("", literal)) for literal in literals)
    return (letters + PUNCTUATION * (sum(map(len, literals)) - letters)) / message.weight
