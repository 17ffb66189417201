"""PURE: normalise a message, one way for storing and for matching."""
