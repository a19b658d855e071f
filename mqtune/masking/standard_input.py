"""Finds passwords that scripts pass on standard input: the first line that `runmqsc -u` reads.

Works on the text of a script; a false match is harmless. Which programs these are is data: `command.input` in
`grammars/catalogue/secrets.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from mqtune.language._tables_secrets import INPUT
from mqtune.text.patterns import lazy_pattern

# characters searched backwards for the beginning of a group of commands
REACH = 2000

_CALL = lazy_pattern(INPUT, re.IGNORECASE)
_LINE = lazy_pattern(r"(?:\\\r?\n|[^\n])*")
# the command that prints the line, and its first word, which is not the format of printf
_PRINTED = lazy_pattern(
    r"(?:\b(?:echo|print|printf)[ \t]+(?:-\w+[ \t]+|-[ \t]+|[\"']%s[^\"'\n]*[\"'][ \t]+)*|<<<[ \t]*)"
    r"(?P<word>\"(?:\\.|[^\"\\])*\"?|'[^']*'?|[^\s;|&)]+)"
)
_GROUP = lazy_pattern(r"^[ \t]*[({]\s|(?:^|[ \t;&|])[({][ \t]*$", re.MULTILINE)
# a line that continues on the next one
_GOES_ON = lazy_pattern(r"(?:\\|\|)[ \t\r]*\Z")


def passwords_on_input(text: str) -> Iterator[tuple[int, int]]:
    """The ranges of the passwords, as offsets."""
    done = 0
    for call in _CALL.finditer(text):
        if call.start() >= done:
            line = _LINE.match(text, call.end())
            done = line.end() if line else call.end()
            yield from _of_call(text, _line_start(text, call.start()), call.start(), done)


def _of_call(text: str, start: int, at: int, end: int) -> Iterator[tuple[int, int]]:
    """The passwords of the call at `at`, on the line from `start` to `end`."""
    if "<<" in text[start:end].replace("<<<", ""):
        past = text.find("\n", end + 1)
        yield end + 1, len(text) if past < 0 else past
    printed = _PRINTED.search(text, _group_start(text, start, at), end)
    if printed is not None:
        start, first = printed.start("word"), re.split(r"\\n|\n", printed["word"])[0]
        yield start + (first[0] in "\"'"), start + len(first)


def _line_start(text: str, at: int) -> int:
    """The start of the line of an offset, including the lines that it continues."""
    start = text.rfind("\n", 0, at) + 1
    while start > 0 and at - start < REACH:
        before = text.rfind("\n", 0, start - 1) + 1
        if not _GOES_ON.search(text, max(before, start - REACH), start - 1):
            break
        start = before
    return start


def _group_start(text: str, start: int, at: int) -> int:
    """The start of the group of commands that feeds a call; the start of the line if there is none."""
    before = text[start:at].strip()
    if not before.startswith((")", "}")):
        return start
    starts = [found.start() for found in _GROUP.finditer(text, max(0, start - REACH), start)]
    return starts[-1] if starts else start
