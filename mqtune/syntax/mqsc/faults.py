"""Faults of form inside one logical line, in words for people. Does not find them."""

from __future__ import annotations

UNCLOSED_STRING = "unclosed-string"
UNCLOSED_PARENTHESIS = "unclosed-parenthesis"
UNEXPECTED_PARENTHESIS = "unexpected-parenthesis"
GLUED = "glued-parameters"
TYPOGRAPHIC_QUOTE = "typographic-quote"
DOUBLE_QUOTE = "double-quote"
INVISIBLE = "invisible-character"
CONTROL = "control-character"
EQUALS_FORM = "equals-form"
STRAY_VALUE = "stray-value"

# after one of these, brackets that do not match say nothing new
SWALLOWING = frozenset((UNCLOSED_STRING, DOUBLE_QUOTE, TYPOGRAPHIC_QUOTE))


class Fault:
    """One fault at a stretch of a logical line; `Problem` is the same at a place of the document."""

    __slots__ = ("end", "help", "kind", "message", "replacement", "safe", "start")

    def __init__(
        self,
        kind: str,
        start: int,
        end: int,
        message: str,
        help: str = "",
        replacement: str | None = None,
        safe: bool = False,
    ) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.message = message
        self.help = help
        self.replacement = replacement
        self.safe = safe


def shortened(text: str, most: int = 24) -> str:
    """A text for a message."""
    text = text.strip()
    return text if len(text) <= most else text[: most - 1] + "…"


def unclosed_string(text: str, start: int) -> Fault:
    """A string that nothing ends."""
    return Fault(
        UNCLOSED_STRING,
        start,
        start + 1,
        f"the string {shortened(text[start:])} is never closed",
        "a string ends with a single quotation mark before the closing parenthesis",
    )


def apostrophe(text: str, at: int, doubled: bool) -> Fault:
    """A quotation mark inside a string that stands there once."""
    around = shortened(text[max(0, text.rfind("'", 0, at)) : at + 8])
    return Fault(
        UNCLOSED_STRING,
        at,
        at + 1,
        f"the string ends at the quotation mark inside {around}",
        "a quotation mark inside a string is written twice",
        "''" if doubled else None,
        doubled,
    )


def quote_in_word(text: str, at: int) -> Fault:
    """A quotation mark in the middle of a value that is not quoted."""
    return Fault(
        UNCLOSED_STRING,
        at,
        at + 1,
        f"a quotation mark in the middle of {shortened(text[max(0, at - 12) : at + 8])}",
        "quotation marks enclose the whole value; one inside a string is written twice",
    )


def double_quoted(text: str, start: int, end: int, safe: bool) -> Fault:
    """A value in double quotation marks, which do not quote."""
    inner = text[start + 1 : end - 1]
    return Fault(
        DOUBLE_QUOTE,
        start,
        end,
        f"{shortened(text[start:end])} stands in double quotation marks, which do not quote in MQSC",
        "strings stand in single quotation marks",
        "'" + inner.replace("'", "''") + "'",
        safe,
    )


def lone_double_quote(text: str, at: int) -> Fault:
    """A double quotation mark without a second one."""
    return Fault(
        DOUBLE_QUOTE,
        at,
        at + 1,
        f"double quotation mark in {shortened(text[max(0, at - 12) : at + 8])}; it does not quote in MQSC",
        "strings stand in single quotation marks",
    )


def typographic_string(text: str, start: int, end: int) -> Fault:
    """A value in typographic quotation marks."""
    inner = text[start + 1 : end - 1]
    return Fault(
        TYPOGRAPHIC_QUOTE,
        start,
        end,
        f"{shortened(text[start:end])} stands in typographic quotation marks, which do not quote",
        "strings stand in straight single quotation marks (')",
        "'" + inner.replace("'", "''") + "'",
        True,
    )


def typographic_mark(text: str, at: int, replacement: str | None) -> Fault:
    """One typographic quotation mark."""
    return Fault(
        TYPOGRAPHIC_QUOTE,
        at,
        at + 1,
        f"typographic quotation mark {text[at]} (U+{ord(text[at]):04X}); it does not quote",
        "strings stand in straight single quotation marks (')",
        replacement,
        replacement is not None,
    )


def odd_character(text: str, start: int, end: int, replacement: str, safe: bool) -> Fault:
    """Characters that nobody sees, outside strings and comments."""
    code = ord(text[start])
    if code < 0x20 or 0x7F <= code < 0xA0:
        name = {0x0D: "carriage return", 0x00: "null character"}.get(code, "control character")
        return Fault(
            CONTROL,
            start,
            end,
            f"{name} (U+{code:04X}) inside a line",
            "lines end with a line feed, or with a carriage return and a line feed"
            if code == 0x0D
            else "outside strings a command holds printable characters and blanks",
        )
    return Fault(
        INVISIBLE,
        start,
        end,
        f"invisible character U+{code:04X} outside a string",
        "only blanks, tabs and commas separate",
        replacement,
        safe,
    )


def unclosed_parenthesis(word: str, at: int) -> Fault:
    """A parenthesis that nothing closes."""
    what = f"the parenthesis of {shortened(word)}" if word.strip() else "a parenthesis"
    return Fault(
        UNCLOSED_PARENTHESIS,
        at,
        at + 1,
        f"{what} is never closed",
        "the closing parenthesis stands on the same line, or the line ends in +",
    )


def unexpected_parenthesis(char: str, at: int) -> Fault:
    """A parenthesis too many, or one without a keyword."""
    if char == ")":
        message, help = "closing parenthesis without an opening one", "each ) closes one ("
    else:
        message, help = (
            "opening parenthesis without a keyword before it",
            "values follow a keyword: KEYWORD(value)",
        )
    return Fault(UNEXPECTED_PARENTHESIS, at, at + 1, message, help)


def glued(left: str, right: str, start: int, end: int, replacement: str) -> Fault:
    """Two parameters without a blank between them."""
    return Fault(
        GLUED,
        start,
        end,
        f"no blank between {shortened(left)} and {shortened(right)}",
        "a parameter needs a blank before it; the continuation sign puts none in its place",
        replacement,
        True,
    )


def equals_form(keyword: str, start: int, end: int) -> Fault:
    """`KEY=VALUE`, which only z/OS takes."""
    return Fault(
        EQUALS_FORM,
        start,
        end,
        f"{shortened(keyword)} is given with =, which only z/OS takes",
        f"the value stands in parentheses: {shortened(keyword)}(value)",
    )


def stray_value(raw: str, start: int, end: int) -> Fault:
    """A string that belongs to no keyword."""
    return Fault(
        STRAY_VALUE,
        start,
        end,
        f"the string {shortened(raw)} belongs to no keyword",
        "a value stands in parentheses behind its keyword",
    )
