"""Where the engine asks a person: consent, steps by hand, typed names. Faces implement it; so do tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

CONSENT = "consent"  # yes or no
BY_HAND = "by hand"  # done or not
TYPED_NAME = "typed name"  # the queue manager's name, letter for letter
FILES = "files"  # paths of output files that were made elsewhere


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked: its kind, a headline, the exact text it is about (MQSC, commands), and what no means."""

    kind: str
    headline: str
    text: str
    otherwise: str
    expect: str = ""  # the name that has to be typed


class Prompter(Protocol):
    """A person, or the answers given beforehand with `--yes`."""

    def ask(self, question: Prompt) -> str:
        """The answer: `yes` or `no`; the typed name; or paths, one a line. Blocks until there is one."""
