"""Commands that a folded YAML scalar (`>`) joins with what follows: its line ends become blanks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from mqtune.language.mqsc import verb
from mqtune.syntax.document import Document, LineMap
from mqtune.syntax.mqsc.tree import Script

FOLDED = "yaml >"
WORD = re.compile(r"\S+")


def is_folded(document: Document) -> bool:
    """Whether the text of a document is a folded scalar."""
    return document.carrier.startswith(FOLDED) and document.map is not None


def joined_word(document: Document, number: int, text: str) -> str | None:
    """The first word of a folded line that began a command or a comment on a line of the file, except the
    first; None if there is none, or if the document is not folded.
    """
    if document.map is None or not is_folded(document):
        return None
    return next((one for one in joined_words(text, number, document.map) if begins_text(one)), None)


def joined_words(text: str, number: int, map: LineMap) -> Iterator[str]:
    """The words of a folded line that began a line of the file, except the first."""
    before = 0
    for found in WORD.finditer(text):
        line, _ = map.position(number, found.start() + 1)
        if before and line != before:
            yield found[0]
        before = line


def begins_text(word: str) -> bool:
    """Whether a word starts a command or a comment."""
    return word.startswith("*") or verb(word.upper()) is not None


def distrust_joined(script: Script) -> None:
    """Mark the commands of a folded document that contain another one: their words are unreliable."""
    if not is_folded(script.document):
        return
    for command in script.commands:
        for number in range(command.first, command.last + 1):
            if joined_word(script.document, number + 1, script.lines[number].text) is not None:
                command.intact = False
                break
