"""Levels of the product, compared number by number: 10.0 comes after 9.4."""

from __future__ import annotations

Level = tuple[int, ...]
MOST_DIGITS = 9  # digits of one part; a text with more is not a level


def parse_level(text: str) -> Level | None:
    """`9.4`, `9.3.0.40`, `<=5.3`, `V8.0` as numbers without trailing zeros; None for any other text."""
    cleaned = text.strip().lstrip("<=vV")
    parts = cleaned.split(".")
    if not all(part.isascii() and part.isdigit() and len(part) <= MOST_DIGITS for part in parts):
        return None
    numbers = [int(part) for part in parts]
    while len(numbers) > 1 and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def command_level(number: int) -> Level | None:
    """The level of a command level as dumps print it: 9.3 for 930, 10.0 for 1000."""
    if number < 100:
        return None
    version, rest = divmod(number, 100)
    return parse_level(f"{version}.{rest // 10}.{rest % 10}")


def show_level(level: Level) -> str:
    """A level in its usual form, with at least two parts: 9.4, 10.0, 9.3.0.40."""
    parts = level if len(level) > 1 else (*level, 0)
    return ".".join(str(part) for part in parts)


def is_fix_pack(level: Level) -> bool:
    """Whether a level is a maintenance level, not a release: 8.0.0.4, 9.4.0.10."""
    return len(level) > 3
