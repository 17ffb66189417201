"""POST /api/match: text in, the statements that may have raised it out."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import serializers
from api.queries import MatchQuery
from api.throttles import MatchThrottle
from kb.matching import Answer, Match, match


class MatchView(APIView):
    throttle_classes = [MatchThrottle]

    @extend_schema(
        operation_id="match",
        request=MatchQuery,
        responses={200: serializers.MatchAnswer} | dict.fromkeys((400, 413, 415, 429), serializers.FailureAnswer),
    )
    def post(self, request: Request) -> Response:
        """The errors that raised a pasted message, traceback or log. Nothing of the text is kept."""
        query = MatchQuery(data=request.data)
        query.is_valid(raise_exception=True)
        asked = query.validated_data
        answer = match(asked["text"], project=asked.get("project"), limit=asked["limit"])
        return Response(serializers.MatchAnswer(_body(answer), context={"request": request}).data)


def _body(answer: Answer) -> dict[str, Any]:
    return {
        "outcome": answer.outcome,
        "decides": answer.decides,
        "errors": [
            _fields(error) | {"outcome": answer.outcomes.get(index)} for index, error in enumerate(answer.errors)
        ],
        "matches": [_match(found) for found in answer.matches],
    }


def _match(found: Match) -> dict[str, Any]:
    return _fields(found) | {
        "url": reverse("entry", args=[found.id]),
        "api_url": reverse("api-entry", args=[found.id]),
    }


def _fields(shape: Any) -> dict[str, Any]:  # noqa: ANN401 - any dataclass
    """A dataclass as a dict, its values as they are; `asdict` would copy them all."""
    return {field.name: getattr(shape, field.name) for field in fields(shape)}
