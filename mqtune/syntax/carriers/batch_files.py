"""MQSC in batch files of Windows: commands that `echo` passes to runmqsc or writes into a file, and files
that runmqsc reads.
"""

from __future__ import annotations

import re

from mqtune.syntax.carriers import names, recognise
from mqtune.syntax.carriers.batch_text import echoed_texts
from mqtune.syntax.carriers.excerpt import Excerpt
from mqtune.syntax.carriers.result import FOREIGN, AppliedFiles, CarrierResult
from mqtune.syntax.carriers.surroundings import Surroundings
from mqtune.syntax.document import MQSC
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.carriers.excerpt import Piece
    from mqtune.syntax.carriers.surroundings import Nested
    from mqtune.syntax.template_values import TemplateValues
    from mqtune.text.source import Source

_CALL = r"\"?(?:[^\"|<>&\r\n]*[\\/])?runmqsc(?:\.exe)?\"?(?![\w.])(?P<words>[^<>|&()\r\n]*)"
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
_WORDS = lazy_pattern(r"(?:\{\{[^{}]*\}\}|\S)+")  # a value that a template inserts is part of its word
_OWN_FOLDER = lazy_pattern(r"\A%~dp0\\?", re.IGNORECASE)
_WITH_ARGUMENT = ("-w", "-u", "-m", "-f", "-r")


class _Text:
    """The pieces that a batch file echoes to one place, in their order, and the queue manager."""

    __slots__ = ("at", "pieces", "queue_manager")

    def __init__(self, queue_manager: str) -> None:
        self.queue_manager = queue_manager
        self.pieces: list[Piece] = []
        self.at = 0


def documents_of_batch(source: Source, nested: Nested, values: TemplateValues | None = None) -> CarrierResult:
    """The MQSC of a batch file, and the files that it applies; an empty result if it has none."""
    result = CarrierResult()
    where = Surroundings(source, nested, values=values)
    calls = {_path(found): found for found in _READ.finditer(source.text)}
    read = {path: _name(found["words"]) for path, found in calls.items()}
    texts, written = _texts(source.text, read)
    is_straight = _STEERING.search(source.text) is None
    for text in texts:
        excerpt = Excerpt.of(text.pieces)
        if recognise.holds_verb(excerpt.text):
            name = f"echo at line {where.table.position(excerpt.offset(0))[0]}"
            template = "%" in excerpt.text or recognise.has_template_word(excerpt.text)
            there = where.inside(name, editable=False)
            document = there.document(MQSC, excerpt, template, "echo", text.queue_manager)
            # conditions and jumps are not followed
            document.branch = document.condition = "" if is_straight else name
            result.documents.append(document)
    for path, name in read.items():
        if path not in written and "%" not in path and ":" not in path and not path.startswith("/"):
            file = "quoted" if calls[path]["quoted"] else "file"
            position = where.table.position(calls[path].start(file))
            result.applied.append(AppliedFiles(MQSC, [path], name, position=position))
        elif path not in written:
            result.unread = FOREIGN
    return result


def _texts(script: str, read: dict[str, str]) -> tuple[list[_Text], set[str]]:
    """The texts for runmqsc and those for files with MQSC, and the files that the script writes.

    `read` are the files that runmqsc reads, each with the queue manager.
    """
    texts: list[_Text] = []
    files: dict[str, _Text] = {}
    for one in echoed_texts(script):
        piped = _PIPED.match(one.after)
        written = _WRITTEN.match(one.after)
        if piped is not None:
            text = _Text(_name(piped["words"]))
            texts.append(text)
        elif written is not None:
            path = _path(written)
            if path not in read and names.shape_of(path.rpartition("/")[2]).shape != names.MQSC:
                continue
            if written["sign"] == ">" or path not in files:
                files[path] = _Text(read.get(path, ""))
                texts.append(files[path])
            text = files[path]
        else:
            continue
        for start, end in one.lines:
            if text.pieces:
                text.pieces.append(("\n", text.at, False))
            text.pieces += _unescaped(script, start, end)
            text.at = end
    return texts, set(files)


def _path(found: re.Match[str]) -> str:
    """The file of a redirection, relative to the folder of the script."""
    return _OWN_FOLDER.sub("", found["quoted"] or found["file"]).replace("\\", "/")


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
