"""Text in Markdown for comments of forges and for editors: nothing in a name or a value is markup or live."""

from __future__ import annotations

import re

from mqtune.report.secrets import safe
from mqtune.text.patterns import lazy_pattern

_SPECIAL = {char: f"\\{char}" for char in "\\`*_{}[]<#~&"}
# as entities: a table is split at `|` whatever precedes it, and formulas are found before escapes
_SPECIAL |= {"|": "&#124;", "$": "&#36;", "\0": "&#8203;"}
_TRANSLATION = str.maketrans(_SPECIAL)
_DOMAINS = "app|biz|cloud|com|coop|dev|edu|gov|info|io|mobi|museum|name|net|org|pro|shop|web|xn--|xxx|xyz|рф"
# where a blank of no width (written as \0, which no printable text contains) ends what a forge makes live:
# mentions, references, addresses, domains (not ORDERS.IN), emoji, commits, formulas
_LIVE = lazy_pattern(
    r"(?<=@)|(?<=[#!&~^%])(?=[\w\"])|(?<=\$)|(?i:(?<=\bgh-))(?=\d)|(?<=:)(?=//)|(?<=/)(?=/)"
    rf"|(?i:(?<=\bwww))(?=\.)|(?<=[\w-])(?=\.(?i:{_DOMAINS}))|(?<=[\w-])(?=\.[A-Za-z][a-z]\b)"
    r"|(?<=:)(?=[\w+-]+:)"
)
_COMMIT = lazy_pattern(r"\b(?=\d*[a-f])[0-9a-f]{7,40}\b")
# a list, a rule, an underline or a command to GitLab (`/close`) at the start of a line
_BLOCK = lazy_pattern(r"(?=[-+=>/])|(?<=\d)(?=[.)])")


def plain(text: str, in_cell: bool = False) -> str:
    """A text, with its secrets masked, that is shown as it is, in a line or in a cell of a table, in which no
    list, quotation or rule begins.
    """
    text = _COMMIT.sub(lambda found: "\0".join(re.findall(".{1,6}", found[0])), safe(text).strip())
    text = _LIVE.sub("\0", text)
    start = None if in_cell else re.match(r"[-+=>/]|\d{1,9}[.)]", text)
    text = text.translate(_TRANSLATION)
    return _BLOCK.sub(r"\\", text, count=1) if start else text


def code(text: str) -> str:
    """A text, with its secrets masked, as code in a line; empty for an empty text."""
    text = safe(text)
    marks = "`" * (longest_run(text) + 1)
    aside = " " * (text.startswith(("`", " ")) or text.endswith(("`", " ")))
    return f"{marks}{aside}{text}{aside}{marks}" if text else ""


def fenced(text: str, language: str = "text") -> str:
    """Lines, with their secrets masked, as a block of code."""
    lines = [safe(line) for line in text.splitlines()]
    marks = "`" * max(3, max(map(longest_run, lines), default=0) + 1)
    return "\n".join((f"{marks}{language}", *lines, marks))


def longest_run(text: str) -> int:
    """The length of the longest run of backticks."""
    return max(map(len, re.findall("`+", text)), default=0)
