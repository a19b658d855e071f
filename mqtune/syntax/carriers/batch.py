"""MQSC in batch files of Windows, which `echo` passes to runmqsc or into a file.

Files that runmqsc reads are found as well.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from mqtune.syntax.carriers import names, recognise
from mqtune.syntax.carriers.excerpt import Excerpt
from mqtune.syntax.carriers.result import (
    FOREIGN,
    UNSTATED,
    AppliedFiles,
    CarrierResult,
    Surroundings,
)
from mqtune.syntax.document import MQSC
from mqtune.text.patterns import lazy_pattern
from mqtune.text.record import record

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
# commands behind which the next line runs; any other name may be another batch file, called without `call`
_NAMES = (
    "assoc attrib call cd chcp chdir cls color copy curl date del dir docker echo endlocal erase find "
    "findstr git icacls java keytool kubectl md mkdir more move msiexec net openssl path pause ping "
    "popd powershell print prompt pushd pwsh python rd reg rem ren rename rmdir robocopy sc schtasks "
    "set setlocal sort subst taskkill time timeout title type ver verify vol where whoami wmic xcopy"
)
_KNOWN = frozenset(_NAMES.split())
_MQ = lazy_pattern(r"(?:crt|dlt|dsp|dmp|end|run|rcd|rcr|rst|start|str|set)mq\w*|amq\w+")
_PROGRAM = lazy_pattern(
    r"^[ \t@(]*+(?:\"(?P<path>[^\"\r\n]*)\"|(?P<word>[^\s\"&|<>()=,;/:+\[\]][^\s\"&|<>()/]*+))",
    re.MULTILINE,
)
_EXIT = lazy_pattern(r"(?:^|[&|(])[ \t@]*+exit\b", re.IGNORECASE | re.MULTILINE)
# options of runmqsc with which it passes the commands on
_PASSING = frozenset(("-c", "-e", "-f", "-m", "-p", "-r", "-u", "-w", "-x"))
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

    __slots__ = ("at", "call", "is_piped", "pieces", "words")

    def __init__(self, words: str, call: tuple[int, int] | None, is_piped: bool) -> None:
        self.words = words  # of that call
        self.call = call  # where the script names the runmqsc that reads it
        self.is_piped = is_piped
        self.pieces: list[Piece] = []
        self.at = 0


def documents_of_batch(source: Source, nested: Nested, values: TemplateValues | None = None) -> CarrierResult:
    """The MQSC of a batch file, and the files that it applies; an empty result if it has none."""
    result = CarrierResult()
    where = Surroundings(source, nested, values=values)
    calls = {_path(call): call for call in _READ.finditer(source.text)}
    read = {path: _name(call["words"]) for path, call in calls.items()}
    texts, written = _texts(source.text, calls)
    certain = _Certainty(source.text)
    result.followed = [call.span("call") for path, call in calls.items() if path not in written]
    if any(_is_written_otherwise(source.text, path) for path in written.intersection(calls)):
        result.unread = UNSTATED
    for text in texts:
        excerpt = Excerpt.of(text.pieces)
        if recognise.holds_verb(excerpt.text):
            name = f"echo at line {where.table.position(excerpt.offset(0))[0]}"
            template = "%" in excerpt.text or recognise.has_template_word(excerpt.text)
            inside = where.inside(name, editable=False)
            document = inside.document(MQSC, excerpt, template, "echo", _name(text.words))
            document.branch = "" if certain.is_straight else name
            at = excerpt.offset(0) if text.call is None else text.call[0]
            # what is in a file is read later than it is written
            document.under(certain.condition(name, at, text.words), "" if text.is_piped else name)
            result.documents.append(document)
            result.followed += [text.call] if text.call is not None else []
    for path, name in read.items():
        if path not in written and "%" not in path and ":" not in path and not path.startswith("/"):
            file = "quoted" if calls[path]["quoted"] else "file"
            at = calls[path].start(file)
            position = where.table.position(at)
            condition = certain.condition(f"call at {at}", at, calls[path]["words"])
            result.applied.append(AppliedFiles(MQSC, [path], name, position=position, condition=condition))
        elif path not in written:
            result.unread = FOREIGN
    return result


class _Certainty:
    """What decides which commands of a batch file run: conditions and jumps, which are not followed, and
    commands behind which nothing may run.
    """

    __slots__ = ("_ends", "is_straight")

    def __init__(self, script: str) -> None:
        self.is_straight = _STEERING.search(script) is None
        ends = [match.start() for match in _EXIT.finditer(script)]
        ends += [match.start() for match in _PROGRAM.finditer(script) if not _returns(match)]
        self._ends = sorted(ends)

    def condition(self, name: str, at: int, words: str) -> str:
        """The condition of a call of runmqsc with some words at an offset, "" if it certainly runs."""
        options = (word.lower() for word in words.split() if word.startswith("-"))
        if not self.is_straight or not _PASSING.issuperset(options):
            return name
        before = bisect_left(self._ends, at)
        return f"after {before}" if before else ""


def _returns(program: re.Match[str]) -> bool:
    """Whether the next command runs behind that of a line."""
    name = (program["path"] or program["word"]).lower().replace("\\", "/").rpartition("/")[2]
    stem, dot, ending = name.partition(".")
    if dot and stem not in ("echo", "rem"):
        return ending in ("exe", "com")
    return stem in _KNOWN or (_MQ.fullmatch(stem) is not None and stem != "setmqenv")


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
            text = _Text(piped["words"], (at + start, at + end), is_piped=True)
            texts.append(text)
        elif written is not None:
            path = _path(written)
            call = calls.get(path)
            if call is None and names.shape_of(path.rpartition("/")[2]).shape != names.MQSC:
                continue
            if written["sign"] == ">" or path not in files:
                words, span = ("", None) if call is None else (call["words"], call.span("call"))
                files[path] = _Text(words, span, is_piped=False)
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
