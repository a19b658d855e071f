"""The texts of diagnostics about one logical line. The readers detect them."""

from __future__ import annotations

from mqtune.syntax.mqsc.values import is_control
from mqtune.text.record import record

UNCLOSED_STRING = "unclosed-string"
UNCLOSED_PARENTHESIS = "unclosed-parenthesis"
UNEXPECTED_PARENTHESIS = "unexpected-parenthesis"
GLUED = "glued-parameters"
TYPOGRAPHIC_QUOTE = "typographic-quote"
# the marks of Windows-1252, as bytes that are not UTF-8 are decoded
WINDOWS_MARKS = str.maketrans("\udc82\udc84\udc91\udc92\udc93\udc94", "‚„‘’“”")
DOUBLE_QUOTE = "double-quote"
INVISIBLE = "invisible-character"
CONTROL = "control-character"
EQUALS_FORM = "equals-form"
STRAY_VALUE = "stray-value"

STRAIGHT = "enclose strings in straight single quotation marks (')"
TWICE = "write a quotation mark inside a string twice"
LONGEST_WORD = 256  # of which a message quotes the beginning


@record
class OffsetDiagnostic:
    """One diagnostic about part of a logical line; a `Diagnostic` is the same at a position in the document.

    `lossy` means that the reader can no longer be certain what is a string and what is not.
    """

    kind: str
    start: int
    end: int
    message: str
    help: str
    replacement: str | None = None
    safe: bool = True
    lossy: bool = False

    def __post_init__(self) -> None:
        self.safe = self.safe and self.replacement is not None


def shortened(text: str) -> str:
    """A text, shortened to 24 characters for a message."""
    text = text.strip()
    return text if len(text) <= 24 else text[:23] + "…"


def up_to(text: str, start: int, at: int) -> str:
    """The value from its start up to a mark in it, shortened for a message. The rest may belong to a secret,
    of which outputs recognise the beginning, not a piece.
    """
    return shortened(text[start : at + 1] + "…" * (at + 1 < len(text)))


def word_start(text: str, at: int) -> int:
    """The start of the word that contains an offset; the offset itself if the word is very long."""
    first = max(0, at - LONGEST_WORD)
    before = max(text.rfind(mark, first, at) for mark in "(, \t")
    return before + 1 if before >= 0 or not first else at


def unclosed_string(text: str, start: int) -> OffsetDiagnostic:
    """A string that is not closed."""
    return OffsetDiagnostic(
        UNCLOSED_STRING,
        start,
        start + 1,
        f"the string {shortened(text[start : start + 64])} is not closed",
        "close the string with a single quotation mark, at the latest on the last line of its command",
        lossy=True,
    )


def apostrophe(text: str, start: int, at: int, doubled: bool) -> OffsetDiagnostic:
    """A single quotation mark inside a string that is not doubled."""
    return OffsetDiagnostic(
        UNCLOSED_STRING,
        at,
        at + 1,
        f"the string ends at the quotation mark inside {up_to(text, start, at)}",
        TWICE if doubled else "write the closing quotation mark at the end of the value",
        "''" if doubled else None,
        lossy=not doubled,
    )


def quote_in_word(text: str, at: int) -> OffsetDiagnostic:
    """A quotation mark in the middle of a value that is not quoted."""
    return OffsetDiagnostic(
        UNCLOSED_STRING,
        at,
        at + 1,
        f"a quotation mark is in the middle of {up_to(text, word_start(text, at), at)}",
        "enclose the whole value in quotation marks, and write one inside a string twice",
        lossy=True,
    )


def double_quoted(text: str, start: int, end: int, is_value: bool) -> OffsetDiagnostic:
    """A value in double quotation marks, which do not delimit strings."""
    return OffsetDiagnostic(
        DOUBLE_QUOTE,
        start,
        end,
        f"{shortened(text[start:end])} is in double quotation marks, which do not delimit strings",
        STRAIGHT,
        requoted(text[start + 1 : end - 1]) if is_value else None,
    )


def double_quote_in_word(text: str, at: int) -> OffsetDiagnostic:
    """A double quotation mark in the middle of a value, or without a second one."""
    value = up_to(text, word_start(text, at), at)
    message = f"{value} contains a double quotation mark, which does not delimit a string"
    return OffsetDiagnostic(DOUBLE_QUOTE, at, at + 1, message, STRAIGHT, lossy=True)


def typographic_string(text: str, start: int, end: int) -> OffsetDiagnostic:
    """A value in typographic quotation marks."""
    return OffsetDiagnostic(
        TYPOGRAPHIC_QUOTE,
        start,
        end,
        f"{shortened(text[start:end].translate(WINDOWS_MARKS))} is in typographic quotation marks, which do "
        "not delimit strings",
        STRAIGHT,
        requoted(text[start + 1 : end - 1]),
    )


def typographic_mark(text: str, at: int, replacement: str | None) -> OffsetDiagnostic:
    """One typographic quotation mark."""
    message = f"the typographic quotation mark {text[at]} (U+{ord(text[at]):04X}) does not delimit a string"
    return OffsetDiagnostic(
        TYPOGRAPHIC_QUOTE, at, at + 1, message, STRAIGHT, replacement, lossy=replacement is None
    )


def requoted(inner: str) -> str:
    """A text as an MQSC string."""
    return "'" + inner.replace("'", "''") + "'"


def odd_character(text: str, start: int, end: int, replacement: str, safe: bool) -> OffsetDiagnostic:
    """Invisible characters outside strings and comments."""
    char = text[start]
    code = f"U+{ord(char):04X}"
    if is_control(char):
        name = "null character" if char == "\0" else "control character"
        help = "use only printable characters and blanks outside strings"
        return OffsetDiagnostic(CONTROL, start, end, f"a {name} ({code}) is outside a string", help)
    message = f"the invisible character {code} is outside a string"
    return OffsetDiagnostic(
        INVISIBLE, start, end, message, "separate words with blanks, tabs or commas only", replacement, safe
    )


def unclosed_parenthesis(word: str, at: int) -> OffsetDiagnostic:
    """A parenthesis that is not closed."""
    what = f"the parenthesis of {shortened(word)}" if word.strip() else "a parenthesis"
    return OffsetDiagnostic(
        UNCLOSED_PARENTHESIS,
        at,
        at + 1,
        f"{what} is not closed",
        "close the value with ) on the same line, or end the line in +",
    )


def unexpected_parenthesis(char: str, at: int) -> OffsetDiagnostic:
    """A superfluous parenthesis, or one without a keyword."""
    if char == ")":
        message, help = ") without a matching (", "remove it, or write the matching ("
    else:
        message, help = "( without a keyword before it", "write the keyword before its value"
    return OffsetDiagnostic(UNEXPECTED_PARENTHESIS, at, at + 1, message, help)


def glued(left: str, right: str, start: int, end: int, replacement: str) -> OffsetDiagnostic:
    """Two parameters without a blank between them."""
    return OffsetDiagnostic(
        GLUED,
        start,
        end,
        f"no blank between {shortened(left)} and {shortened(right)}",
        "write a blank between them; a continuation character does not insert one",
        replacement,
    )


def equals_form(keyword: str, value: str, start: int, end: int) -> OffsetDiagnostic:
    """`KEY=VALUE`, which only z/OS accepts."""
    return OffsetDiagnostic(
        EQUALS_FORM,
        start,
        end,
        f"the value of {shortened(keyword)} is set with =, which only z/OS accepts",
        f"write the value in parentheses: {shortened(keyword)}(value)",
        f"{keyword}({value})" if value else None,
    )


def stray_value(raw: str, start: int, end: int) -> OffsetDiagnostic:
    """A string that does not belong to a keyword."""
    return OffsetDiagnostic(
        STRAY_VALUE,
        start,
        end,
        f"the string {shortened(raw)} does not belong to a keyword",
        "write the value in parentheses after its keyword",
    )
