"""How the short outputs of answers.txt are read with one change, as recorded in variations.txt.

A line is left out or comes twice, the order is reversed, or a number is one more or one less. Readings that
differ from that of the whole output are in the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from tests.lab.output.test_answers import ANSWERS as SHORT
from tests.lab.output.test_answers import fed, lines_in
from tests.recorded import cases, check

ANSWERS = Path(__file__).with_name("variations.txt")
NUMBER = re.compile(r"(?<![\w.])\d{1,9}")


def changes(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Each change in words, and the lines with it."""
    yield "reversed", lines[::-1]
    for at, line in enumerate(lines):
        yield f"without {at + 1}", lines[:at] + lines[at + 1 :]
        yield f"{at + 1} twice", [*lines[: at + 1], line, *lines[at + 1 :]]
        for found in NUMBER.finditer(line):
            for number in (int(found[0]) + 1, int(found[0]) - 1):
                text = f"{line[: found.start()]}{number}{line[found.end() :]}"
                yield f"{at + 1} with {number} for {found[0]}", [*lines[:at], text, *lines[at + 1 :]]


@cases(SHORT)
def test_the_reading_is_the_recorded_one(case: str) -> None:
    driver, _, text = case.partition(" ")
    if not text:
        return  # a transcript
    lines, last_ended = lines_in(text)
    seen = {fed(driver, lines, last_ended)}
    answers = []
    for words, changed in changes(lines):
        reading = fed(driver, changed, last_ended)
        if reading not in seen:
            seen.add(reading)
            answers.append(f"{words}: {reading}")
    check(ANSWERS, case, "\n".join(answers))
