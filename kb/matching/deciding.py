"""PURE: ranked candidates -> an outcome that says no more than the evidence does.

A frame that raises where the statement stands decides nearly alone. A text decides alone only where it is telling: all
of it fits, with words enough, and in what people run rather than in tests. Where the paste has frames and none is the
statement's, they speak against it: it may have moved since, or its frames may have been cut away, and only a longer
text outweighs that; but where the innermost frame shows what raised, nothing does. What Python itself says of any code
is decided by frames alone, and so is what a type of the same name but of another package says. A text that is cut says
what it shows and no more: it cannot tell apart templates that go on differently.
"""

from __future__ import annotations

from collections.abc import Sequence

from kb.matching import interpreter
from kb.matching.answer import Outcome
from kb.matching.asked import Asked
from kb.matching.classes import OTHER_ORIGIN, OTHER_TYPE, UNKNOWN_TYPE, is_printed_as_usage
from kb.matching.elsewhere import why_elsewhere
from kb.matching.raising import raises, raising_frame
from kb.matching.ranking import Rated, is_of_project
from kb.matching.variants import OTHERWISE

MARGIN = 0.04  # of the score; what is nearer than this is not told apart
SURE_TEXT = 0.55
# Fixed words that make a text sure however long the values between them are, of the type that was pasted, or of any.
SURE_WORDS_OF_TYPE, SURE_WORDS = 4, 6
SURE_FRAME = 0.85
LEAST_TEXT = 0.2  # beside a frame
FEW = 0.2  # below it, nothing is worth showing
# Fixed words that a text must show to decide: alone; beside a class that its project defines; where it may be the whole
# of another, shorter text; against frames that are of the same project, or of others.
ALONE, OF_OWN_CLASS, CUT, OUTSIDE_FRAMES, OUTSIDE_PROJECT = 3, 1, 4, 3, 8
TELLING = 2  # words that not everyone says, of a template that fits in part
BEGUN = 2  # words of a template that a person may have begun to type
PLAUSIBLE = 0.8
NEARLY_ALL, MOST_OF_IT = 0.95, 0.7  # of the message that the template explains
FEW_WORDS = "the frame: the file and function above the last line, as other code may say so few words too"


def decide(asked: Asked, ranked: Sequence[Rated]) -> tuple[Outcome, str]:
    """The outcome for one error, of whose candidates `ranked` are worth showing; and when that is
    ambiguous, what would decide: FEW_WORDS where that is no other statement, else what tells the first ones apart."""
    if not ranked:
        return "unmatched", ""
    best = ranked[0]
    if not _is_sure(asked, best) or _stands_beside(asked, best, ranked):
        return ("ambiguous", FEW_WORDS) if _says_all(asked, best) else ("similar", "")
    rivals = [one for one in ranked[1:] if _is_near(best, one) or _is_cut_alike(best, one) or _leaves_room(best, one)]
    if best.frame >= SURE_FRAME and best.has_line and not any(one.has_line for one in rivals):
        # Of the statements of one function the line tells which, but not of which function it is.
        rivals = [one for one in rivals if not _is_told_by_line(best, one)]
    if not rivals:
        return "exact", ""
    return "ambiguous", _decider(asked, best, rivals)


def _stands_beside(asked: Asked, best: Rated, ranked: Sequence[Rated]) -> bool:
    """Does the innermost frame raise in another function than the statement's, one that has statements of its own?"""
    if best.frame >= SURE_FRAME or raising_frame(asked) is None:
        return False
    there = (one for one in ranked if one.candidate.depth == 0 and one.frame >= SURE_FRAME)
    return any(one.type > OTHER_TYPE and one.reading is not None and one.words for one in there)


def _is_near(best: Rated, one: Rated) -> bool:
    """What goes on behind the message is no rival of what says no more, unless more of its words are fixed."""
    is_longer = best.fits and not _is_cut(best) and _is_cut(one) and best.frame >= one.frame
    goes_on = is_longer and one.words <= best.words
    return not goes_on and best.score + best.tie - one.score - one.tie < MARGIN


def _is_told_by_line(best: Rated, one: Rated) -> bool:
    """Of another version the number may be anyone's: alone it does not outweigh a text, where the best one has none."""
    if one.frame < SURE_FRAME or one.row.function != best.row.function:
        return False
    is_number_alone = not best.words and not best.candidate.is_shown
    return not (is_number_alone and one.fits and one.words >= ALONE)


def _leaves_room(best: Rated, one: Rated) -> bool:
    """Does another statement of the same class say nearly as many of the words, and anything in the place of the rest?
    Where no frame tells, a word or two more are what its values may hold."""
    if best.frame or not (_is_whole(best) and _is_whole(one)) or one.type < best.type or _is_less_plausible(one, best):
        return False
    is_of_class = best.row.exc_qualified == one.row.exc_qualified and best.row.project == one.row.project
    return is_of_class and 0 < one.words < best.words < one.words + ALONE


def _is_less_plausible(one: Rated, best: Rated) -> bool:
    """Does its text fit with values that code rarely gives, and the best one's with better ones?"""
    if one.reading is None or best.reading is None:
        return False
    return one.reading.alignment.plausible < best.reading.alignment.plausible


def _is_cut_alike(best: Rated, one: Rated) -> bool:
    """Do both say the same of a cut text? How long each goes on, which the score counts, nobody has seen."""
    if not (best.reading and one.reading) or best.frame > one.frame or best.type > one.type:
        return False
    here, there = best.reading.alignment, one.reading.alignment
    return here.how == there.how == "cut" and here.explained <= there.explained


def is_worth_showing(asked: Asked, one: Rated) -> bool:
    """Of a project that no frame names, and above the frame that raised, Holes and a word or two say nothing."""
    if one.score < FEW and not _says_much(asked, one):
        return False
    if interpreter.says_it(asked.error) and not _imitates(asked, one):
        return False
    if one.candidate.depth is None and not _may_be_met(one):
        return False
    if not asked.frames:
        return _is_silent(asked, one) or (one.words >= _least_shown(asked, one) and _says_something(one))
    if one.candidate.depth == 0:
        return True
    if one.candidate.depth is None and not is_of_project(asked, one.row):
        return one.fits and one.words >= ALONE
    return one.reading is None or one.words > 0


def _is_silent(asked: Asked, one: Rated) -> bool:
    """Is it of the very class of the project's own that was pasted, and says as little as the paste does?"""
    says_nothing = not (asked.error.message.strip() or one.row.message or one.row.reason)
    return says_nothing and one.type == 1.0 and _is_of_own_class(asked, one)


def _says_much(asked: Asked, one: Rated) -> bool:
    """A message that is all there is, in so many words, is worth showing whatever its type: another may carry it."""
    return not asked.frames and one.fits and one.words >= SURE_WORDS


def _says_something(one: Rated) -> bool:
    """What else but its own class would tell, where no frame does, are words that not everyone says."""
    if one.reading is None or one.type == 1.0:
        return True
    return one.reading.telling >= (1 if one.fits else TELLING) or (one.fits and one.words >= ALONE)


def _may_be_met(one: Rated) -> bool:
    """What tests, vendored and generated files say few people meet: so only what fits in type and words, or many."""
    if one.row.is_source:
        return True
    return one.fits and one.type >= UNKNOWN_TYPE and one.words >= (ALONE if one.type == 1.0 else SURE_WORDS)


def _imitates(asked: Asked, one: Rated) -> bool:
    """Does it say what Python says too, or may it have where a frame names it?"""
    if one.frame < SURE_FRAME:
        return one.fits and one.type >= UNKNOWN_TYPE and not why_elsewhere(asked, one)
    return one.has_line or one.reading is not None or not one.candidate.has_text


def _least_shown(asked: Asked, one: Rated) -> int:
    """How many words must agree without frames. A word or two are chance: of a message that says more than the template
    or other words too, of another type, or in tests, which say what nobody meets. Holes alone may do with the type that
    was pasted, unless it is Python's own, which anything raises, or another package's."""
    if one.type <= OTHER_TYPE or not (one.fits or _is_cut(one)):
        return ALONE
    if one.type > UNKNOWN_TYPE:
        return 0 if _is_of_own_class(asked, one) and one.type != OTHER_ORIGIN else 1
    return 1 if one.fits else BEGUN


def _is_sure(asked: Asked, best: Rated) -> bool:
    if asked.error.is_foreign or _lacks_its_end(asked):
        return False
    if best.type <= OTHER_TYPE:
        return _says_so_still(best)
    if best.frame >= SURE_FRAME and best.candidate.depth == 0:
        return best.text >= LEAST_TEXT and (best.fits or best.has_line or _is_reworded(best))
    if best.is_doubted or interpreter.says_it(asked.error):
        return False
    if best.type == OTHER_ORIGIN and not best.frame:
        return False
    if not best.row.is_source or best.type < UNKNOWN_TYPE or why_elsewhere(asked, best):
        return False
    if _is_collected(asked, best) or (best.reading is not None and best.reading.alignment.how == "partly"):
        return False
    is_sure = best.text >= SURE_TEXT or _is_long(asked, best)
    return is_sure and _is_telling(asked, best) and best.words >= _least_words(asked, best)


def _says_so_still(best: Rated) -> bool:
    """Does the very function say all of it, in so many words, though its class was another: `assert` became `raise`?"""
    is_there = best.frame >= SURE_FRAME and best.candidate.depth == 0
    return is_there and _is_whole(best) and not best.is_doubted and best.words >= SURE_WORDS_OF_TYPE


def _is_reworded(best: Rated) -> bool:
    """May the function have said this once, or in words that were mended? One of that name in another class may too."""
    alignment = best.reading.alignment if best.reading else None
    if alignment is None or alignment.how == "cut" or alignment.explained >= NEARLY_ALL:
        return True
    if alignment.how == "partly":
        return best.candidate.is_alone and not alignment.may_be_other  # "smaller" is not "larger"
    return best.candidate.is_alone and alignment.explained >= MOST_OF_IT


def _is_collected(asked: Asked, best: Rated) -> bool:
    """Is it said by an item of a dict, which another statement filled with what was raised before?"""
    is_dict = asked.error.message.lstrip()[:1] == "{"
    return is_dict and best.reading is not None and (best.reading.variant > 0 or not best.fits)


def _lacks_its_end(asked: Asked) -> bool:
    """Is the paste cut off among the frames? Then what raised may stand below the last one that it shows."""
    is_cut = asked.error.is_truncated and not asked.error.message.strip()
    return is_cut and not (asked.frames and raises(asked.frames[0].code))


def _says_all(asked: Asked, best: Rated) -> bool:
    """Is it one that says all of the message in the type that was pasted, though in few words of its own?"""
    if asked.frames or best.is_doubted or not _is_whole(best) or not best.words:
        return False
    is_own = best.type == 1.0 and best.row.is_source and not asked.error.is_foreign
    return is_own and _is_telling(asked, best) and not interpreter.says_it(asked.error)


def _is_whole(one: Rated) -> bool:
    return one.reading is not None and one.reading.alignment.how == "whole"


def _is_long(asked: Asked, best: Rated) -> bool:
    """Does it say all that was pasted, not what another message quotes, in many words?"""
    if best.reading is None or not best.fits or asked.variants[best.reading.variant].weight < OTHERWISE:
        return False
    return best.reading.words >= (SURE_WORDS_OF_TYPE if best.type == 1.0 else SURE_WORDS)


def _is_telling(asked: Asked, best: Rated) -> bool:
    """A text that goes on before or after the template is perhaps another, longer one's; its class may tell. So is one
    that breaks off, and does not show that it was cut, perhaps all that another one says."""
    if best.reading is None or best.reading.alignment.plausible < PLAUSIBLE:
        return False
    alignment = best.reading.alignment
    if alignment.how == "inside":
        return best.type == 1.0 and not alignment.may_be_other
    is_known = asked.error.is_truncated or (best.type == 1.0 and _is_of_own_class(asked, best))
    return is_known or not alignment.may_be_other


def _least_words(asked: Asked, best: Rated) -> int:
    if best.frame:
        return OF_OWN_CLASS
    if asked.error.dialect == "usage":
        # What reads a command line puts words of its own around what the program says, and says words of its own.
        return ALONE if best.fits and is_printed_as_usage(best.row) else SURE_WORDS
    if asked.frames:
        return OUTSIDE_FRAMES if is_of_project(asked, best.row) else OUTSIDE_PROJECT
    if best.type == 1.0 and _is_of_own_class(asked, best):
        return OF_OWN_CLASS
    return CUT if _is_cut(best) else ALONE


def _is_of_own_class(asked: Asked, one: Rated) -> bool:
    return asked.variants[one.reading.variant if one.reading else 0].is_of_own_class


def _is_cut(one: Rated) -> bool:
    """Does its template go on?"""
    return one.reading is not None and one.reading.alignment.how in ("cut", "begun")


def _decider(asked: Asked, best: Rated, rivals: Sequence[Rated]) -> str:
    rows = [best.row, *(one.row for one in rivals)]
    if all(row.kind == "handed" for row in rows):
        return "what the line of one's own code uses: each of these hands the text to something else"
    if not asked.frames and len({row.exc_type for row in rows}) == len(rows):
        return "the exception's type: the name before the colon"
    if not asked.frames:
        return "the frame: the file and function above the last line"
    if len({row.project for row in rows}) == len(rows):
        return "the project that the code belongs to"
    if len({(row.path, row.function) for row in rows}) == len(rows):
        return "the innermost frame: its file and function"
    return "the line of the innermost frame, together with the version that ran"
