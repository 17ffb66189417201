"""A process that is warm has loaded the code behind every address, and no collection goes through it again."""

import subprocess
import sys

from django.conf import settings

CHECK = """
import gc, sys
from kb.config import wsgi
from kb.config.warm import warm

assert "kb.pages.views" not in sys.modules
warm()
assert {"kb.pages.views", "api.views", "kb.config.health"} <= sys.modules.keys()
assert gc.get_freeze_count() > 100_000 > len(gc.get_objects())
"""


def test_code_is_loaded_before_the_first_request_and_never_swept():
    run = subprocess.run([sys.executable, "-c", CHECK], cwd=settings.BASE_DIR, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
