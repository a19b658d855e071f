"""Texts with one part changed: conditions need a part of an example, and a bound is beside a number."""

from __future__ import annotations

import re
from collections.abc import Iterator

# a word with its value, which may have parentheses
ATTRIBUTE = re.compile(r"\b[A-Za-z]+ ?\((?:[^()\n]|\([^()\n]*\))*\)")
VERB = re.compile(r"^[ \t]*[A-Za-z]+ \Z", re.MULTILINE)  # in front of the name of an object
FIGURES = re.compile(r"\d[\d.,]*")
NUMBER = re.compile(r"(?<![\w.'-])\d{1,12}(?![\w.'-])")


def variations(text: str, most_lines: int) -> Iterator[tuple[str, str]]:
    """Each change in words, and the text with it: without a line, without an attribute, or with a number that
    is one more or one less. Lines are left out of texts that have no more than so many.
    """
    lines = text.splitlines(keepends=True)
    for number in range(len(lines)) if 1 < len(lines) <= most_lines else ():
        yield f"without line {number + 1}", "".join(lines[:number] + lines[number + 1 :])
    for match in ATTRIBUTE.finditer(text):
        if not VERB.search(text, 0, match.start()):
            yield f"without {match[0]}", text[: match.start()] + text[match.end() :]
    for match in NUMBER.finditer(text):
        for changed in (int(match[0]) + 1, int(match[0]) - 1):
            yield f"{changed} for {match[0]}", text[: match.start()] + str(changed) + text[match.end() :]
