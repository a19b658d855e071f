"""The prompter of the terminal UI: the engine's thread asks and waits, and a dialog answers."""

from __future__ import annotations

import queue
from collections.abc import Mapping

from mqtune.lab.core.plan import ExperimentPlan
from mqtune.lab.core.prompter import Prompt
from mqtune.lab.engine.consent import ask_consent

YES, NO = "yes", "no"


class ScreenPrompter:
    """Questions of one engine. `agreed` contains answers given in advance, each to exactly that question."""

    def __init__(self, agreed: Mapping[Prompt, str] | None = None) -> None:
        self._agreed = dict(agreed or {})
        self._waiting: tuple[Prompt, queue.SimpleQueue[str]] | None = None
        self._closed = False

    def ask(self, question: Prompt) -> str:
        """Return the answer; called in the engine's thread, which waits for it."""
        if question in self._agreed:
            return self._agreed[question]
        reply: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._waiting = (question, reply)
        if self._closed:
            self.answer(NO)
        return reply.get()

    @property
    def question(self) -> Prompt | None:
        """The question that waits for an answer."""
        waiting = self._waiting
        return waiting[0] if waiting is not None else None

    def answer(self, words: str) -> None:
        """Answer the waiting question, if any."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting[1].put(words)

    def close(self) -> None:
        """Answer every question with no from now on."""
        self._closed = True
        self.answer(NO)


def consents(plan: ExperimentPlan) -> tuple[Prompt, ...]:
    """Return the questions that the engine asks before it changes anything, to be asked with the plan."""
    if plan.simulated:
        return ()
    collected = _Collector()
    ask_consent(collected, plan)
    return tuple(collected.questions)


class _Collector:
    """Collects questions, and agrees to each so that the next one is asked."""

    def __init__(self) -> None:
        self.questions: list[Prompt] = []

    def ask(self, question: Prompt) -> str:
        """Return the answer that means consent."""
        self.questions.append(question)
        return question.expect or YES
