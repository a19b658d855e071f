"""The command that is being typed: its words up to the cursor, from the text alone.

A command that is not finished cannot be parsed: an open parenthesis would extend over what follows.
"""

from __future__ import annotations

import re

from mqtune.text.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

COMMENT = re.compile(r"\s*\*")
# a value in quotation marks, perhaps open; a parenthesis; a separator; the letters of a word
PIECE = re.compile(r"'(?:[^']|'')*(?:'|\Z)|[();,]|\s+|[^\s();,']+")
MOST_LINES = 200  # of one command


@record
class Typed:
    """The words before the cursor with their values, None for a word without parentheses.

    `inside` is the word whose parentheses are open at the cursor, "" for none. `start` is the number of
    characters before the cursor that belong to the word or value being typed; `quoted` means that it begins
    with a quotation mark, which is not one of them.
    """

    words: list[tuple[str, str | None]]
    inside: str
    prefix: str
    quoted: bool

    @property
    def values(self) -> dict[str, str]:
        """The values so far, by keyword."""
        return {word: value or "" for word, value in self.words}

    @property
    def wanted(self) -> str:
        """What an offer has to contain, in upper case."""
        return self.prefix.upper()


def typed(line_of: Callable[[int], str], first: int, line: int, before: str) -> Typed | None:
    """What is typed on a line, counted from 0, of a script that begins at line `first`; None in a comment.

    `before` is the text of the line up to the cursor.
    """
    if COMMENT.match(before):
        return None
    parts = [before]
    for number in range(line - 1, max(first, line - MOST_LINES) - 1, -1):
        text = line_of(number)
        if COMMENT.match(text):
            continue
        stripped = text.rstrip()
        if not stripped.endswith(("+", "-")):
            break
        parts.append(stripped[:-1] + ("" if text.endswith("-") else " "))
    return words_of("".join(reversed(parts)))


def words_of(text: str) -> Typed:
    """The words of the last command in a text."""
    words: list[tuple[str, str | None]] = []
    depth, inside, value, last = 0, "", "", ""
    for found in PIECE.finditer(text):
        piece = last = found[0]
        if depth:
            depth += (piece == "(") - (piece == ")")
            if depth:
                value += piece
            elif words:
                words[-1] = (words[-1][0], unquoted(value))
                inside = ""
        elif piece == "(":
            depth, value, inside = 1, "", words[-1][0] if words else "?"
        elif piece == ";":
            words = []
        elif piece[0] not in "),'" and not piece.isspace():
            words.append((piece.upper(), None))
    if depth:
        quoted = last.startswith("'") and (len(last) == 1 or not last.endswith("'"))
        prefix = last[1:] if quoted else "" if last.isspace() or last in "(,;)" else last
        return Typed(words, inside, prefix, quoted)
    if words and last and not last.isspace() and last not in "();,":
        return Typed(words[:-1], "", last, False)
    return Typed(words, "", "", False)


def unquoted(value: str) -> str:
    """A value as the queue manager reads it, for one that is simple."""
    text = value.strip()
    return text[1:-1].strip() if text.startswith("'") and text.endswith("'") else text.upper()
