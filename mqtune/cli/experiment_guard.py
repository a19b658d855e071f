"""What the commands of experiments share: their errors, their output, and their exit statuses."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import ParamSpec

from mqtune.cli import console
from mqtune.cli.options import CommonOptions
from mqtune.lab.core.errors import LabError
from mqtune.lab.core.verdict import DECIDED as DECIDED_WORDS
from mqtune.lab.core.verdict import DECIDED_AGAINST, INVALID
from mqtune.lab.journal.confirmation import CONFIRMED, NOT_CONFIRMED
from mqtune.lab.journal.result import Result
from mqtune.session.lint_result import WRONG_USE
from mqtune.text.printable import printable

Given = ParamSpec("Given")

DECIDED = 0
OPEN = 1
AGAINST = 3
NO_ANSWER = 4


def lab_guarded(work: Callable[Given, int]) -> Callable[Given, int]:
    """Decorate a command: an error of the lab is reported and is exit status 2, and secrets are masked."""

    @functools.wraps(work)
    def guarded(*words: Given.args, **options: Given.kwargs) -> int:
        console.mask()
        try:
            return work(*words, **options)
        except LabError as error:
            console.error(error.message, error.help)
            return WRONG_USE

    return guarded


def status_of(result: Result) -> int:
    """0 if it is decided, 3 decided against, 4 if the measurement is invalid, 1 if it is not decided."""
    if result.confirming is not None:
        outcome = result.confirmed.word if result.confirmed else ""
        return {CONFIRMED: DECIDED, NOT_CONFIRMED: AGAINST}.get(outcome, OPEN)
    word = result.verdict.word if result.verdict else ""
    if word in DECIDED_WORDS:
        return DECIDED
    if word in DECIDED_AGAINST:
        return AGAINST
    return NO_ANSWER if word == INVALID else OPEN


def print_lines(lines: Iterable[str], common: CommonOptions) -> None:
    """Print the lines of a report, headings in bold and control characters escaped."""
    palette = console.palette(common.color)
    for line in lines:
        shown = printable(line)
        console.line(shown if line.startswith(" ") else palette.bold(shown))
