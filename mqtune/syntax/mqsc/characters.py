"""Characters that mislead a reader of MQSC: invisible ones, and those that look like a quotation mark."""

from __future__ import annotations

BYTE_ORDER_MARK = "\ufeff"
BLANKS = " \t"
SIGNS = ("+", "-")
# dashes that a word processor inserts instead of a hyphen
DASHES = "‐‑‒–—―−"
# as the content of a character class
CURLY = "‘’‚‛“”„‟"
# the same in Windows-1252, as bytes that are not UTF-8 are decoded: opening ones, closing ones
CURLY_WINDOWS = ("\udc82\udc84\udc91\udc93", "\udc91\udc92\udc93\udc94")
ZERO_WIDTH = "\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff"
WIDE = "\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
CONTROLS = "\x00-\x08\x0a-\x1f\x7f-\x9f"


def _spread(inside: str) -> str:
    """The characters of the content of a character class."""
    found = []
    for index, char in enumerate(inside):
        if char == "-" and 0 < index < len(inside) - 1:
            found += [chr(code) for code in range(ord(inside[index - 1]) + 1, ord(inside[index + 1]))]
        else:
            found.append(char)
    return "".join(found)


# what may follow a continuation character without making it invisible to a reader
UNSEEN = BLANKS + _spread(ZERO_WIDTH) + _spread(WIDE) + _spread(CONTROLS)


def continuation(seen: str) -> str:
    """The continuation character that ends a line, or a dash intended as one; empty without one.

    `seen` is the text of the line up to its last visible character.
    """
    last = seen[-1:]
    if last in SIGNS or (last and last in DASHES and seen[-2:-1] in ("", " ", "\t", ",")):
        return last
    return ""


def is_control(char: str) -> bool:
    """Whether a character is a control character; a tab is one too."""
    return ord(char) < 0x20 or 0x7F <= ord(char) < 0xA0
