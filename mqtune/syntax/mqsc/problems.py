"""Faults of whole lines, in words for people, and faults of logical lines at their place in the document."""

from __future__ import annotations

import re

from mqtune.syntax.mqsc.characters import BLANKS, UNSEEN, is_control
from mqtune.syntax.mqsc.faults import shortened
from mqtune.syntax.mqsc.lines import FOREIGN_SIGN
from mqtune.syntax.problem import Problem
from mqtune.text.spans import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.mqsc.faults import Fault
    from mqtune.syntax.mqsc.fold import Folded, NumberedText

PORTABLE = "lines end with a line feed, or with a carriage return and a line feed"
# line statements of Jinja and Velocity, which vanish when the template is rendered
STATEMENT = re.compile(
    r"[ \t]*#[ \t]*(?:#|(?:for|foreach|if|elif|elseif|else|end\w*|set|include|macro|parse)\b)"
)


def span_of(number: int, start: int, end: int) -> Span:
    """The span of columns (from 0) of a line (from 0)."""
    return Span(number + 1, start + 1, number + 1, end + 1)


def at_fault(folded: Folded, fault: Fault) -> Problem:
    """A fault of a logical line at its place."""
    line, column, end_line, end_column = folded.extent(fault.start, fault.end, 0)
    span = Span(line + 1, column + 1, end_line + 1, end_column + 1)
    replacement = fault.replacement if span.line == span.end_line else None
    return Problem(
        fault.kind, span, fault.message, fault.help, replacement, fault.safe and replacement is not None
    )


def at_seam(folded: Folded, fault: Fault, sign: str) -> Problem:
    """A fault where two lines meet, at the sign that joins them."""
    number, column = folded.end(fault.start)
    replacement = (fault.replacement or "") + sign
    return Problem(
        fault.kind, span_of(number, column, column + 1), fault.message, fault.help, replacement, True
    )


def trailing(number: int, start: int, end: int, text: str) -> Problem:
    """Characters behind the continuation sign that are no blanks."""
    char = next(char for char in text[start:end] if char != " ")
    name = "a tab" if char == "\t" else f"the character U+{ord(char):04X}"
    return Problem(
        "control-character" if is_control(char) else "invisible-character",
        span_of(number, start, end),
        f"{name} stands behind the continuation sign",
        "the sign is the last character of the line",
        "",
        True,
    )


def dash(number: int, column: int, char: str) -> Problem:
    """A dash where a continuation sign was meant."""
    return Problem(
        "missing-continuation",
        span_of(number, column, column + 1),
        f"the line ends in {char} (U+{ord(char):04X}), which is no continuation sign",
        "a line that goes on in the next one ends in a blank and + or -",
        "-",
        True,
    )


def carriage_return(number: int, column: int) -> Problem:
    """A line end that no platform of the queue manager knows."""
    return Problem(
        "control-character",
        span_of(number, column, column + 1),
        "a carriage return (U+000D) inside a line does not end it",
        PORTABLE,
    )


def beyond_columns(number: int, text: str, most: int) -> Problem:
    """Text that z/OS does not read."""
    return Problem(
        "line-too-long",
        span_of(number, most, len(text)),
        f"the line has {len(text)} columns; z/OS reads the first {most}",
        "the command goes on in a further line behind +",
    )


def too_long(number: int, text: str, most: int) -> Problem:
    """A line longer than runmqsc reads."""
    return Problem(
        "line-too-long",
        span_of(number, most, len(text)),
        f"the line has {len(text)} characters; at most {most} are read",
        "the command goes on in a further line behind +",
    )


def command_too_long(code: NumberedText, most: int) -> Problem:
    """A command longer than what is read of it here, and than any queue manager takes."""
    number, text, column = code
    return Problem(
        "line-too-long",
        span_of(number, column, column + len(text)),
        f"the command has more than {most} characters",
        "a command has at most 32768 characters",
    )


def dangling(code: NumberedText, word: str | None, fixed: bool) -> Problem:
    """A continuation sign with nothing to go on with, or with the word of another command.

    In lines of `fixed` columns what stands behind the code must not move.
    """
    number, text, column = code
    seen = text.rstrip(UNSEEN)
    start = len(seen[:-1].rstrip(BLANKS))
    what = "nothing follows" if word is None else f"{word} begins another one"
    return Problem(
        "dangling-continuation",
        span_of(number, column + start, column + len(text)),
        f"the command goes on behind {seen[-1:]}, but {what}",
        "the last line of a command has no continuation sign",
        " " * (len(text) - start) if fixed else "",
        word is not None,
    )


def foreign_comment(number: int, text: str, template: bool) -> Problem | None:
    """A comment sign of another language; none where a template may take the line away."""
    match = FOREIGN_SIGN.match(text)
    if match is None or (template and STATEMENT.match(text)):
        return None
    sign, start = match[1], match.start(1)
    unseen = text[:start].lstrip(BLANKS)
    if unseen:
        return Problem(
            "invisible-character",
            span_of(number, start - len(unseen), start),
            f"the invisible character U+{ord(unseen[0]):04X} stands before {sign}",
            "a comment has a * in column 1",
            "",
            True,
        )
    if sign == "*":
        return Problem(
            "comment-not-in-first-column",
            span_of(number, 0, start),
            f"* in column {start + 1} begins no comment",
            "a comment has its * in column 1",
            "",
            True,
        )
    if sign in ("<<<<<<<", ">>>>>>>", "|||||||"):
        return Problem(
            "merge-conflict",
            span_of(number, start, len(text.rstrip(BLANKS))),
            f"{shortened(text)} is a mark of an unfinished merge",
            "of the sides between <<<<<<< and >>>>>>> one stays, without the marks",
        )
    block = sign == "/*" and "*/" not in text
    return Problem(
        "foreign-comment-marker",
        span_of(number, start, match.end()),
        f"{sign} begins no comment in MQSC",
        "a comment has a * in column 1",
        None if block or start else "*",
        not (block or start),
    )


def remark(number: int, start: int, text: str) -> Problem:
    """Words behind a command that were meant as a comment."""
    match = FOREIGN_SIGN.match(text, start)
    sign = "*" if match is None else match[1]
    star = sign == "*"
    return Problem(
        "comment-not-in-first-column" if star else "foreign-comment-marker",
        span_of(number, start, len(text.rstrip(BLANKS))),
        f"* in column {start + 1} begins no comment" if star else f"{sign} begins no comment in MQSC",
        "a comment has a line of its own, with a * in column 1",
    )


def text_after_end(word: str, number: int, following: int, text: str) -> Problem:
    """Text that nobody reads."""
    start = len(text) - len(text.lstrip(BLANKS))
    return Problem(
        "text-after-end",
        span_of(following, start, len(text.rstrip(BLANKS))),
        f"nothing is read behind {word} in line {number + 1}",
        "END, EXIT and QUIT stand on the last line, or not at all",
    )


def missing_continuation(code: NumberedText, word: str, fixed: bool) -> Problem:
    """A line without the sign that its command needs.

    In lines of `fixed` columns what stands behind the code must not move.
    """
    number, text, column = code
    room = len(text) - len(text.rstrip(BLANKS))
    return Problem(
        "missing-continuation",
        span_of(number, column + len(text.rstrip(BLANKS)), column + len(text)),
        f"the line ends without +, so {word.upper()} in the next line is no part of the command",
        "a line that goes on in the next one ends in a blank and +",
        " +".ljust(room) if fixed else " +",
        not fixed or room >= 2,
    )


def byte_order_mark(encoding: str) -> Problem:
    """A byte order mark at the beginning of the text. In UTF-16 it cannot go without the encoding."""
    removable = encoding == "utf-8"
    return Problem(
        "byte-order-mark",
        Span(1, 1, 1, 2),
        f"the text begins with a byte order mark ({encoding.upper()}), which is no part of MQSC",
        "MQSC files are saved as UTF-8 without a byte order mark",
        "" if removable else None,
        removable,
    )
