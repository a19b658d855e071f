"""Physical lines of an ini file, and the pattern that splits one into its parts.

The pattern is generated from the terminals of `grammars/qmini.lark`.
"""

from __future__ import annotations

import re

from mqtune.syntax.ini._terminals import BLANK, COMMENT, DIRECTIVE, NAME, REST

LINE_END = re.compile(r"\r\n|\n|\r")

# groups: directive, name, sign, rest, comment
LINE = re.compile(
    rf"(?:{BLANK})?(?:({DIRECTIVE})|({NAME})?(?:{BLANK})?(?:([:=])(?:{BLANK})?({REST})?)?)"
    rf"(?:{BLANK})?({COMMENT})?"
)

DIRECTIVE_GROUP, NAME_GROUP, SIGN_GROUP, REST_GROUP, COMMENT_GROUP = range(1, 6)


def split_lines(text: str) -> tuple[list[str], list[str]]:
    """The lines of a text and their line ends. Only LF, CRLF and CR end a line."""
    lines: list[str] = []
    ends: list[str] = []
    start = 0
    for match in LINE_END.finditer(text):
        lines.append(text[start : match.start()])
        ends.append(match.group())
        start = match.end()
    if start < len(text):
        lines.append(text[start:])
        ends.append("")
    return lines, ends


def read_line(line: str) -> re.Match[str]:
    """The parts of a line, as the groups of `LINE`. Every line matches."""
    match = LINE.fullmatch(line)
    if match is None:
        raise AssertionError(f"the line pattern does not take {line!r}")
    return match
