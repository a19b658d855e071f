"""MQSC in job control of z/OS: the in-stream data that CSQUTIL passes to a queue manager with COMMAND, and
the initialization input data sets of a queue manager's procedure.

A data set that the job only names is not read, and counted. In the data of a DD statement with SYMBOLS, a
symbol that SET assigns is replaced by its value; any other is a placeholder.
"""

from __future__ import annotations

import re

from mqtune.syntax.carriers import recognise
from mqtune.syntax.carriers.excerpt import Excerpt
from mqtune.syntax.carriers.result import ELSEWHERE, CarrierResult, Surroundings, most_telling
from mqtune.syntax.document import JCL, MQSC
from mqtune.syntax.mqsc.lines import significant
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import field, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from mqtune.syntax.carriers.excerpt import Piece
    from mqtune.syntax.carriers.result import Nested
    from mqtune.syntax.template_values import TemplateValues
    from mqtune.text.source import Source


INITIALIZATION = ("CSQINP1", "CSQINP2", "CSQINPT", "CSQINPX")
UNKNOWN_PROGRAM = "in part, because MQSC in it is for a program that is not known"
DEFAULT_INPUT = "CSQUCMD"  # of COMMAND without DDNAME

_STATEMENT = lazy_pattern(
    r"//(?P<name>[A-Z0-9@#$.]*)[ ]+(?P<verb>[A-Z]+)(?:[ ]+(?P<operands>.*))?", re.IGNORECASE
)
_FIRST = lazy_pattern(
    r"(?>(?://\*[^\n]*\n|[ \t\r]*\n)*)//[A-Z0-9@#$]*[ ]+(?:JOB|EXEC|PROC|JCLLIB|SET|DD)\b", re.IGNORECASE
)
_UTILITY = lazy_pattern(r"PGM=CSQUTIL\b", re.IGNORECASE)
_QUEUE_MANAGER = lazy_pattern(r"\bPARM=[('\"]*([A-Z0-9]{1,4})(?=[,'\")\s]|\Z)", re.IGNORECASE)
_DELIMITER = lazy_pattern(r"\bDLM=(?:'([^']+)'|([^\s,'()]+))", re.IGNORECASE)
_COMMAND = lazy_pattern(r"^[ ]*COMMAND\b((?:[^\n]*[+-][ ]*\n)*[^\n]*)", re.IGNORECASE | re.MULTILINE)
_INPUT = lazy_pattern(r"\bDDNAME\([ ]*([A-Z0-9@#$]+)[ ]*\)", re.IGNORECASE)
_SYMBOLS = lazy_pattern(r"\bSYMBOLS=\(?[ ]*(?:JCLONLY|EXECSYS|CNVTSYS)", re.IGNORECASE)
_SYMBOL = lazy_pattern(r"(?<!&)&([A-Z@#$][A-Z0-9@#$]{0,7})(?![A-Z0-9@#$])\.?", re.IGNORECASE)
_ASSIGNED = lazy_pattern(
    r"(?<![A-Z0-9@#$])[0-9]*+([A-Z@#$][A-Z0-9@#$]*+)=(?:'((?:[^']|'')*)'|([^,'\s]*))", re.IGNORECASE
)
_DATA_SET = lazy_pattern(r"(?<![A-Z])(?:DSN|DSNAME|PATH)=(?!NULLFILE\b)", re.IGNORECASE)
_OTHER_TARGET = lazy_pattern(r"\bTGTQMGR\([ ]*([^)\s]+)[ ]*\)", re.IGNORECASE)
# statements of JOB with which not all steps run, and those of JES that end a job or send it to another system
_NOT_RUN = lazy_pattern(r"(?<![A-Z])(?:TYPRUN|RESTART)=", re.IGNORECASE)
_ENDS = lazy_pattern(r"//[ ]*\Z|/\*(?:DEL|EOF|PURGE|ROUTE[ ]+XEQ|XEQ|XMIT)\b", re.IGNORECASE)


@record
class Step:
    """One step of a job: the operands of EXEC, whether it runs only under a condition, the number of the job,
    its in-stream data by the name of the DD statement, and the DD statements that name data sets or files.
    """

    operands: str
    is_conditional: bool
    job: int
    data: list[tuple[str, Excerpt]] = field(init=False)
    named: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self.data = []
        self.named = set()

    def takes_from_elsewhere(self) -> bool:
        """Whether its MQSC, or what CSQUTIL is to do, is in a data set or file that the job only names."""
        inputs = [*self.inputs(), "SYSIN"] if _UTILITY.search(self.operands) else INITIALIZATION
        return not self.named.isdisjoint(inputs)

    def inputs(self) -> dict[str, str]:
        """The names of the data that are MQSC, each with the queue manager that reads it."""
        inputs = dict.fromkeys(INITIALIZATION, "")
        if not _UTILITY.search(self.operands):
            return inputs
        named = _QUEUE_MANAGER.search(self.operands)
        name = named.group(1).upper() if named is not None else ""
        for _, text in (entry for entry in self.data if entry[0] == "SYSIN"):
            for command in _COMMAND.finditer(text.text):
                target = _OTHER_TARGET.search(command.group(1))
                input = _INPUT.search(command.group(1))
                inputs[input.group(1).upper() if input else DEFAULT_INPUT] = (
                    target.group(1) if target else name
                )
        return inputs


def is_jcl(text: str) -> bool:
    """Whether a text is job control, judged by its first statement."""
    return text.lstrip().startswith("//") and _FIRST.match(text) is not None


def documents_of_jcl(source: Source, nested: Nested, values: TemplateValues | None = None) -> CarrierResult:
    """The MQSC of a job; an empty result if it has none."""
    where = Surroundings(source, nested, values=values)
    result = CarrierResult()
    for number, step in enumerate(steps_of(source.text)):
        inputs = step.inputs()
        if step.takes_from_elsewhere():
            result.unread = most_telling(result.unread, ELSEWHERE)
        for name, text in step.data:
            if name in inputs and text.text.strip():
                # a changed length would move what follows into the columns that are read
                movable = text.is_verbatim(0, len(text.text))
                line = where.table.position(text.offset(0))[0]
                inside = where.inside(f"{name} at line {line}", editable=movable)
                template = recognise.has_template_word(text.text)
                result.documents.append(inside.document(MQSC, text, template, JCL, inputs[name]))
                # jobs may run at the same time
                result.documents[-1].under(f"step {number}" if step.is_conditional else "", f"job {step.job}")
                statement = source.text.upper().rfind(f"//{name}", 0, text.offset(0))
                result.followed.append((statement, statement + len(name) + 2))
            elif name not in inputs and recognise.is_script(text.text):
                result.unread = most_telling(UNKNOWN_PROGRAM, result.unread)
    return result


class _Job:
    """The job that a text is in: its number, and whether its next step runs only under a condition."""

    __slots__ = ("_depth", "is_held", "number")

    def __init__(self) -> None:
        self.number = self._depth = 0  # of IF, and of the procedure
        self.is_held = False

    @property
    def is_conditional(self) -> bool:
        return self.is_held or self._depth > 0

    def read(self, verb: str, operands: str) -> None:
        """Take note of a statement. A procedure in a job runs when a step calls it."""
        if verb == "JOB":
            self.number += 1
            self._depth = 0
            self.is_held = _NOT_RUN.search(operands) is not None
        elif verb == "IF" or (verb == "PROC" and self.number):
            self._depth += 1
        elif verb in ("ENDIF", "PEND"):
            self._depth = max(self._depth - 1, 0)
        elif verb == "XMIT":
            self.is_held = True


def steps_of(text: str) -> list[Step]:
    """The steps of a job with their in-stream data, without sequence numbers."""
    steps: list[Step] = []
    lines = text.splitlines(keepends=True)
    symbols: dict[str, str] = {}
    at = number = 0
    name = ""
    job = _Job()
    while number < len(lines):
        statement = _STATEMENT.match(lines[number])
        at += len(lines[number])
        number += 1
        if statement is None:
            job.is_held |= _ENDS.match(significant(lines[number - 1].rstrip())) is not None
            continue
        operands = statement["operands"] or ""
        while operands.rstrip().endswith(",") and number < len(lines):
            if lines[number].startswith("// "):
                operands = operands.rstrip() + lines[number][2:].strip()
            elif not lines[number].startswith("//*"):  # a comment may be between continued lines
                break
            at += len(lines[number])
            number += 1
        verb = statement["verb"].upper()
        if verb == "SET":
            for symbol, quoted, plain in _ASSIGNED.findall(operands):
                symbols[symbol.upper()] = plain or quoted.replace("''", "'")
        elif verb == "EXEC":
            operands = _SYMBOL.sub(lambda match: _value(match, symbols), operands)
            steps.append(Step(operands, job.is_conditional or "COND" in operands.upper(), job.number))
        elif verb == "DD":
            name = statement["name"].upper().rpartition(".")[2] or name
            if steps and _DATA_SET.search(operands):
                steps[-1].named.add(name)
            if operands.startswith("*") or operands.upper().startswith("DATA"):
                end = end_of_data(lines, number, operands)
                if steps:
                    data = data_of(lines[number:end], at)
                    data = with_symbols(data, symbols) if _SYMBOLS.search(operands) else data
                    steps[-1].data.append((name, data))
                at += sum(map(len, lines[number:end]))
                number = end
        else:
            job.read(verb, operands)
    return steps


def end_of_data(lines: list[str], first: int, operands: str) -> int:
    """The line with the delimiter of the in-stream data that begins at a line."""
    match = _DELIMITER.search(operands)
    ends: tuple[str, ...] = (match.group(1) or match.group(2),) if match is not None else ("/*",)
    if match is None and operands.startswith("*"):
        ends += ("//",)
    return next((at for at in range(first, len(lines)) if lines[at].startswith(ends)), len(lines))


def data_of(lines: list[str], at: int) -> Excerpt:
    """In-stream data without the sequence numbers in columns 73 to 80; `at` is its offset in the file."""
    pieces = []
    end = at
    for line in lines:
        bare = line.rstrip("\r\n")
        read = significant(bare)
        pieces += [(read, end, True), (line[len(bare) :], end + len(bare), True)]
        end += len(line)
    return Excerpt(pieces, end)


def with_symbols(data: Excerpt, symbols: Mapping[str, str]) -> Excerpt:
    """In-stream data with the values of symbols; the same object if it has none."""
    pieces: list[Piece] = []
    done = 0
    for match in _SYMBOL.finditer(data.text):
        pieces += data.pieces(done, match.start())
        pieces.append((_value(match, symbols), data.offset(match.start()), False))
        done = match.end()
    return Excerpt([*pieces, *data.pieces(done, len(data.text))], data.end) if done else data


def _value(match: re.Match[str], symbols: Mapping[str, str]) -> str:
    """The value of a symbol; without one, a placeholder that is no longer than the symbol, so that nothing
    moves into columns that are not read.
    """
    name = match[1].upper()
    value = symbols.get(name, "")
    return value if value and "&" not in value else f"${name}"
