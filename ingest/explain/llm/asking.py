"""Questions -> what came of each, several under way at once, as long as budget and time last.

Threads wait for the server and do nothing else: questions are made and replies are taken in the caller's thread, which
alone has the database.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from ingest.explain.llm.budget import Budget
from ingest.explain.llm.choosing import Question
from ingest.explain.llm.client import LlmFailed, Reply, ask
from ingest.explain.llm.patience import Patience
from ingest.explain.llm.server import Llm


class Asking:
    """`spent` says why no more is asked, once that is so."""

    def __init__(self, llm: Llm, budget: Budget, patience: Patience) -> None:
        self._llm, self._budget, self._patience = llm, budget, patience
        self.spent = ""

    def outcomes(self, questions: Iterator[Question]) -> Generator[tuple[Question, Reply | LlmFailed], None, None]:
        """What came of each question, in the order in which that is known."""
        under_way: dict[Future[Reply], Question] = {}
        pool = ThreadPoolExecutor(self._llm.requests, thread_name_prefix="llm")
        try:
            while True:
                # The first question alone finds out how the server answers.
                most = self._llm.requests if self._patience.answers_as else 1
                while len(under_way) < most and (question := self._next(questions)):
                    under_way[pool.submit(self._asked, question)] = question
                if not under_way:
                    return
                for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                    yield self._ended(under_way.pop(future), future)
        finally:
            self._patience.stopped.set()
            pool.shutdown(cancel_futures=True)

    def _next(self, questions: Iterator[Question]) -> Question | None:
        question = None if self.spent else next(questions, None)
        if question:
            self.spent = self._budget.reserve(question.tokens)
        return None if self.spent else question

    def _asked(self, question: Question) -> Reply:
        return self._patience.ask(lambda form: ask(self._llm, question.messages(form), form))

    def _ended(self, question: Question, future: Future[Reply]) -> tuple[Question, Reply | LlmFailed]:
        try:
            reply = future.result()
        except LlmFailed as failed:
            self._budget.settle(question.tokens, 0, 0)
            return question, failed
        self._budget.settle(question.tokens, reply.tokens_in, reply.tokens_out)
        return question, reply
