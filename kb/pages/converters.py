"""What may stand in a page's address, so that nothing else ever reaches a query."""


class EntryId:
    """In any case; a view leads to the one in lower case."""

    regex = "[0-9a-fA-F]{16}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class Name:
    """A project's owner or name. Control characters are no part of one; PostgreSQL refuses NUL."""

    regex = r"[^/\x00-\x1f\x7f]{1,100}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class Sha:
    """A pin's hash, whole or its first digits, in any case; a view leads to the whole one in lower case."""

    regex = "[0-9a-fA-F]{7,64}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
