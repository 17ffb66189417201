"""What the operator decides for all sources, read from Django's settings; nothing else here knows Django."""

from dataclasses import dataclass, field
from pathlib import Path

from ingest.sources.bounds import MB, Bounds


@dataclass(frozen=True)
class Options:
    """`data` is the folder for downloads. `private_hosts`: names, addresses and networks that may be reached though
    they are not public, e.g. {"git.example.org", "10.1.0.0/16"}. `cache_bytes` bounds the downloads that are kept.
    """

    data: Path
    private_hosts: frozenset[str] = frozenset()
    bounds: Bounds = field(default_factory=Bounds)
    cache_bytes: int = 4096 * MB


def configured() -> Options:
    """The options of this deployment."""
    from django.conf import settings  # here, so that everything else can be used without Django

    return Options(
        data=settings.RAISED_DATA / "sources",
        private_hosts=frozenset(settings.PRIVATE_HOSTS),
        cache_bytes=settings.SOURCE_CACHE_BYTES,
    )
