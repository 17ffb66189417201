"""All rules for reading expressions, in one table."""

from ingest.extract.python import calls, literals, names, operators, values
from ingest.extract.python.place import Rules

RULES = Rules({**literals.RULES, **operators.RULES, **calls.RULES, **names.RULES}, values.value)
