"""PURE: pasted text -> PastedErrors. The public face is `read`, the shapes it returns, and `language_of`."""

from .languages import language_of
from .reader import read
from .reading import PartSpan, PastedError, PastedFrame, Reading, Stripped

__all__ = ["PartSpan", "PastedError", "PastedFrame", "Reading", "Stripped", "language_of", "read"]
