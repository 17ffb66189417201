"""What upstream calls a variable -> what that tells. Pure."""

from __future__ import annotations

import re
from typing import Final

_CONFIGURATION: Final = re.compile(
    r"(?:^|_)(?:args|arguments|config|configuration|conf|cfg|options|opts|settings|params)$"
)


def is_configuration(name: str) -> bool:
    """Whether variables of that name, of a dotted one the last part, hold what a user has configured."""
    return bool(_CONFIGURATION.search(name.rpartition(".")[2]))


def is_configured(name: str) -> bool:
    """Whether a dotted name is a configuration, or a part of one."""
    return any(map(is_configuration, name.split(".")))
