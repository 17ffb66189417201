"""Calls that hand a message to what the pin does not define -> sites, one for each argument: the text is said there."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ingest.extract.facts import HelperCall
from ingest.extract.pieces import is_phrase, messages, texts_of
from ingest.extract.sites import ExtractedSite
from ingest.link.definitions import External
from ingest.link.finish import closed
from ingest.link.frames import Frame
from ingest.link.wordings import Wordings


def handed_over(call: HelperCall, frame: Frame, wordings: Wordings) -> Iterator[ExtractedSite]:
    """Of what exception it becomes the message, if of any, only the other package knows."""
    receiver = wordings.meaning(call.target, frame)
    if not isinstance(receiver, External) or not wordings.symbols.is_outside(receiver, frame.module):
        return
    for given in wordings.given(call.arguments, frame):
        texts = tuple(filter(is_phrase, closed(texts_of(given.argument.messages))))
        if texts:
            via = f"{receiver.qualified}({given.argument.name}=…)"
            yield msgspec.structs.replace(call.site, messages=messages(texts), via=via)
