"""Follows what is not known both ways: a walk asks for a choice, and is repeated for every other one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Result = TypeVar("Result")
Choices = dict[str, str]

MOST_WAYS = 64  # more than a reader would compare


class Unknowns:
    """The choices of one walk. `complete` is false if ways were left out because there are too many."""

    def __init__(self, fixed: Choices) -> None:
        self.fixed = fixed
        self.chosen: Choices = {}
        self.open: list[Choices] = []

    def pick(self, question: str, options: Sequence[str]) -> str:
        """The choice of this walk; the first option unless another one is to be followed."""
        if question in self.chosen:
            return self.chosen[question]
        if question in self.fixed:
            choice = self.fixed[question]
        else:
            choice = options[0]
            self.open += [{**self.fixed, **self.chosen, question: other} for other in options[1:]]
        self.chosen[question] = choice
        return choice

    def known(self, question: str) -> str | None:
        """The choice if there is one, without asking for it."""
        return self.chosen.get(question) or self.fixed.get(question)


def explored(walk: Callable[[Unknowns], Result]) -> tuple[list[Result], bool]:
    """The result of a walk for every combination of choices, and whether these are all."""
    found: list[Result] = []
    waiting: list[Choices] = [{}]
    while waiting and len(found) < MOST_WAYS:
        unknowns = Unknowns(waiting.pop(0))
        found.append(walk(unknowns))
        waiting += unknowns.open
    return found, not waiting
