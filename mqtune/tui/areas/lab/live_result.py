"""The result of an experiment so far, for screens, and the last lines of its log.

A running experiment and a replay both feed it, so that the same screen shows both.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from mqtune.lab.journal.events import Estimated, JournalEntry, SampleTaken, WatchedValue
from mqtune.lab.journal.result import Result
from mqtune.lab.reports.event_lines import SIMULATED, event_line
from mqtune.text.printable import printable

LINES = 400  # lines of the log that are kept
AT_ONCE = 100  # lines formatted per update: more of a flood could not be read
LONGEST = 500  # characters of a line: a driver may print anything
_NOT_LOGGED = (SampleTaken, WatchedValue, Estimated)  # the plot and the table show them


class LiveResult:
    """The result so far, and the log; `line_count` counts all lines, including those no longer kept."""

    def __init__(self) -> None:
        self.result = Result()
        self.lines: deque[str] = deque(maxlen=LINES)
        self.line_count = 0

    def take(self, entries: Iterable[JournalEntry]) -> None:
        """Apply some events. Of a flood of lines only the last ones are formatted."""
        last: deque[JournalEntry] = deque(maxlen=AT_ONCE)
        for entry in entries:
            self.result.apply(entry)
            if not isinstance(entry.event, _NOT_LOGGED):
                last.append(entry)
                self.line_count += 1
        self.lines.extend(self._line(entry) for entry in last)

    def since(self, line_count: int) -> list[str]:
        """Return the lines after the first `line_count` ones, as far as they are kept."""
        new = min(self.line_count - line_count, len(self.lines))
        return list(self.lines)[len(self.lines) - new :] if new > 0 else []

    def _line(self, entry: JournalEntry) -> str:
        # every screen shows SIMULATED; repeating it on each line would waste columns
        return printable(event_line(entry, self.result).removeprefix(f"{SIMULATED} ")[:LONGEST])
