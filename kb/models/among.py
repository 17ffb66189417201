"""Many values in a condition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import BooleanField, F, Func


class Among(Func):
    """For `filter`: whether a column is one of the values, which go as one array. A parameter for each is slow by the
    thousand and ends at 65,535.
    """

    template = "%(expressions)s = ANY(%%s)"
    output_field = BooleanField()

    def __init__(self, column: str, values: Sequence[str] | Sequence[int]) -> None:
        super().__init__(F(column))
        self.values = list(values)

    def as_sql(self, *args: Any, **kwargs: Any) -> tuple[str, tuple[Any, ...]]:
        statement, arguments = super().as_sql(*args, **kwargs)
        return statement, (*arguments, self.values)
