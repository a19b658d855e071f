"""Whether a dump of dmpmqcfg was written to its end: its footer, the answered inquiries, and messages in it.

dmpmqcfg begins a dump with `* Script generated on` and ends it with `* Script ended on` and the number of its
inquiries. A text may contain several dumps, one after the other.
"""

from __future__ import annotations

import re

from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FRAME = (  # begins with a literal character, which is searched for quickly
    r"\n(?:\*+[ \t]*(?:Script (generated|ended) on\b"
    r"|Number of Inquiry commands (issued|completed):[ \t]*(\d*))"
    # of the command, not of the dump; those that end in I or W do not make it fail
    r"|(AMQ\d{4}[EST]?:|CSQ[A-Z]\d{3}E\b"
)
COMMAND = "dmpmqcfg: "  # what a message of the shell or of the command itself contains
MARKS = lazy_pattern(_FRAME + "))")
MARKS_AND_COMMAND = lazy_pattern(_FRAME + r"|(?:\S+: )*(?:\S*/)?dmpmqcfg: ))")
NO_FOOTER = "the dump ends without its footer"
NOT_ANSWERED = "{completed} of {issued} inquiries of the dump were completed"
MESSAGE = "the dump contains the error message {message}"
MOST_CHARACTERS = 100  # of a message


@record
class DumpGap:
    """What shows that a dump may lack something: the line, from 1, and why.

    `last` is the last line, from 1, of a dump that has no footer, where it may be cut in a command; else 0.
    """

    line: int
    why: str
    last: int = 0


def dump_gaps(text: str) -> list[DumpGap]:
    """What the dumps in a text lack; empty for a text that is not a dump."""
    if "Script generated on" not in text and "Inquiry commands" not in text:
        return []
    return list(_Marks(text).gaps())


def lack_of_dump(text: str) -> str:
    """Why a text that is to be a dump is not a complete one; "" if it is."""
    gaps = dump_gaps(text)
    if gaps:
        return gaps[0].why
    return "" if any(mark[1] == "ended" for mark in marks_in(text)) else NO_FOOTER


def marks_in(text: str) -> Iterator[re.Match[str]]:
    """The lines of a text that belong to the frame of a dump or state a failure; each match starts at the
    offset of its line.
    """
    return (MARKS_AND_COMMAND if COMMAND in text else MARKS).finditer(f"\n{text}")


class _Marks:
    """The lines of a text that show where dumps begin and end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.begun = 0  # the line of a dump that has not ended
        self.issued: tuple[int, str] | None = None  # line and number

    def gaps(self) -> Iterator[DumpGap]:
        """What is missing."""
        line, at, messages, dumps = 1, 0, [], 0
        for mark in marks_in(self.text):
            line += self.text.count("\n", at, mark.start())
            at = mark.start()
            if mark[4]:
                messages.append((line, self.text[at : at + MOST_CHARACTERS].splitlines()[0].strip()))
            elif mark[1] == "generated":
                dumps += 1
                yield from self.cut(line - 1)
                self.begun = line
            elif mark[1] == "ended":
                self.begun = 0
            elif mark[2] == "issued":
                yield from self.unanswered("no")
                self.issued = (line, mark[3])
            else:
                yield from self.unanswered(mark[3] or "no")
        yield from self.cut(line + self.text.count("\n", at))
        for number, message in messages if dumps else ():
            yield DumpGap(number, MESSAGE.format(message=message))

    def cut(self, last: int) -> Iterator[DumpGap]:
        """The end of a dump: without its footer, or in the middle of it."""
        yield from self.unanswered("no")
        if self.begun:
            yield DumpGap(self.begun, NO_FOOTER, last)
        self.begun = 0

    def unanswered(self, completed: str) -> Iterator[DumpGap]:
        """Compare the number of completed inquiries with that of the issued ones before it."""
        if self.issued is not None and completed != self.issued[1]:
            yield DumpGap(
                self.issued[0], NOT_ANSWERED.format(completed=completed, issued=self.issued[1] or "some")
            )
        self.issued = None
