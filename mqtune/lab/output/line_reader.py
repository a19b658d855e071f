"""Reads the lines of a captured output one at a time.

Removes colours, backspaces and other control characters, and what containers, pipelines and the system log
put before each line; reads the UTF-16 of Windows shells, and splits lines that are too long for memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from errno import ELOOP

from mqtune.project.boundary import typed_refusal
from mqtune.text.reading import open_regular
from mqtune.text.record import record

LONGEST = 1 << 20

_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))
_ESCAPES = re.compile(r"\x1b(?:\[[0-9;:?<=>!]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\^_])")
_CONTROLS = {code: None for code in (*range(9), *range(11, 32), 0x7F) if code != 0x1B}
# `kubectl logs --prefix`, `docker compose logs`, the system log, time stamps of pipelines
_PREFIX = re.compile(
    r"(?:\[pod/\S{1,300}\] |[\w.-]{1,100} *\| "
    r"|(?:[A-Z][a-z]{2} +\d{1,2} [\d:]{8}|\d{4}-\d\d-\d\dT\S{8,20}) \S{1,255} [\w./-]{1,100}\[\d+\]: )?"
    r"(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[\d.,:+Z-]*\]? +)?"
)
_PLAIN = re.compile(r"[^\x00-\x08\x0b-\x1f\x7f]*")


@record
class OutputLine:
    """One line without its line end, and whether it had one."""

    text: str
    ended: bool


def lines_of(path: str) -> Iterator[OutputLine]:
    """The lines of a file. A line of more than a million characters is split. Raises OSError."""
    if reason := typed_refusal(path):
        raise OSError(ELOOP, f"it {reason}", path)
    # any of the three line ends counts, including the single return of a progress line
    with open(path, encoding=_encoding(path), errors="replace", opener=open_regular) as file:
        while text := file.readline(LONGEST):
            line = cleaned(text.rstrip("\n"))
            prefix = _PREFIX.match(line)
            yield OutputLine(line[prefix.end() :] if prefix else line, text.endswith("\n"))


def cleaned(text: str) -> str:
    """A line without terminal sequences and control characters, apart from tabs."""
    if _PLAIN.fullmatch(text):
        return text
    return _ESCAPES.sub("", text).translate(_CONTROLS).replace("\x1b", "")


def _encoding(path: str) -> str:
    with open(path, "rb", opener=open_regular) as file:
        head = file.read(4)
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    return "utf-8"
