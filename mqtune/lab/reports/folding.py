"""Folds an MQSC script for display: commands that differ only in the number of their objects are shown once.

Every object is still named, as a range after the first of its kind. Scripts that are run are never folded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mqtune.text.wording import plural

LEAST_REPEATS = 3  # fewer are shown in full
MOST_PERIOD = 20  # commands for each number, such as those of one putter
SIGN = "*"


@dataclass(frozen=True, slots=True)
class _Command:
    """A command with its lines, its form without the number of its objects, and that number if it has one."""

    lines: tuple[str, ...]
    form: str
    number: int | None
    name: str  # of the object, without the number


def folded(script: str, prefix: str) -> Iterator[str]:
    """The lines of a script; equal commands for objects `<prefix>.….1`, `.2` … are folded into the first."""
    commands, at = list(_commands(script, prefix)), 0
    while at < len(commands):
        period, repeats = _run(commands[at:])
        first = commands[at : at + period]
        for command in first:
            yield from command.lines
        if repeats > 1:
            last = commands[at + period * (repeats - 1)]
            yield _same(first, commands[at + period], last, period * (repeats - 1))
        at += period * repeats


def _commands(script: str, prefix: str) -> Iterator[_Command]:
    number = re.compile(rf"(?<=\(|')({re.escape(prefix)}\.[\w.]*?\.?)(\d+)(?=\)|')")
    lines: list[str] = []
    for line in script.rstrip().splitlines():
        lines.append(line)
        if not line.rstrip().endswith("+"):
            yield _command(lines, number)
            lines = []
    if lines:
        yield _command(lines, number)


def _command(lines: Sequence[str], number: re.Pattern[str]) -> _Command:
    text = " ".join(word for line in lines for word in line.removesuffix("+").split())
    found = list(number.finditer(text))
    numbers = {int(one[2]) for one in found}
    if len(numbers) != 1:
        return _Command(tuple(lines), text, None, "")
    return _Command(tuple(lines), number.sub(r"\1#", text), numbers.pop(), found[0][1])


def _run(commands: Sequence[_Command]) -> tuple[int, int]:
    """How many commands form a round, and how many rounds with successive numbers follow each other."""
    for period in range(1, min(MOST_PERIOD, len(commands) // LEAST_REPEATS) + 1):
        if len({one.number for one in commands[:period]}) > 1:
            break
        repeats = _repeats(commands, period)
        if repeats >= LEAST_REPEATS:
            return period, repeats
    return 1, 1


def _repeats(commands: Sequence[_Command], period: int) -> int:
    start, second = commands[0].number, commands[period].number
    if start is None or second is None or abs(second - start) != 1:
        return 1
    repeats = 1
    while period * (repeats + 1) <= len(commands):
        round_ = commands[period * repeats : period * (repeats + 1)]
        number = start + repeats * (second - start)
        if any(
            (one.form, one.number) != (like.form, number) for one, like in zip(round_, commands, strict=False)
        ):
            break
        repeats += 1
    return repeats


def _same(first: Sequence[_Command], second: _Command, last: _Command, count: int) -> str:
    names = dict.fromkeys(one.name for one in first)
    dots = ("." if name.endswith(".") else "" for name in names)
    shown = (f"{name}{second.number} to {dot}{last.number}" for name, dot in zip(names, dots, strict=True))
    return f"{SIGN} the same for {', '.join(shown)}: {plural(count, 'more command')}"
