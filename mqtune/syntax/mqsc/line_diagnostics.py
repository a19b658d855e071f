"""Diagnostics about whole lines, and the positions in the document of diagnostics about logical lines."""

from __future__ import annotations

from mqtune.syntax.document import Diagnostic
from mqtune.syntax.mqsc.diagnostics import shortened
from mqtune.syntax.mqsc.lines import FOREIGN_SIGN
from mqtune.syntax.mqsc.values import BLANKS, UNSEEN, is_control
from mqtune.text.editing import Span
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from mqtune.syntax.mqsc.diagnostics import OffsetDiagnostic
    from mqtune.syntax.mqsc.fold import Folded, NumberedText

PORTABLE = "end lines with a line feed, or with a carriage return and a line feed"
# line statements of Jinja and Velocity, which vanish when the template is rendered
STATEMENT = lazy_pattern(
    r"[ \t]*#[ \t]*(?:#|(?:for|foreach|if|elif|elseif|else|end\w*|set|include|macro|parse)\b)"
)


def span_of(number: int, start: int, end: int) -> Span:
    """The span of a range of columns (from 0) in a line (from 0)."""
    return Span(number + 1, start + 1, number + 1, end + 1)


def placed(folded: Folded, diagnostic: OffsetDiagnostic) -> Diagnostic:
    """A diagnostic about a logical line, at its position in the document."""
    line, column, end_line, end_column = folded.extent(diagnostic.start, diagnostic.end, 0)
    span = Span(line + 1, column + 1, end_line + 1, end_column + 1)
    replacement = diagnostic.replacement if span.line == span.end_line else None
    return Diagnostic(
        diagnostic.kind,
        span,
        diagnostic.message,
        diagnostic.help,
        replacement,
        diagnostic.safe and replacement is not None,
    )


def at_seam(folded: Folded, diagnostic: OffsetDiagnostic, sign: str) -> Diagnostic:
    """A diagnostic where two lines meet, at the continuation character that joins them."""
    number, column = folded.end(diagnostic.start)
    replacement = (diagnostic.replacement or "") + sign
    return Diagnostic(
        diagnostic.kind,
        span_of(number, column, column + 1),
        diagnostic.message,
        diagnostic.help,
        replacement,
        True,
    )


def trailing(number: int, start: int, end: int, text: str) -> Diagnostic:
    """Characters other than blanks after the continuation character."""
    char = next(char for char in text[start:end] if char != " ")
    name = "a tab" if char == "\t" else f"the character U+{ord(char):04X}"
    return Diagnostic(
        "control-character" if is_control(char) else "invisible-character",
        span_of(number, start, end),
        f"{name} follows the continuation character",
        "end the line with the continuation character",
        "",
        True,
    )


def dash(number: int, column: int, char: str) -> Diagnostic:
    """A dash where a continuation character was intended."""
    return Diagnostic(
        "missing-continuation",
        span_of(number, column, column + 1),
        f"the line ends in {char} (U+{ord(char):04X}), which is not a continuation character",
        "end a line that continues on the next one in a blank and + or -",
        "-",
        True,
    )


def carriage_return(number: int, column: int) -> Diagnostic:
    """A line ending that no queue manager platform supports."""
    return Diagnostic(
        "control-character",
        span_of(number, column, column + 1),
        "a carriage return (U+000D) inside a line does not end it",
        PORTABLE,
    )


def beyond_columns(number: int, text: str, most: int) -> Diagnostic:
    """Text beyond the columns that z/OS reads."""
    return Diagnostic(
        "line-too-long",
        span_of(number, most, len(text)),
        f"the line has {len(text)} columns; z/OS reads only the first {most}",
        "end the line in + and continue the command on the next line",
    )


def too_long(number: int, text: str, most: int) -> Diagnostic:
    """A line that is longer than runmqsc reads."""
    return Diagnostic(
        "line-too-long",
        span_of(number, most, len(text)),
        f"the line has {len(text)} characters; at most {most} are read",
        "end the line in + and continue the command on the next line",
    )


def command_too_long(code: NumberedText, most: int) -> Diagnostic:
    """A command longer than this parser reads, and longer than any queue manager accepts."""
    number, text, column = code
    return Diagnostic(
        "line-too-long",
        span_of(number, column, column + len(text)),
        f"the command has more than {most} characters",
        "shorten the command to at most 32768 characters",
    )


def dangling(code: NumberedText, word: str | None, fixed: bool) -> Diagnostic:
    """A continuation character that is followed by nothing, or by another command.

    In lines with `fixed` columns, text after the code must keep its position.
    """
    number, text, column = code
    seen = text.rstrip(UNSEEN)
    start = len(seen[:-1].rstrip(BLANKS))
    what = "nothing follows" if word is None else f"{word} begins another command"
    return Diagnostic(
        "dangling-continuation",
        span_of(number, column + start, column + len(text)),
        f"{seen[-1:]} continues the command, but {what}",
        "remove the continuation character from the last line of the command",
        " " * (len(text) - start) if fixed else "",
        word is not None,
    )


def foreign_comment(number: int, text: str, template: bool) -> Diagnostic | None:
    """A comment marker of another language; None if a template may remove the line."""
    match = FOREIGN_SIGN.match(text)
    if match is None or (template and STATEMENT.match(text)):
        return None
    sign, start = match[1], match.start(1)
    unseen = text[:start].lstrip(BLANKS)
    if unseen:
        return Diagnostic(
            "invisible-character",
            span_of(number, start - len(unseen), start),
            f"the invisible character U+{ord(unseen[0]):04X} precedes {sign}",
            "start a comment with * in column 1",
            "",
            True,
        )
    if sign == "*":
        return Diagnostic(
            "comment-not-in-first-column",
            span_of(number, 0, start),
            f"* in column {start + 1} does not start a comment",
            "start a comment with * in column 1",
            "",
            True,
        )
    if sign in ("<<<<<<<", ">>>>>>>", "|||||||"):
        return Diagnostic(
            "merge-conflict",
            span_of(number, start, len(text.rstrip(BLANKS))),
            f"{shortened(text)} is the marker of an unresolved merge conflict",
            "keep one of the sides between <<<<<<< and >>>>>>>, and remove the markers",
        )
    block = sign == "/*" and "*/" not in text
    return Diagnostic(
        "foreign-comment-marker",
        span_of(number, start, match.end()),
        f"{sign} does not start a comment in MQSC",
        "start a comment with * in column 1",
        None if block or start else "*",
        not (block or start),
    )


def remark(number: int, start: int, text: str) -> Diagnostic:
    """Words after a command that were intended as a comment."""
    match = FOREIGN_SIGN.match(text, start)
    sign = "*" if match is None else match[1]
    star = sign == "*"
    return Diagnostic(
        "comment-not-in-first-column" if star else "foreign-comment-marker",
        span_of(number, start, len(text.rstrip(BLANKS))),
        f"* in column {start + 1} does not start a comment"
        if star
        else f"{sign} does not start a comment in MQSC",
        "write the comment on its own line, with * in column 1",
    )


def text_after_end(word: str, number: int, following: int, text: str) -> Diagnostic:
    """Text after END, EXIT or QUIT."""
    start = len(text) - len(text.lstrip(BLANKS))
    return Diagnostic(
        "text-after-end",
        span_of(following, start, len(text.rstrip(BLANKS))),
        f"nothing is read after {word} in line {number + 1}",
        "write END, EXIT or QUIT on the last line, or omit it",
    )


def missing_continuation(code: NumberedText, word: str, fixed: bool) -> Diagnostic:
    """A line without the continuation character that its command needs.

    In lines with `fixed` columns, text after the code must keep its position.
    """
    number, text, column = code
    bare = text.rstrip(BLANKS)
    if bare.endswith("\\"):
        return Diagnostic(
            "missing-continuation",
            span_of(number, column + len(bare) - 1, column + len(bare)),
            f"\\ does not continue the command, so {word.upper()} in the next line is not part of it",
            "end a line that continues on the next one in a blank and +",
            "+",
            True,
        )
    room = len(text) - len(bare)
    return Diagnostic(
        "missing-continuation",
        span_of(number, column + len(bare), column + len(text)),
        f"the line does not end in +, so {word.upper()} in the next line is not part of the command",
        "end a line that continues on the next one in a blank and +",
        " +".ljust(room) if fixed else " +",
        not fixed or room >= 2,
    )


def byte_order_mark(encoding: str) -> Diagnostic:
    """A byte order mark at the beginning of the text. In UTF-16 it cannot be removed separately."""
    removable = encoding == "utf-8"
    return Diagnostic(
        "byte-order-mark",
        Span(1, 1, 1, 2),
        f"the text begins with a byte order mark ({encoding.upper()}), which is not part of MQSC",
        "save the file as UTF-8 without a byte order mark",
        "" if removable else None,
        removable,
    )
