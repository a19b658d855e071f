"""Asks the user on the terminal the questions of the engine.

The engine runs in its own thread and waits for the answer; the main thread asks, because it receives the
signals. What is asked before there is an engine is asked at once.
"""

from __future__ import annotations

import contextlib
import queue
import sys
import threading
from typing import TextIO

from mqtune.cli import console
from mqtune.lab.core.prompter import BY_HAND, CONSENT, FILES, TYPED_NAME, Prompt
from mqtune.text.printable import printable

YES, NO = "yes", "no"
_PROMPTS = {
    CONSENT: "Continue? [yes/no] ",
    BY_HAND: "Done? [yes/no] ",
    TYPED_NAME: "Type its name to continue: ",
    FILES: "Paths of the output files, one per line, then an empty line:\n",
}


class TerminalPrompter:
    """A prompter whose `answer_waiting` must be called repeatedly in the main thread."""

    def __init__(self, yes: bool, source: TextIO | None = None, out: TextIO | None = None) -> None:
        self._yes = yes
        self._source = source or sys.stdin
        self._write = console.write_error if out is None else out.write
        self._waiting: queue.SimpleQueue[tuple[Prompt, queue.SimpleQueue[str]]] = queue.SimpleQueue()
        self.asking = False
        self.gone = False

    def ask(self, question: Prompt) -> str:
        """Wait for the answer from the main thread; return at once if it was given in advance."""
        if question.kind == CONSENT and self._yes:
            return YES
        if self.gone:
            return NO
        reply: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._waiting.put((question, reply))
        if threading.current_thread() is threading.main_thread() and not self.answer_waiting():
            raise KeyboardInterrupt  # before there is an engine to stop
        return reply.get()

    @property
    def wanted(self) -> bool:
        """Whether a question is waiting."""
        return not self._waiting.empty()

    def answer_waiting(self) -> bool:
        """Ask the user a waiting question; False if the answer is Ctrl-C."""
        with contextlib.suppress(queue.Empty):
            question, reply = self._waiting.get_nowait()
            self.asking = True
            answer = ""
            try:
                answer = self._put(question)
            except KeyboardInterrupt:
                return False
            except (OSError, ValueError):
                self.gone = True
            finally:
                self.asking = False
                reply.put(answer or NO)
        return True

    def _put(self, question: Prompt) -> str:
        lines = [question.headline, *(f"  {line}" for line in question.text.splitlines())]
        lines.append(f"If not: {question.otherwise}.")
        self._write("".join(f"{printable(line)}\n" for line in lines))
        if question.kind == TYPED_NAME and not self._source.isatty():
            self._write("The name cannot be typed here: standard input is not a terminal.\n")
            return ""
        self._write(_PROMPTS[question.kind])
        return self._paths() if question.kind == FILES else self._word(question.kind)

    def _word(self, kind: str) -> str:
        word = self._source.readline().strip()
        if kind == TYPED_NAME:
            return word
        return YES if word.lower() in ("y", YES) else NO

    def _paths(self) -> str:
        paths = []
        while line := self._source.readline().strip():
            paths.append(line)
        return "\n".join(paths)
