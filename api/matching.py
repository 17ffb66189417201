"""POST /api/match and /api/match/batch: text in, the statements that may have raised it out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api import examples, serializers
from api.base import ApiView
from api.match_serializers import BatchAnswer, MatchAnswer, answer_fields
from api.queries import BatchQuery, MatchQuery
from api.throttles import MatchThrottle
from kb.display.advice import certain, explanations, first_solutions
from kb.display.explanation import Explanation
from kb.matching import Answer, Match, answer_says, match

_REFUSALS = dict.fromkeys((400, 413, 415, 429), serializers.FailureAnswer)


class MatchView(ApiView):
    throttle_classes = [MatchThrottle]

    @extend_schema(
        operation_id="match",
        request=MatchQuery,
        responses={200: MatchAnswer} | _REFUSALS,
        examples=[
            *examples.asks(traceback={"text": examples.PASTE}),
            *examples.answers("match"),
            *examples.failures(refuses=True),
        ],
    )
    def post(self, request: Request) -> Response:
        """The errors that raised a pasted message, traceback or log. Nothing of the text is kept."""
        query = MatchQuery(data=request.data)
        query.is_valid(raise_exception=True)
        return Response(_answered(request, query.validated_data))


class BatchView(ApiView):
    throttle_classes = [MatchThrottle]

    @extend_schema(
        operation_id="match_batch",
        request=BatchQuery,
        responses={200: BatchAnswer} | _REFUSALS,
        examples=[
            *examples.asks(batch={"items": [{"text": examples.PASTE, "limit": 1}]}),
            *examples.answers("batch"),
            *examples.failures(refuses=True),
        ],
    )
    def post(self, request: Request) -> Response:
        """Several texts at once, each answered as by itself. Nothing of them is kept."""
        query = BatchQuery(data=request.data)
        query.is_valid(raise_exception=True)
        items = query.validated_data["items"]
        for _ in items[1:]:
            self.check_throttles(request)
        return Response({"answers": [_answered(request, item) for item in items]})


def _answered(request: Request, asked: Mapping[str, Any]) -> dict[str, Any]:
    project, limit = asked.get("project"), asked["limit"]
    return answered(asked["text"], project=project, limit=limit, site=request.build_absolute_uri("/").rstrip("/"))


def answered(text: str, *, project: str | None, limit: int, site: str) -> dict[str, Any]:
    """What is known of a text, in the fields of `MatchAnswer`. `site`: what its paths stand behind, `https://host`."""
    answer = match(text, project=project, limit=limit)
    sure, written = certain(answer), explanations(answer)
    body = {
        "outcome": answer.outcome,
        "says": answer_says(answer),
        "decides": answer.decides,
        "errors": [_error(answer, index) for index in range(len(answer.errors))],
        "matches": [
            _match(found, written.get(found.id) if found is sure.get(found.error_index) else None, site)
            for found in answer.matches
        ],
    }
    return answer_fields(body)


def _error(answer: Answer, index: int) -> dict[str, Any]:
    by_python = answer.by_python.get(index)
    return _fields(answer.errors[index]) | {
        "outcome": answer.outcomes.get(index),
        "says": answer.says.get(index),
        "by_python": by_python is not None,
        "look_at": by_python.look_at if by_python else None,
    }


def _match(found: Match, explanation: Explanation | None, site: str) -> dict[str, Any]:
    return _fields(found) | {
        "meaning": explanation.meaning if explanation else "",
        "solutions": [sentence.text for sentence in first_solutions(explanation)] if explanation else [],
        "url": site + reverse("entry", args=[found.id]),
        "api_url": site + reverse("api-entry", args=[found.id]),
    }


def _fields(shape: Any) -> dict[str, Any]:  # noqa: ANN401 - any dataclass
    """A dataclass as a dict, its values as they are; `asdict` would copy them all."""
    return {field.name: getattr(shape, field.name) for field in fields(shape)}
