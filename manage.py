#!/usr/bin/env python3
"""Django's command line."""

import os
import sys

if sys.version_info < (3, 11):  # noqa: UP036 - said before an import that an older Python can't read
    sys.exit("Raised needs Python 3.11 or newer; this is %s." % sys.version.split()[0])  # noqa: UP031


def main() -> None:
    # Not above: processes that only extract load this file too, and nothing of Django.
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.config.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as wrong:
        sys.exit(f"raised: {wrong}")
    except KeyboardInterrupt:
        sys.exit(130)  # as a shell tells it; a traceback would tell nothing


if __name__ == "__main__":
    main()
