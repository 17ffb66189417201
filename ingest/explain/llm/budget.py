"""What a run may still spend. Pure; for one thread.

A question counts with the most that it may cost from when it is asked until its reply is there, so that the bound holds
however many are under way.
"""

from __future__ import annotations

from decimal import Decimal

from ingest.explain.llm.server import Llm


class Budget:
    def __init__(self, llm: Llm, tokens: int, cost: Decimal) -> None:
        """`tokens` and `cost` were spent by the run before."""
        self._llm, self._tokens, self._cost = llm, tokens, cost

    def reserve(self, tokens_in: int) -> str:
        """Count a question of so many tokens; "", or why it would be too much, and then it is not counted."""
        tokens = tokens_in + self._llm.answer_tokens
        cost = self._llm.cost(tokens_in, self._llm.answer_tokens)
        if self._tokens + tokens > self._llm.run_tokens:
            return f"the run's tokens are spent (RAISED_LLM_RUN_TOKENS={self._llm.run_tokens})"
        if self._llm.run_cost and self._cost + cost > self._llm.run_cost:
            return f"the run's money is spent (RAISED_LLM_RUN_COST={self._llm.run_cost})"
        self._tokens += tokens
        self._cost += cost
        return ""

    def settle(self, tokens_in: int, spent_in: int, spent_out: int) -> None:
        """Put what a question of `tokens_in` did cost in place of what it might; 0 and 0 if nothing came of it."""
        self._tokens += spent_in + spent_out - tokens_in - self._llm.answer_tokens
        self._cost += self._llm.cost(spent_in, spent_out) - self._llm.cost(tokens_in, self._llm.answer_tokens)
