"""How the engine asks a person for consent, manual steps and typed names; implemented by front ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from mqtune.lab.core.errors import LabError

YES = "yes"
CONSENT = "consent"  # yes or no
BY_HAND = "by hand"  # done or not done
TYPED_NAME = "typed name"  # the exact name of the queue manager
FILES = "files"  # paths of output files that were produced elsewhere


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question: its kind, a headline, the exact text in question (MQSC, commands), and what "no" means."""

    kind: str
    headline: str
    text: str
    otherwise: str
    expect: str = ""  # the name that has to be typed


class Prompter(Protocol):
    """A person, or the answers that `--yes` gives in advance."""

    def ask(self, question: Prompt) -> str:
        """The answer: `yes` or `no`; the typed name; or paths, one per line. Blocks until there is one."""


def require(prompter: Prompter, question: Prompt, refused: str, help: str) -> None:
    """Raise LabError with what was refused, and what to do next, unless the answer is yes."""
    if prompter.ask(question) != YES:
        raise LabError(refused, help)
