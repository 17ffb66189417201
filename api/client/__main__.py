"""`python -m api.client`: the command, out of a checkout."""

import sys

from api.client.command import main

sys.exit(main())
