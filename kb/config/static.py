"""How static files are named and kept: by their content, so that a browser may keep them for good."""

from __future__ import annotations

from typing import Any, ClassVar

import brotli
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

# Django can do this itself, but would look for imports in every library's bundle too.
_IMPORT = (
    r"""(?P<matched>import(?P<import>[\s{][^;'"]*?)\s*from\s*["'](?P<url>\./[^"']*)["']\s*;)""",
    'import%(import)s from "%(url)s";',
)


class QuickCompressor(Compressor):  # type: ignore[misc]
    """Brotli's utmost takes half a minute of a first start, for a tenth less."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        coded: bytes = brotli.compress(data, quality=9)
        return coded


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Our own modules import each other by the names that go with their content."""

    patterns: ClassVar = (*CompressedManifestStaticFilesStorage.patterns, ("kb/*.js", (_IMPORT,)))

    def create_compressor(self, extensions: Any, **kwargs: Any) -> Compressor:  # noqa: ANN401 - WhiteNoise's
        return QuickCompressor(extensions=(*(extensions or QuickCompressor.SKIP_COMPRESS_EXTENSIONS), "map"), **kwargs)

    def stored_name(self, name: str) -> str:
        """Its hashed name; its plain one where it has not been collected yet."""
        try:
            return str(super().stored_name(name))
        except ValueError:
            return name
