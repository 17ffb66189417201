"""PURE: pasted text -> PastedErrors. The public face is `read` and the shapes it returns."""

from .reader import read
from .reading import PartSpan, PastedError, PastedFrame, Reading, Stripped

__all__ = ["PartSpan", "PastedError", "PastedFrame", "Reading", "Stripped", "read"]
