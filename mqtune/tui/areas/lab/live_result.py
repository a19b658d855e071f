"""What an experiment has told so far, for screens: its folded result, and the last lines of its log.

A live experiment and a replay tell their story in the same way, so that the same screen shows both. Knows no
thread and no widget.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from mqtune.lab.journal.events import Estimated, SampleTaken, WatchedValue
from mqtune.lab.journal.result import Result
from mqtune.lab.reports.event_lines import SIMULATED, event_line
from mqtune.text.printable import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mqtune.lab.journal.events import JournalEntry

LINES = 400  # of the log that are kept
AT_ONCE = 100  # that are put into words at once: of a flood nobody reads more
LONGEST = 500  # characters of a line: a driver may print anything
_NOT_LOGGED = (SampleTaken, WatchedValue, Estimated)  # the plot and the table show them


class LiveResult:
    """The result so far, and the log; `told` counts all lines there ever were."""

    def __init__(self) -> None:
        self.result = Result()
        self.lines: deque[str] = deque(maxlen=LINES)
        self.line_count = 0

    def take(self, entries: Iterable[JournalEntry]) -> None:
        """Go on by some events. Of a flood of lines only the last ones are put into words."""
        last: deque[JournalEntry] = deque(maxlen=AT_ONCE)
        for entry in entries:
            self.result.apply(entry)
            if not isinstance(entry.event, _NOT_LOGGED):
                last.append(entry)
                self.line_count += 1
        self.lines.extend(self._line(entry) for entry in last)

    def since(self, line_count: int) -> list[str]:
        """The lines after so many; only those that are still kept."""
        new = min(self.line_count - line_count, len(self.lines))
        return list(self.lines)[len(self.lines) - new :] if new > 0 else []

    def _line(self, entry: JournalEntry) -> str:
        # every screen says SIMULATED; in front of each line it would only take the room
        return printable(event_line(entry, self.result).removeprefix(f"{SIMULATED} ")[:LONGEST])
