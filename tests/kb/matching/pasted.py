"""Where made-up frames stand, and how a paste is decided."""

from kb.matching import match

INSIDE = "/env/lib/python3.12/site-packages/anvil/load.py"
ELSEWHERE = "/env/lib/python3.12/site-packages/hammer/run.py"
LIBRARY = "/usr/lib/python3.12/json/decoder.py"
LONG = "the archive cannot be read with the reader zip"
HEADER = "Traceback (most recent call last):\n"


def outcome(pasted):
    return match(pasted).outcome
