"""Whether a Pin has a line, and what stands on it."""

from __future__ import annotations

from kb.models import Pin, PinFile

LONGEST_QUOTE = 200

Place = tuple[str, int, str]


class Misplaced(ValueError):
    """A place that the Pin does not have; says so in a sentence for a person."""


class Places:
    """Files are read once, since sentences tend to cite the same ones."""

    def __init__(self, pin: Pin) -> None:
        self._pin = pin
        self._files: dict[str, list[str]] = {}

    def place(self, path: str, line: int) -> Place:
        """The line with its text as the quote. Raises Misplaced."""
        return path, line, self._line(path, line).strip()[:LONGEST_QUOTE]

    def check(self, place: Place) -> None:
        """Raises Misplaced unless the quote stands there."""
        path, line, quote = place
        if quote not in self._line(path, line):
            raise Misplaced(f"{path}:{line} at {self._pin.short_sha} does not hold {quote!r}")

    def _line(self, path: str, line: int) -> str:
        lines = self._lines(path)
        if not 0 < line <= len(lines):
            raise Misplaced(f"{path} at {self._pin.short_sha} has no line {line}, but {len(lines)} lines")
        return lines[line - 1]

    def _lines(self, path: str) -> list[str]:
        if path not in self._files:
            file = PinFile.objects.select_related("blob").filter(pin=self._pin, path=path).exclude(blob=None).first()
            if file is None or file.blob is None:
                raise Misplaced(f"{self._pin.short_sha} has no file {path} that was read")
            self._files[path] = file.blob.content.decode("utf-8", "replace").split("\n")
        return self._files[path]
