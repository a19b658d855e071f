"""Faults of whole lines, in words for people, and faults of logical lines at their place in the document."""

from __future__ import annotations

import re

from mqtune.syntax.problem import Problem
from mqtune.text.spans import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.mqsc.faults import Fault
    from mqtune.syntax.mqsc.fold import Folded
    from mqtune.syntax.mqsc.tree import Line

BLANKS = " \t"
SIGN = re.compile(r"([ \t\ufeff\u00a0\u200b]*)(#|//|/\*|--|\*)")
# line statements of Jinja and Velocity, which vanish when the template is rendered
STATEMENT = re.compile(
    r"[ \t]*#[ \t]*(?:#|(?:for|foreach|if|elif|elseif|else|end\w*|set|include|macro|parse)\b)"
)


def span_of(number: int, start: int, end: int) -> Span:
    """The span of columns (from 0) of a line (from 0)."""
    return Span(number + 1, start + 1, number + 1, end + 1)


def at_fault(folded: Folded, fault: Fault) -> Problem:
    """A fault of a logical line at its place."""
    if fault.start == fault.end and fault.start > 0:
        line, column = folded.end(fault.start)  # an insertion stands behind what comes before it
        span = span_of(line, column, column)
    else:
        line, column, end_line, end_column = folded.extent(fault.start, fault.end, 0)
        span = Span(line + 1, column + 1, end_line + 1, end_column + 1)
    replacement = fault.replacement if span.line == span.end_line else None
    return Problem(
        fault.kind, span, fault.message, fault.help, replacement, fault.safe and replacement is not None
    )


def trailing_control(number: int, start: int, end: int, text: str) -> Problem:
    """A character behind the continuation sign that is no blank."""
    char = next(char for char in text[start:end] if char != " ")
    if char == "\t" or ord(char) < 0x20 or 0x7F <= ord(char) < 0xA0:
        kind, name = "control-character", "tab" if char == "\t" else "control character"
    else:
        kind, name = "invisible-character", "invisible character"
    return Problem(
        kind,
        span_of(number, start, end),
        f"{name} (U+{ord(char):04X}) behind the continuation sign",
        "the sign must be the last character of the line",
        "",
        True,
    )


def beyond_columns(number: int, text: str) -> Problem:
    """Text that z/OS does not read."""
    return Problem(
        "line-too-long",
        span_of(number, 72, len(text)),
        f"line of {len(text)} columns; z/OS reads the first 72",
        "the command goes on in a further line behind +",
    )


def too_long(number: int, text: str) -> Problem:
    """A line longer than runmqsc reads."""
    return Problem(
        "line-too-long",
        span_of(number, 2048, len(text)),
        f"line of {len(text)} characters; the queue manager reads 2048",
        "the command goes on in a further line behind +",
    )


def dangling(number: int, lines: list[Line], following: int | None) -> Problem:
    """A continuation sign with nothing to go on with."""
    stripped = lines[number].text.rstrip(BLANKS)
    start = len(stripped) - 1
    before = len(stripped[:start].rstrip(BLANKS))
    if following is None:
        message = f"the command goes on behind {stripped[-1:]}, but nothing follows"
    else:
        word = lines[following].text.split()[0]
        message = f"the command goes on behind {stripped[-1:]}, but {word} begins a new command"
    return Problem(
        "dangling-continuation",
        span_of(number, before, len(lines[number].text)),
        message,
        "the last line of a command has no continuation sign",
        "",
        following is not None,
    )


def foreign_comment(number: int, text: str, template: bool) -> Problem | None:
    """A comment sign of another language; none where a template may take the line away."""
    match = SIGN.match(text)
    if match is None or (template and STATEMENT.match(text)):
        return None
    blanks, sign = match.groups()
    if sign == "*":
        return Problem(
            "comment-not-in-first-column",
            span_of(number, 0, match.end()),
            f"* in column {len(blanks) + 1} starts no comment",
            "a comment has its * in column 1",
            "*",
            True,
        )
    block = sign == "/*" and "*/" not in text
    return Problem(
        "comment-sign-not-mqsc",
        span_of(number, len(blanks) if block else 0, match.end()),
        f"{sign} starts no comment in MQSC",
        "a comment line begins with * in column 1",
        None if block else "*",
        not block,
    )


def text_after_end(number: int, following: int, lines: list[Line]) -> Problem:
    """Text that nobody reads."""
    text = lines[following].text
    start = len(text) - len(text.lstrip(BLANKS))
    return Problem(
        "text-after-end",
        span_of(following, start, len(text.rstrip(BLANKS))),
        f"nothing is read behind {lines[number].text.strip(' ;').upper()} in line {number + 1}",
        "END, EXIT and QUIT stand on the last line, or not at all",
    )


def missing_continuation(number: int, lines: list[Line], word: str) -> Problem:
    """A line without the sign that its command needs."""
    text = lines[number].text
    return Problem(
        "missing-continuation",
        span_of(number, len(text.rstrip(BLANKS)), len(text)),
        f"the line ends without +, so {word.upper()} in the next line is no part of the command",
        "a line that goes on in the next one ends in a blank and +",
        " +",
        True,
    )


def byte_order_mark() -> Problem:
    """A byte order mark at the beginning of the text."""
    return Problem(
        "byte-order-mark",
        Span(1, 1, 1, 2),
        "the text begins with a byte order mark, which is no part of MQSC",
        "MQSC files are saved as UTF-8 without a byte order mark",
        "",
        True,
    )
