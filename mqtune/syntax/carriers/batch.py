"""MQSC in batch files of Windows, which `echo` passes to runmqsc or into a file, and in job control of z/OS.

Files that runmqsc reads are found as well.
"""

from __future__ import annotations

import re

from mqtune.syntax.carriers import names, recognise
from mqtune.syntax.carriers.excerpt import Excerpt
from mqtune.syntax.carriers.result import (
    ELSEWHERE,
    FOREIGN,
    UNSTATED,
    AppliedFiles,
    CarrierResult,
    Surroundings,
    most_telling,
)
from mqtune.syntax.document import JCL, MQSC
from mqtune.syntax.mqsc.lines import significant
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import field, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mqtune.syntax.carriers.excerpt import Piece
    from mqtune.syntax.carriers.result import Nested
    from mqtune.syntax.template_values import TemplateValues
    from mqtune.text.source import Source


# Echoed texts, and where they go: `echo … | runmqsc QM1`, `(echo … echo …) > a.mqsc`.

# `^` removes the meaning of the next character, a quotation mark that of all up to the next one
_PART = lazy_pattern(r"\^.?|\"[^\"]*+\"?|[^\^\"|<>&)]++|[|<>&)]")
_ECHO = lazy_pattern(r"[ \t@]*+echo(?:[.:][ \t]*+\Z|[ \t.:])", 2)
_SILENT = lazy_pattern(r"[ \t@]*+(?:rem\b|::|\Z)", 2)
_BLANKS = " \t"
_SIGNS = "|<>&"


@record
class EchoedText:
    """Lines that are echoed to one place: their ranges in the file, and what follows them from the offset
    `at`, such as `| runmqsc QM1`.
    """

    lines: list[tuple[int, int]]
    after: str
    at: int


class _Block:
    """An open group in parentheses: the lines it echoes, and whether these are all that it writes."""

    __slots__ = ("depth", "lines", "only_echoes")

    def __init__(self) -> None:
        self.lines: list[tuple[int, int]] = []
        self.only_echoes = True
        self.depth = 1


def echoed_texts(text: str) -> Iterator[EchoedText]:
    """What the commands and groups of a batch file echo to another command or into a file, in order."""
    block: _Block | None = None
    at = 0
    for full_line in text.splitlines(keepends=True):
        line = full_line.rstrip("\r\n")
        start = 0
        if block is None and line.lstrip(" \t@").startswith("("):
            block = _Block()
            start = line.index("(") + 1
        if block is None:
            yield from _echoed(line, 0, len(line), at, None)
        else:
            end = _sign(line, start, ")")
            yield from _echoed(line, start, end, at, block)
            if end < len(line):
                block.depth -= 1
            if not block.depth:
                if block.lines and block.only_echoes:
                    yield EchoedText(block.lines, line[end + 1 :].strip(_BLANKS), at + end + 1)
                block = None
        at += len(full_line)


def _echoed(line: str, start: int, end: int, at: int, block: _Block | None) -> Iterator[EchoedText]:
    """What one command echoes; its text joins that of the block unless it goes elsewhere itself."""
    echo = _ECHO.match(line, start, end)
    if echo is None:
        if block is not None and _SILENT.match(line[start:end]) is None:
            block.only_echoes = False
            block.depth += line[start:end].rstrip(_BLANKS).endswith("(")
        return
    first = echo.end()
    last = min(_sign(line, first, _SIGNS), end)
    text = (at + first, at + first + len(line[first:last].rstrip(_BLANKS)))
    if last < end:
        yield EchoedText([text], line[last:end].strip(_BLANKS), at + last)
    elif block is not None:
        block.lines.append(text)


def _sign(line: str, start: int, signs: str) -> int:
    """The position of the first of some signs that has its meaning; the end of the line without one."""
    for part in _PART.finditer(line, start):
        if part.group() in signs:
            return part.start()
    return len(line)


# Batch files.

_CALL = r"\"?(?:[^\"|<>&\r\n]*[\\/])?(?P<call>runmqsc)(?:\.exe)?\"?(?![\w.])(?P<words>[^<>|&()\r\n]*)"
_FILE = r"(?:\"(?P<quoted>[^\"\r\n]+)\"|(?P<file>[^\"\s<>|&()]+))"
_READ = lazy_pattern(
    rf"^[ \t@(]*+(?:call[ \t]+)?{_CALL}<[ \t]*{_FILE}",
    re.IGNORECASE | re.MULTILINE,
)
_PIPED = lazy_pattern(rf"\|[ \t]*+{_CALL}", re.IGNORECASE)
_WRITTEN = lazy_pattern(rf"(?P<sign>>>?)[ \t]*+{_FILE}[ \t]*\Z")
# conditions, loops, jumps and their labels; `::` begins a remark
_STEERING = lazy_pattern(
    r"^[ \t@]*+(?:(?:if|for|goto|call[ \t]+:)\b|:(?!:))|\)[ \t]*else\b|&&|\|\|",
    re.IGNORECASE | re.MULTILINE,
)
# lines that do not change a file which they name, or do by what they echo
_LEAVING = lazy_pattern(
    r"[ \t@(]*+(?:(?:echo\b|del\b|erase\b|\))[^&]*$|rem\b|::|[^&|>]*runmqsc"
    r"|(?:if[ \t]+(?:not[ \t]+)?exist|type)\b[^&|>]*$)",
    re.IGNORECASE,
)
_WORDS = lazy_pattern(r"(?:\{\{[^{}]*\}\}|\S)+")  # a value that a template inserts is part of its word
_OWN_FOLDER = lazy_pattern(r"\A%~dp0\\?", re.IGNORECASE)
_WITH_ARGUMENT = ("-w", "-u", "-m", "-f", "-r")


class _Text:
    """The pieces that a batch file echoes to one place, in their order, and the queue manager."""

    __slots__ = ("at", "call", "pieces", "queue_manager")

    def __init__(self, queue_manager: str, call: tuple[int, int] | None = None) -> None:
        self.queue_manager = queue_manager
        self.call = call  # where the script names the runmqsc that reads it
        self.pieces: list[Piece] = []
        self.at = 0


def documents_of_batch(source: Source, nested: Nested, values: TemplateValues | None = None) -> CarrierResult:
    """The MQSC of a batch file, and the files that it applies; an empty result if it has none."""
    result = CarrierResult()
    where = Surroundings(source, nested, values=values)
    calls = {_path(call): call for call in _READ.finditer(source.text)}
    read = {path: _name(call["words"]) for path, call in calls.items()}
    texts, written = _texts(source.text, calls)
    is_straight = _STEERING.search(source.text) is None
    result.followed = [call.span("call") for path, call in calls.items() if path not in written]
    if any(_is_written_otherwise(source.text, path) for path in written.intersection(calls)):
        result.unread = UNSTATED
    for text in texts:
        excerpt = Excerpt.of(text.pieces)
        if recognise.holds_verb(excerpt.text):
            name = f"echo at line {where.table.position(excerpt.offset(0))[0]}"
            template = "%" in excerpt.text or recognise.has_template_word(excerpt.text)
            inside = where.inside(name, editable=False)
            document = inside.document(MQSC, excerpt, template, "echo", text.queue_manager)
            # conditions and jumps are not followed
            document.branch = document.condition = "" if is_straight else name
            result.documents.append(document)
            result.followed += [text.call] if text.call is not None else []
    for path, name in read.items():
        if path not in written and "%" not in path and ":" not in path and not path.startswith("/"):
            file = "quoted" if calls[path]["quoted"] else "file"
            position = where.table.position(calls[path].start(file))
            result.applied.append(AppliedFiles(MQSC, [path], name, position=position))
        elif path not in written:
            result.unread = FOREIGN
    return result


def _is_written_otherwise(script: str, path: str) -> bool:
    """Whether a command other than echo may change a file."""
    file = path.rpartition("/")[2].lower()
    lines = (line for line in script.splitlines() if file in line.lower())
    return not all(map(_LEAVING.match, lines))


def _texts(script: str, calls: Mapping[str, re.Match[str]]) -> tuple[list[_Text], set[str]]:
    """The texts for runmqsc and those for files with MQSC, and the files that the script writes.

    `calls` are the files that runmqsc reads, each with the call.
    """
    texts: list[_Text] = []
    files: dict[str, _Text] = {}
    for echoed in echoed_texts(script):
        piped = _PIPED.match(echoed.after)
        written = _WRITTEN.match(echoed.after)
        if piped is not None:
            start, end = piped.span("call")
            at = script.index(echoed.after, echoed.at)
            text = _Text(_name(piped["words"]), (at + start, at + end))
            texts.append(text)
        elif written is not None:
            path = _path(written)
            call = calls.get(path)
            if call is None and names.shape_of(path.rpartition("/")[2]).shape != names.MQSC:
                continue
            if written["sign"] == ">" or path not in files:
                read = ("", None) if call is None else (_name(call["words"]), call.span("call"))
                files[path] = _Text(*read)
                texts.append(files[path])
            text = files[path]
        else:
            continue
        for start, end in echoed.lines:
            if text.pieces:
                text.pieces.append(("\n", text.at, False))
            text.pieces += _unescaped(script, start, end)
            text.at = end
    return texts, set(files)


def _path(match: re.Match[str]) -> str:
    """The file of a redirection, relative to the folder of the script."""
    return _OWN_FOLDER.sub("", match["quoted"] or match["file"]).replace("\\", "/")


def _unescaped(script: str, start: int, end: int) -> list[Piece]:
    """A part of the file without the carets that escape a character."""
    pieces: list[Piece] = []
    quoted = False
    for at in range(start, end):
        char = script[at]
        quoted ^= char == '"'
        before = script[at - 1] if at > start else ""
        if char != "^" or quoted or before == "^":
            pieces.append((char, at, True))
    return pieces


def _name(words: str) -> str:
    """The queue manager of a call of runmqsc; empty if an argument or a variable gives it."""
    given = []
    before = ""
    for word in _WORDS.findall(words):
        if not word.startswith("-") and before not in _WITH_ARGUMENT:
            given.append(word.strip('"'))
        before = word
    return given[0] if given and "%" not in given[0] and "!" not in given[0] else ""


# Job control: the in-stream data that CSQUTIL passes to a queue manager with COMMAND, and the initialization
# input data sets of a queue manager's procedure. A data set that the job only names is not read, and counted.
# In the data of a DD statement with SYMBOLS, a symbol that SET assigns is replaced by its value; any other is
# a placeholder.

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


@record
class Step:
    """One step of a job: the operands of EXEC, whether it runs only under a condition, its in-stream data by
    the name of the DD statement, and the DD statements that name data sets or files.
    """

    operands: str
    is_conditional: bool = False
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
                result.documents[-1].condition = f"step {number}" if step.is_conditional else ""
                statement = source.text.upper().rfind(f"//{name}", 0, text.offset(0))
                result.followed.append((statement, statement + len(name) + 2))
            elif name not in inputs and recognise.is_script(text.text):
                result.unread = most_telling(UNKNOWN_PROGRAM, result.unread)
    return result


def steps_of(text: str) -> list[Step]:
    """The steps of a job with their in-stream data, without sequence numbers."""
    steps: list[Step] = []
    lines = text.splitlines(keepends=True)
    symbols: dict[str, str] = {}
    at = number = depth = 0
    name = ""
    while number < len(lines):
        statement = _STATEMENT.match(lines[number])
        at += len(lines[number])
        number += 1
        if statement is None:
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
            steps.append(Step(operands, depth > 0 or "COND" in operands.upper()))
        elif verb in ("IF", "ENDIF"):
            depth += 1 if verb == "IF" else -1
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
