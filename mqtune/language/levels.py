"""Levels of the product, compared part by part as numbers: 10.0 comes after 9.4.

Knows nothing of files or syntax.
"""

from __future__ import annotations

Level = tuple[int, ...]
MOST_DIGITS = 9  # of one part; what is longer is no level


def parse_level(text: str) -> Level | None:
    """`9.4`, `9.3.0.40`, `<=5.3`, `V8.0` as numbers without trailing zeros; None for anything else."""
    cleaned = text.strip().lstrip("<=vV")
    parts = cleaned.split(".")
    if not all(part.isascii() and part.isdigit() and len(part) <= MOST_DIGITS for part in parts):
        return None
    numbers = [int(part) for part in parts]
    while len(numbers) > 1 and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def command_level(number: int) -> Level | None:
    """The level of a command level as dumps print it: 930 is 9.3, 1000 is 10.0."""
    if number < 100:
        return None
    version, rest = divmod(number, 100)
    return parse_level(f"{version}.{rest // 10}.{rest % 10}")


def show_level(level: Level) -> str:
    """A level as people write it: two parts at least, 9.4 and 10.0 and 9.3.0.40."""
    parts = level if len(level) > 1 else (*level, 0)
    return ".".join(str(part) for part in parts)


def is_fix_pack(level: Level) -> bool:
    """Whether a level names maintenance of a release rather than a release: 8.0.0.4, 9.4.0.10."""
    return len(level) > 3
