"""Faults of form inside one logical line, in words for people. Does not find them."""

from __future__ import annotations

from mqtune.syntax.mqsc.characters import is_control

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

STRAIGHT = "strings stand in straight single quotation marks (')"
TWICE = "a quotation mark inside a string is written twice"


class Fault:
    """One fault at a stretch of a logical line; a `Problem` is the same at a place of the document.

    `lossy` says that the reader cannot be sure any more what is a string and what is not.
    """

    __slots__ = ("end", "help", "kind", "lossy", "message", "replacement", "safe", "start")

    def __init__(
        self,
        kind: str,
        start: int,
        end: int,
        message: str,
        help: str,
        replacement: str | None = None,
        safe: bool = True,
        lossy: bool = False,
    ) -> None:
        self.kind = kind
        self.start = start
        self.end = end
        self.message = message
        self.help = help
        self.replacement = replacement
        self.safe = safe and replacement is not None
        self.lossy = lossy


def shortened(text: str, most: int = 24) -> str:
    """A text for a message."""
    text = text.strip()
    return text if len(text) <= most else text[: most - 1] + "…"


def around(text: str, at: int) -> str:
    """The value around an offset, for a message."""
    start = max(text.rfind(mark, max(0, at - 16), at) for mark in "(, \t")
    return shortened(text[max(start + 1, at - 16) : at + 8])


def unclosed_string(text: str, start: int) -> Fault:
    """A string that nothing ends."""
    return Fault(
        UNCLOSED_STRING,
        start,
        start + 1,
        f"the string {shortened(text[start : start + 64])} is never closed",
        "a string ends with a single quotation mark on the last line of its command",
        lossy=True,
    )


def apostrophe(text: str, start: int, at: int, doubled: bool) -> Fault:
    """A quotation mark inside a string that stands there once."""
    return Fault(
        UNCLOSED_STRING,
        at,
        at + 1,
        f"the string ends at the quotation mark inside {shortened(text[max(start, at - 16) : at + 8])}",
        TWICE if doubled else "the closing quotation mark stands at the end of the value",
        "''" if doubled else None,
        lossy=not doubled,
    )


def quote_in_word(text: str, at: int) -> Fault:
    """A quotation mark in the middle of a value that is not quoted."""
    return Fault(
        UNCLOSED_STRING,
        at,
        at + 1,
        f"a quotation mark stands in the middle of {around(text, at)}",
        "quotation marks enclose the whole value; one inside a string is written twice",
        lossy=True,
    )


def double_quoted(text: str, start: int, end: int, whole: bool) -> Fault:
    """A value in double quotation marks, which do not quote."""
    return Fault(
        DOUBLE_QUOTE,
        start,
        end,
        f"{shortened(text[start:end])} stands in double quotation marks, which do not quote",
        STRAIGHT,
        requoted(text[start + 1 : end - 1]) if whole else None,
    )


def double_quote_in_word(text: str, at: int) -> Fault:
    """A double quotation mark in the middle of a value, or without a second one."""
    message = f"a double quotation mark stands in {around(text, at)}; it does not quote"
    return Fault(DOUBLE_QUOTE, at, at + 1, message, STRAIGHT, lossy=True)


def typographic_string(text: str, start: int, end: int) -> Fault:
    """A value in typographic quotation marks."""
    return Fault(
        TYPOGRAPHIC_QUOTE,
        start,
        end,
        f"{shortened(text[start:end])} stands in typographic quotation marks, which do not quote",
        STRAIGHT,
        requoted(text[start + 1 : end - 1]),
    )


def typographic_mark(text: str, at: int, replacement: str | None) -> Fault:
    """One typographic quotation mark."""
    message = f"the typographic quotation mark {text[at]} (U+{ord(text[at]):04X}) does not quote"
    return Fault(TYPOGRAPHIC_QUOTE, at, at + 1, message, STRAIGHT, replacement, lossy=replacement is None)


def requoted(inner: str) -> str:
    """A text as a string of MQSC."""
    return "'" + inner.replace("'", "''") + "'"


def odd_character(text: str, start: int, end: int, replacement: str, safe: bool) -> Fault:
    """Characters that nobody sees, outside strings and comments."""
    char = text[start]
    code = f"U+{ord(char):04X}"
    if is_control(char):
        name = "null character" if char == "\0" else "control character"
        help = "outside strings a command holds nothing but printable characters and blanks"
        return Fault(CONTROL, start, end, f"a {name} ({code}) stands outside strings", help)
    message = f"the invisible character {code} stands outside strings"
    return Fault(INVISIBLE, start, end, message, "only blanks, tabs and commas separate", replacement, safe)


def unclosed_parenthesis(word: str, at: int) -> Fault:
    """A parenthesis that nothing closes."""
    what = f"the parenthesis of {shortened(word)}" if word.strip() else "a parenthesis"
    return Fault(
        UNCLOSED_PARENTHESIS,
        at,
        at + 1,
        f"{what} is never closed",
        "a value ends with ) on the same line, or the line ends in +",
    )


def unexpected_parenthesis(char: str, at: int) -> Fault:
    """A parenthesis too many, or one without a keyword."""
    if char == ")":
        message, help = "a ) stands here without a ( before it", "each ) closes one ("
    else:
        message, help = "a ( stands here without a keyword before it", "a value follows its keyword"
    return Fault(UNEXPECTED_PARENTHESIS, at, at + 1, message, help)


def glued(left: str, right: str, start: int, end: int, replacement: str) -> Fault:
    """Two parameters without a blank between them."""
    return Fault(
        GLUED,
        start,
        end,
        f"no blank between {shortened(left)} and {shortened(right)}",
        "a parameter has a blank before it; a continuation sign puts none in its place",
        replacement,
    )


def equals_form(keyword: str, value: str, start: int, end: int) -> Fault:
    """`KEY=VALUE`, which only z/OS takes."""
    return Fault(
        EQUALS_FORM,
        start,
        end,
        f"the value of {shortened(keyword)} is given with =, which only z/OS takes",
        f"the value stands in parentheses: {shortened(keyword)}(value)",
        f"{keyword}({value})" if value else None,
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
