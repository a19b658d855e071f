"""The closer look at lines that grouping cannot settle: hard commands, ends, foreign comments, faults.

Takes one run of lines at a time, beginning where grouping stopped. Damage never leaves its command: a
command ends where a line is not continued.
"""

from __future__ import annotations

import re

from mqtune.syntax.mqsc import problems
from mqtune.syntax.mqsc.fold import fold_lines
from mqtune.syntax.mqsc.lines import (
    BYTE_ORDER_MARK,
    DIRECTIVE_SHAPE,
    END_SHAPE,
    ENDINGS,
    FOREIGN_SHAPE,
    MOST_CHARACTERS,
    TEMPLATE_SHAPE,
    ZOS_COLUMNS,
    is_continued,
    significant,
)
from mqtune.syntax.mqsc.state import OpenState
from mqtune.syntax.mqsc.tree import HARD, Command, Line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.mqsc.faults import Fault
    from mqtune.syntax.mqsc.fold import Folded
    from mqtune.syntax.mqsc.tree import Script
    from mqtune.syntax.problem import Problem

SKIPPED = b" *" + bytes((DIRECTIVE_SHAPE,))
ENDS_COMMAND = b"cvweh;"
PLAIN = b"cvwCVWe;+"
WORDLESS = b"+;"
MOST_READ = 1 << 17  # characters of one command; no queue manager takes a quarter of that
LEAD = re.compile(r"[ \t,]*([^ \t,()';=]+)([ \t,]*\()?")
BEGINNING = re.compile(r"[ \t]*([A-Za-z]+)(?:[ \t]+[A-Za-z]|[ \t]*;?[ \t]*\Z)")
# verbs that are also parameters, so that they say nothing at the beginning of a line
ALSO_PARAMETERS = frozenset(("PURGE",))


class Reader:
    """Reads runs of lines of one script."""

    __slots__ = ("_broken", "_once", "_platform", "_shapes", "_verbs", "lines", "script")

    def __init__(self, script: Script, shapes: bytes, platform: str | None, verbs: frozenset[str]) -> None:
        self.script = script
        self.lines = script.lines
        self._shapes = shapes
        self._platform = platform
        self._verbs = verbs
        self._broken: Command | None = None  # the last command, where its end was lost or missed
        self._once: set[str] = set()  # faults that are told once for a document

    def read(self, first: int) -> int:
        """Read the run that begins at a line; the number of the line to go on with."""
        if self._shapes[first] == FOREIGN_SHAPE:
            return self._foreign_comment(first)
        if self._shapes[first] == END_SHAPE:
            return self._end(first)
        run = Run(first)
        after = self._collect(run)
        self._command(run)
        return after

    def _collect(self, run: Run) -> int:
        """Take the lines of a logical line; the number of the line behind it."""
        shapes, number, count = self._shapes, run.first, len(self._shapes)
        while number < count:
            shape = shapes[number]
            if shape in SKIPPED:
                number += 1
                continue
            if shape == TEMPLATE_SHAPE:
                run.steered = True
                number += 1
                continue
            if shape == FOREIGN_SHAPE and run.numbers and run.is_closed(self.lines):
                number = self._foreign_comment(number)
                continue
            if run.numbers and self._begins_command(number) and run.is_closed(self.lines):
                self._dangling(run, number)
                return number
            run.numbers.append(number)
            run.hard = run.hard or shape not in PLAIN
            number += 1
            if shape in ENDS_COMMAND or (
                shape == FOREIGN_SHAPE and not is_continued(self.lines[number - 1].text)
            ):
                return number
        self._dangling(run, None)
        return number

    def _begins_command(self, number: int) -> bool:
        """Whether a line clearly begins a command."""
        match = BEGINNING.match(self.lines[number].text)
        if match is None:
            return False
        word = match[1].upper()
        if word in ENDINGS:
            return match.end() == len(self.lines[number].text)
        return match.end(1) < match.end() and word in self._verbs and word not in ALSO_PARAMETERS

    def _command(self, run: Run) -> None:
        """Make the commands of a logical line."""
        if not run.numbers or all(self._shapes[number] in WORDLESS for number in run.numbers):
            return
        if self._belongs_to_last(run):
            return
        last = run.numbers[-1]
        if not run.hard:
            self.script.commands.append(Command(self.script, run.first, last, None, not run.steered))
            return
        self._long_lines(run)
        self._hard_command(run)

    def _hard_command(self, run: Run) -> None:
        from mqtune.syntax.mqsc.slow import read_logical  # brings in lark, which most scripts do not need

        folded = fold_lines([self._code(number) for number in run.numbers], MOST_READ)
        reading = read_logical(folded, self._platform == "zos", self._verbs)
        before = len(self.script.problems)
        if not (reading.steered or run.steered):
            self._report(folded, reading.faults)
        script = self.script
        for first, last, parameters, intact in reading.commands:
            line = Line(self.lines[first].text, HARD, 0)
            line.parameters = parameters
            sound = intact and not run.steered and not folded.cut
            script.commands.append(Command(script, first, last, line, sound))
            if parameters[0].keyword in ENDINGS and len(parameters) == 1:
                pass
        if reading.commands:
            script.commands[-1].last = run.numbers[-1]
        kinds = {problem.kind for problem in script.problems[before:]}
        if reading.commands and kinds & {"unclosed-string", "unclosed-parenthesis"}:
            self._broken = script.commands[-1]

    def _code(self, number: int) -> tuple[int, str, int]:
        """A line as it counts: its number, its text and the column where that begins."""
        text = self.lines[number].text
        if number == 0 and text.startswith(BYTE_ORDER_MARK):
            return number, text[1:], 1
        return number, significant(text) if self._platform == "zos" else text, 0

    def _report(self, folded: Folded, faults: list[Fault]) -> None:
        for fault in faults:
            if fault.kind == "control-character" and fault.message in self._once:
                continue
            self._once.add(fault.message)
            self._add(problems.at_fault(folded, fault))
        for number, start, end in folded.trails:
            self._add(problems.trailing_control(number, start, end, self.lines[number].text))

    def _add(self, problem: Problem) -> None:
        self.script.problems.append(problem)

    def _long_lines(self, run: Run) -> None:
        """Lines longer than the queue manager reads."""
        for number in run.numbers:
            text = self.lines[number].text
            if self._platform == "zos":
                if len(text) > ZOS_COLUMNS and significant(text) is text:
                    self._add(problems.beyond_columns(number, text))
            elif len(text) > MOST_CHARACTERS:
                self._add(problems.too_long(number, text))

    def _dangling(self, run: Run, number: int | None) -> None:
        """A continued line behind which nothing comes, or the next command."""
        if run.numbers and not run.steered and run.is_closed(self.lines):
            self._add(problems.dangling(run.numbers[-1], self.lines, number))

    def _foreign_comment(self, number: int) -> int:
        """A line with the comment sign of another language; the number of the line behind the comment."""
        text = self.lines[number].text
        problem = problems.foreign_comment(number, text, self.script.document.template)
        if problem is not None:
            self._add(problem)
        if "/*" in text and "*/" not in text:
            for later in range(number + 1, len(self.lines)):
                if "*/" in self.lines[later].text:
                    return later + 1
        return number + 1

    def _end(self, number: int) -> int:
        """END, EXIT or QUIT: what follows is not read."""
        self.script.commands.append(Command(self.script, number, number))
        return self._stop(number)

    def _stop(self, number: int) -> int:
        rest = re.compile(rb"[^ *@%]").search(self._shapes, number + 1)
        if rest is not None:
            self.script.end_line = number
            self._add(problems.text_after_end(number, rest.start(), self.lines))
        return len(self._shapes)

    def _belongs_to_last(self, run: Run) -> bool:
        """Whether a run is the rest of the command above it, whose line lacks its sign."""
        commands = self.script.commands
        if not commands or commands[-1].last != run.first - 1 or run.steered:
            return False
        above = commands[-1]
        lead = LEAD.match(self.lines[run.first].text)
        if lead is None or lead[1].upper() in self._verbs or "{" in lead[1]:
            return False
        if above is self._broken and not above.intact:
            above.last = run.numbers[-1]
            return True
        if not self._verbs or lead[2] is None or self.lines[above.last].text.rstrip(" \t").endswith(";"):
            return False
        self._add(problems.missing_continuation(above.last, self.lines, lead[1]))
        above.last = run.numbers[-1]
        if run.hard or above.hard:
            above.intact = False
        self._broken = above
        return True


class Run:
    """The lines of one logical line, comments and blank lines left out."""

    __slots__ = ("_state", "first", "hard", "numbers", "steered")

    def __init__(self, first: int) -> None:
        self.first = first
        self.numbers: list[int] = []
        self.hard = False
        self.steered = False
        self._state = OpenState()

    def is_closed(self, lines: list[Line]) -> bool:
        """Whether no string and no parenthesis is open behind the lines so far."""
        return not self.hard or self._state.is_closed(lines, self.numbers)
