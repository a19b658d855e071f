"""Reads what grouping cannot settle: irregular commands, ends, foreign comments, missing continuations.

Reads one run of lines at a time, beginning where grouping stopped. Errors never affect another command: a
command ends where a line is not continued.
"""

from __future__ import annotations

from mqtune.language.mqsc import keywords, verbs
from mqtune.syntax.mqsc import line_diagnostics
from mqtune.syntax.mqsc.diagnostics import CONTROL, UNCLOSED_PARENTHESIS, UNCLOSED_STRING
from mqtune.syntax.mqsc.fold import OpenState, fold_lines
from mqtune.syntax.mqsc.grammar import read_folded
from mqtune.syntax.mqsc.lines import (
    ENDINGS,
    MOST_CHARACTERS,
    ZOS_COLUMNS,
    is_continued,
    remark_start,
    sides_of_merge,
    significant,
)
from mqtune.syntax.mqsc.tree import (
    BLANK_SHAPE,
    COMMENT_SHAPE,
    DIRECTIVE_SHAPE,
    END_SHAPE,
    FOREIGN_SHAPE,
    SEMICOLON_SHAPE,
    SIGN_SHAPE,
    TEMPLATE_SHAPE,
    Command,
)
from mqtune.syntax.mqsc.values import BLANKS, BYTE_ORDER_MARK
from mqtune.text.patterns import lazy_pattern
from mqtune.text.spelling import distance, nearest_ones

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from mqtune.syntax.mqsc.diagnostics import OffsetDiagnostic
    from mqtune.syntax.mqsc.fold import Folded, NumberedText
    from mqtune.syntax.mqsc.tree import Line, Script

SKIPPED = bytes((BLANK_SHAPE, COMMENT_SHAPE, DIRECTIVE_SHAPE))
NO_CODE = SKIPPED + bytes((TEMPLATE_SHAPE, FOREIGN_SHAPE))
COMMENTS = bytes((COMMENT_SHAPE, DIRECTIVE_SHAPE))
WORDLESS = bytes((SEMICOLON_SHAPE, SIGN_SHAPE))
ENDS_COMMAND = b"civwxeh;"
PLAIN = b"civwxCIVWXe;+"
CODE_LINE = lazy_pattern(rb"[^ *@%]")
MOST_READ = 1 << 17  # characters of one command; queue managers accept at most a quarter of that
MOST_REJOINED = 1 << 15  # characters of one command that are read again because lines were added
WORD_AND_VALUE = lazy_pattern(r"[ \t,]*([A-Za-z][A-Za-z0-9]*)[ \t,]*\(")
# a lone word in its line, or an indented one
LONE_WORD = lazy_pattern(r"[ \t]*([A-Za-z][A-Za-z0-9]*)[ \t]*[+;-]?[ \t]*\Z")
INDENTED_WORD = lazy_pattern(r"[ \t]+([A-Za-z][A-Za-z0-9]*)(?=[ \t;]|\Z)")
# a word followed by another one, or a lone word
BEGINNING = lazy_pattern(r"[ \t]*([A-Za-z]+)(?:[ \t]+([A-Za-z])|[ \t]*;?[ \t]*\Z)")
# verbs that are also parameters, so that they indicate nothing at the beginning of a line
ALSO_PARAMETERS = frozenset(("PURGE",))
MOST_LETTERS_UNLIKE = 4  # MOVE and MODE: short verbs resemble parameters

# diagnostics after which the next line may be the rest of the command
OPEN_ENDED = (UNCLOSED_STRING, UNCLOSED_PARENTHESIS)
# ends of tags of templates that remove the line end after them
TRIMMING = ("-%}", "-#}", "-}}", "~}", "~}}", "-%>")


def is_verb_misspelt(word: str) -> bool:
    """Whether a word is one slip away from a verb of five letters or more; no parameter is."""
    return any(distance(word, known, 1) == 1 for known in verbs() if len(known) > MOST_LETTERS_UNLIKE)


def is_foreign_word(text: str) -> bool:
    """Whether a line in the first column is only a word that is unlike all keywords: EOF, REM, done."""
    if not text.isalpha():
        return False
    word = text.upper()
    return word not in keywords() and not nearest_ones(
        word, [keyword for keyword in keywords() if keyword[0] == word[0]]
    )


class Run:
    """The lines of one logical line, without comments and blank lines.

    `irregular` if one of them cannot be read alone; `steered` if a template decides which of them remain;
    `dangling` if nothing follows the continuation character of the last one.
    """

    __slots__ = ("_seen", "_state", "dangling", "first", "irregular", "numbers", "steered")

    def __init__(self, first: int) -> None:
        self.first = first
        self.numbers: list[int] = []
        self.irregular = False
        self.steered = False
        self.dangling = False
        self._state = OpenState()
        self._seen = 0

    def is_closed(self, lines: list[Line]) -> bool:
        """Whether no string and no parenthesis is open after the lines so far."""
        if not self.irregular:
            return True
        for number in self.numbers[self._seen :]:
            self._state.take(lines[number].text)
        self._seen = len(self.numbers)
        return self._state.is_closed


class Reader:
    """Reads runs of lines of one script."""

    __slots__ = (
        "_broken",
        "_garbled",
        "_is_verb",
        "_no_end_from",
        "_rejoined",
        "_remarks",
        "_shapes",
        "_sides",
        "_told",
        "_zos",
        "lines",
        "script",
    )

    def __init__(
        self, script: Script, shapes: bytes, platform: str | None, is_verb: Callable[[str], object]
    ) -> None:
        self.script = script
        self.lines = script.lines
        self._shapes = shapes
        self._zos = platform == "zos"
        self._is_verb = is_verb
        self._garbled = script.garbled
        self._no_end_from = len(self.lines)  # no block comment ends after this line
        self._broken: Command | None = None  # the last command, if its end was lost
        self._rejoined: tuple[Command | None, int] = (None, 0)  # the last one, and how much was read again
        self._told: set[str] = set()  # what is reported once for a document
        self._remarks: dict[int, int] = {}  # the columns where words begin that were intended as comments
        self._sides: dict[int, int] = {}  # where further sides of a merge begin, and the line after each

    def read(self, first: int) -> int:
        """Read the run that begins at a line; return the number of the line at which reading continues."""
        shape = self._shapes[first]
        if shape == FOREIGN_SHAPE:
            return self._foreign_comment(first)
        if shape == END_SHAPE:
            self.script.commands.append(Command(self.script, first, first))
            return self._stop(first)
        run = Run(first)
        after = self._collect(run)
        ended = self._commands(run)
        return self._stop(after - 1) if ended else after

    def _collect(self, run: Run) -> int:
        """Collect the lines of a logical line; return the number of the line after it."""
        shapes, lines, number, count = self._shapes, self.lines, run.first, len(self._shapes)
        while number < count:
            shape = shapes[number]
            if shape in SKIPPED:
                number += 1
                continue
            if shape == TEMPLATE_SHAPE:
                run.steered = True
                number += 1
                continue
            if run.numbers and shape == FOREIGN_SHAPE and run.is_closed(lines):
                after = self._foreign_comment(number)
                # the lines between do not belong to the command
                run.irregular = run.irregular or after > number + 1
                number = after
                continue
            if run.numbers and self._begins_command(number) and run.is_closed(lines):
                self._dangling(run, number)
                return number
            run.numbers.append(number)
            run.irregular = run.irregular or shape not in PLAIN
            number += 1
            if shape in ENDS_COMMAND or (shape == FOREIGN_SHAPE and not is_continued(lines[number - 1].text)):
                return number
        self._dangling(run, None)
        return number

    def _begins_command(self, number: int) -> bool:
        """Whether a line inside a command clearly begins another one."""
        match = BEGINNING.match(self.lines[number].text)
        if match is None:
            return False
        word = match[1].upper()
        if match[2] is None:
            return word in ENDINGS
        return word not in ALSO_PARAMETERS and bool(self._is_verb(word))

    def _commands(self, run: Run) -> bool:
        """Add the commands of a logical line; return whether one of them ends the script."""
        if not run.numbers or all(self._shapes[number] in WORDLESS for number in run.numbers):
            return False
        if run.irregular:
            self._find_remarks(run)
        if self._belongs_to_last(run):
            return False
        if run.irregular:
            return self._irregular_commands(run)
        command = Command(self.script, run.first, run.numbers[-1], intact=not run.steered)
        self.script.commands.append(command)
        if run.steered:
            command.note_steered(self._is_verb)
        return False

    def _irregular_commands(self, run: Run) -> bool:
        folded = fold_lines([self._code(number) for number in run.numbers], MOST_READ)
        reading = read_folded(folded, self._zos, self._is_verb)
        steered = run.steered or reading.steered
        sound = not (folded.cut or self._garbled)
        if not steered:
            self._report(run, folded, reading.diagnostics)
        script = self.script
        for first, last, parameters, intact in reading.commands:
            command = Command(script, first, last)
            command.become_hard(first, parameters, intact and sound and not steered)
            script.commands.append(command)
            if steered and intact and sound and not reading.torn:
                command.note_steered(self._is_verb)
            if len(parameters) == 1 and parameters[0].keyword in ENDINGS and parameters[0].form == "word":
                return True
        if reading.commands:
            script.commands[-1].last = run.numbers[-1]
            if any(diagnostic.kind in OPEN_ENDED for diagnostic in reading.diagnostics):
                self._broken = script.commands[-1]
        return False

    def _find_remarks(self, run: Run) -> None:
        """Record and report words after the code of a line that were intended as a comment."""
        state = OpenState()
        for number in run.numbers:
            text = self.lines[number].text
            remark = remark_start(text) if state.is_closed else -1
            if remark > 0:
                self._remarks[number] = remark
                if not run.steered:
                    self.script.diagnostics.append(line_diagnostics.remark(number, remark, text))
            state.take(text)

    def _code(self, number: int) -> NumberedText:
        """The code of a line: its number, its text, and the column where that begins."""
        text = self.lines[number].text[: self._remarks.get(number)]
        if number == 0 and text.startswith(BYTE_ORDER_MARK):
            return number, text[1:], 1
        return number, significant(text) if self._zos else text, 0

    def _is_fixed(self, number: int) -> bool:
        """Whether there is text after the columns of a line that are read."""
        return self._zos and len(self._code(number)[1]) < len(self.lines[number].text)

    def _report(self, run: Run, folded: Folded, diagnostics: list[OffsetDiagnostic]) -> None:
        script = self.script
        for number in run.numbers:
            length = len(self.lines[number].text)
            if length > (ZOS_COLUMNS if self._zos else MOST_CHARACTERS):
                self._too_long(number)
        lost = run.numbers[-1] if run.dangling else -1  # a line whose continuation character was reported
        for number, start, end in folded.trails:
            if number == lost or number < run.first:
                continue
            script.diagnostics.append(line_diagnostics.trailing(number, start, end, self.lines[number].text))
        for number, column in folded.dashes:
            if number == lost or number < run.first:
                continue
            script.diagnostics.append(line_diagnostics.dash(number, column, self.lines[number].text[column]))
        for diagnostic in diagnostics:
            if diagnostic.kind == CONTROL and self._garbled:
                if diagnostic.message in self._told:
                    continue
                self._told.add(diagnostic.message)
            if diagnostic.start == diagnostic.end:
                number, column = folded.end(diagnostic.start)
                sign = self.lines[number].text[column : column + 1]
                script.diagnostics.append(line_diagnostics.at_seam(folded, diagnostic, sign))
            else:
                script.diagnostics.append(line_diagnostics.placed(folded, diagnostic))
        if folded.cut and len(run.numbers) > 1:
            script.diagnostics.append(
                line_diagnostics.command_too_long(self._code(run.numbers[0]), MOST_READ)
            )

    def _too_long(self, number: int) -> None:
        """A line that is longer than the queue manager reads; on z/OS a sequence number may follow."""
        text = self.lines[number].text
        if not self._zos:
            self.script.diagnostics.append(line_diagnostics.too_long(number, text, MOST_CHARACTERS))
        elif significant(text) is text:
            self.script.diagnostics.append(line_diagnostics.beyond_columns(number, text, ZOS_COLUMNS))

    def _dangling(self, run: Run, following: int | None) -> None:
        """A continued line that is followed by nothing, or by another command."""
        if run.numbers and not run.steered and run.is_closed(self.lines):
            run.dangling = True
            word = None if following is None else self.lines[following].text.split()[0]
            code = self._code(run.numbers[-1])
            self.script.diagnostics.append(
                line_diagnostics.dangling(code, word, self._is_fixed(run.numbers[-1]))
            )

    def _foreign_comment(self, number: int) -> int:
        """A line with a comment marker of another language; return the number of the line after the
        comment.
        """
        text = self.lines[number].text
        if number in self._sides:
            return self._sides[number]
        if text.startswith("<<<<<<<"):
            self._sides.update(sides_of_merge(self.lines, number))
        diagnostic = line_diagnostics.foreign_comment(number, text, self.script.document.template)
        if diagnostic is not None:
            self.script.diagnostics.append(diagnostic)
        if text.lstrip(BLANKS).startswith("/*") and "*/" not in text:
            return self._block_end(number)
        return number + 1

    def _block_end(self, number: int) -> int:
        """The number of the line after a comment of several lines; the next line if the comment is not
        closed.
        """
        if number >= self._no_end_from:
            return number + 1
        for later in range(number + 1, len(self.lines)):
            if "*/" in self.lines[later].text:
                return later + 1
        self._no_end_from = number
        return number + 1

    def _stop(self, number: int) -> int:
        """End the script at a line: the text after it is not read."""
        rest = CODE_LINE.search(self._shapes, number + 1)
        if rest is not None:
            self.script.end_line = number
            ending = self.script.commands[-1]
            word = next(ending.words())[1].keyword
            text = self.lines[rest.start()].text
            self.script.diagnostics.append(line_diagnostics.text_after_end(word, number, rest.start(), text))
        return len(self._shapes)

    def _belongs_to_last(self, run: Run) -> bool:
        """Whether a run is the rest of the preceding command, whose last line lacks its continuation
        character.
        """
        commands = self.script.commands
        if run.steered or not commands:
            return False
        above = commands[-1]
        if self._shapes[above.last + 1 : run.first].strip(COMMENTS):
            return False
        if above is self._broken and not self._begins_command(run.first):
            above.last = run.numbers[-1]
            return True
        return self._lacks_sign(above, run)

    def _lacks_sign(self, above: Command, run: Run) -> bool:
        """Whether a run begins like a parameter, so that the preceding line was meant to be continued: with
        `KEYWORD(value)`, or with a word other than a verb that is alone or indented.
        """
        text = self.lines[run.first].text
        lead = WORD_AND_VALUE.match(text) or LONE_WORD.match(text)
        if lead is None and self.lines[above.first].text[:1] not in BLANKS:
            lead = INDENTED_WORD.match(text)
            if lead and is_verb_misspelt(lead[1].upper()):
                return False
        if lead is None or self._is_verb(lead[1].upper()) or is_foreign_word(text):
            return False
        last = self.lines[above.last].text.rstrip(BLANKS)
        if last.endswith(";"):
            return False
        fixed = self._is_fixed(above.last)
        too_often = self._rejoined[0] is above and self._rejoined[1] > MOST_REJOINED
        if too_often or not last.endswith(TRIMMING):
            self.script.diagnostics.append(
                line_diagnostics.missing_continuation(self._code(above.last), lead[1], fixed)
            )
        if too_often:
            self._broken = above
        elif run.irregular or above.irregular or last.endswith("\\"):
            self._rejoin(above, run)
        above.last = run.numbers[-1]
        return True

    def _rejoin(self, above: Command, run: Run) -> None:
        """Read a command again, together with the lines that were separated from it."""
        numbers = [n for n in range(above.first, above.last + 1) if self._shapes[n] not in NO_CODE]
        folded = fold_lines([self._code(number) for number in numbers + run.numbers], MOST_READ)
        reading = read_folded(folded, self._zos, self._is_verb)
        before = self._rejoined[1] if self._rejoined[0] is above else 0
        self._rejoined = (above, before + len(folded.text))
        in_run = [
            diagnostic
            for diagnostic in reading.diagnostics
            if folded.locate(diagnostic.start)[0] >= run.first
        ]
        self._report(run, folded, in_run)
        if reading.commands:
            first, _, parameters, intact = reading.commands[-1]
            above.become_hard(first, parameters, above.intact and intact)
            if any(diagnostic.kind in OPEN_ENDED for diagnostic in reading.diagnostics):
                self._broken = above
