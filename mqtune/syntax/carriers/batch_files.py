"""MQSC in batch files of Windows: commands that `echo` passes to runmqsc, and files that runmqsc reads."""

from __future__ import annotations

import re

from mqtune.syntax.carriers import recognise
from mqtune.syntax.carriers.excerpt import Excerpt
from mqtune.syntax.carriers.result import AppliedFiles, CarrierResult
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
# `^` removes the meaning of the next character
_ECHOED = lazy_pattern(
    rf"^[ \t@(]*+echo[ \t.](?P<text>(?:\^[^\r\n]|[^|<>&^\r\n])*+)\|[ \t]*+{_CALL}",
    re.IGNORECASE | re.MULTILINE,
)
_READ = lazy_pattern(
    rf"^[ \t@(]*+(?:call[ \t]+)?{_CALL}<[ \t]*(?:\"(?P<quoted>[^\"\r\n]+)\"|(?P<file>[^\"\s<>|&()]+))",
    re.IGNORECASE | re.MULTILINE,
)
_OWN_FOLDER = lazy_pattern(r"\A%~dp0\\?", re.IGNORECASE)
_WITH_ARGUMENT = ("-w", "-u", "-m", "-f", "-r")


def documents_of_batch(source: Source, nested: Nested, values: TemplateValues | None = None) -> CarrierResult:
    """The MQSC of a batch file, and the files that it applies; an empty result if it has none."""
    result = CarrierResult()
    where = Surroundings(source, nested, values=values)
    whole = Excerpt.whole(source.text)
    for found in _ECHOED.finditer(source.text):
        start = found.start("text")
        text = _unescaped(whole, start, start + len(found["text"].rstrip(" \t")))
        if recognise.begins_with_verb(text.text):
            name = f"echo at line {where.table.position(text.offset(0))[0]}"
            template = "%" in text.text or recognise.has_template_word(text.text)
            there = where.inside(name, editable=False)
            result.documents.append(there.document(MQSC, text, template, "echo", _name(found["words"])))
    for found in _READ.finditer(source.text):
        path = _OWN_FOLDER.sub("", found["quoted"] or found["file"]).replace("\\", "/")
        if "%" not in path and ":" not in path and not path.startswith("/"):
            result.applied.append(AppliedFiles(MQSC, [path], _name(found["words"])))
    return result


def _unescaped(whole: Excerpt, start: int, end: int) -> Excerpt:
    """A part of the file without the carets that escape a character."""
    pieces: list[Piece] = []
    quoted = False
    for at in range(start, end):
        char = whole.text[at]
        quoted ^= char == '"'
        before = whole.text[at - 1] if at > start else ""
        if char != "^" or quoted or before == "^":
            pieces.append((char, at, True))
    return Excerpt(pieces, end)


def _name(words: str) -> str:
    """The queue manager of a call of runmqsc; empty if an argument or a variable gives it."""
    names = []
    before = ""
    for word in words.split():
        if not word.startswith("-") and before not in _WITH_ARGUMENT:
            names.append(word.strip('"'))
        before = word
    return names[0] if names and "%" not in names[0] else ""
