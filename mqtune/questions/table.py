"""All questions: names, summaries and where their functions are. Help and completion load nothing else."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

from mqtune.present.answer import TEXT


class Question(NamedTuple):
    """One question.

    `command` are the words of its command; several questions of one command differ by `chosen_by`, the
    parameter that selects one. `function` is `module:function` in this package; `summary` is the first line
    of its docstring. `layouts` are those of text, the usual one first. With `one_manager` it is
    about a single queue manager; with `records` the answer can be CSV.
    """

    name: str
    command: str
    function: str
    summary: str
    chosen_by: str = ""
    layouts: tuple[str, ...] = (TEXT,)
    one_manager: bool = False
    records: bool = False

    @property
    def module(self) -> ModuleType:
        """The module of the question, which also has its examples."""
        return import_module(f"{__package__}.{self.function.partition(':')[0]}")

    @property
    def ask(self) -> Callable[..., Any]:
        """The function."""
        return getattr(self.module, self.function.partition(":")[2])  # type: ignore[no-any-return]


TABLE = (
    Question(
        "query",
        "query",
        "query:query",
        "Answer an MQSC DISPLAY command from files, for one or all queue managers.",
        layouts=("runmqsc", "table"),
        records=True,
    ),
    Question(
        "budget",
        "budget",
        "budget:budget",
        "Show the utilisation of each contended resource by the declared load, and what is exhausted first.",
    ),
)
QUESTIONS = {question.name: question for question in TABLE}


def questions_of(command: str) -> list[Question]:
    """The questions of a command, the one that is asked without any choice first."""
    return [question for question in TABLE if question.command == command]
