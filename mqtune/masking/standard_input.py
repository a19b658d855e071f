"""Finds passwords that scripts pass on standard input: the first line that `runmqsc -u` reads.

Works on the text of a script; a false match is harmless. Which programs these are is data: `command.input` in
`grammars/catalogue/secrets.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

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
_OPENS = lazy_pattern(r"[ \t]*[({].*|.*[({][ \t\r]*")  # a group of commands


def passwords_on_input(text: str, starts: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The ranges of the passwords, as offsets; `starts` are those of lines that may have such a command."""
    done = 0
    for start in starts:
        line = _LINE.match(text, start) if start >= done else None
        if line is None:
            continue
        done = line.end()
        call = _CALL.search(text, start, done)
        if call is None:
            continue
        first = _start(text, call.start())
        if "<<" in text[first:done].replace("<<<", ""):
            following = text.find("\n", done + 1)
            yield done + 1, len(text) if following < 0 else following
        printed = _PRINTED.search(text, first, done)
        if printed is not None:
            at, word = printed.start("word"), re.split(r"\\n|\n", printed["word"])[0]
            yield at + (word[0] in "\"'"), at + len(word)


def _start(text: str, at: int) -> int:
    """The start of the line of an offset, with the lines that it continues and the group that feeds it."""
    start = text.rfind("\n", 0, at) + 1
    in_group = False
    while start > 0 and at - start < REACH:
        in_group = in_group or text[start:at].lstrip().startswith((")", "}"))
        line = text[max(0, start - 1 - REACH) : start - 1].rpartition("\n")[2]
        if not in_group and not line.rstrip().endswith(("\\", "|")):
            break
        in_group = in_group and not _OPENS.fullmatch(line)
        start -= len(line) + 1
    return start
