"""All rules for reading expressions, in one table."""

from ingest.extract.python import calls, displays, literals, names, operators, values
from ingest.extract.python.place import Rules

RULES = Rules({**literals.RULES, **displays.RULES, **operators.RULES, **calls.RULES, **names.RULES}, values.value)
