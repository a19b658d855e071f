"""What the commands of experiments share: how they fail, how they print, and their exit statuses."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from mqtune.cli import console
from mqtune.cli.command import Common, guarded
from mqtune.lab.core.errors import LabError
from mqtune.lab.core.verdict import INVALID, TIE, WINNER
from mqtune.lab.journal.result import Result
from mqtune.report.colour import Palette
from mqtune.session.lint_result import WRONG_USE
from mqtune.text.printable import printable

DECIDED = 0
OPEN = 1
NO_ANSWER = 4


def lab_guarded(common: Common, work: Callable[[], int]) -> int:
    """Do the work of a command; what keeps it from going on is told, and is exit status 2."""

    def told() -> int:
        try:
            return work()
        except LabError as fault:
            console.error(fault.message, fault.help)
            return WRONG_USE

    return guarded(common, told)


def status_of(result: Result) -> int:
    """0 with a winner or a tie, 4 where the measurement is invalid, 1 where nothing is decided."""
    word = result.verdict.word if result.verdict else ""
    if word in (WINNER, TIE):
        return DECIDED
    return NO_ANSWER if word == INVALID else OPEN


def print_lines(lines: Iterable[str], common: Common) -> None:
    """Lines of a report, headings bold; nothing of them can steer a terminal."""
    palette = Palette(console.wants_colour(common.color or "auto"))
    for line in lines:
        shown = printable(line)
        sys.stdout.write((shown if line.startswith(" ") else palette.bold(shown)) + "\n")
