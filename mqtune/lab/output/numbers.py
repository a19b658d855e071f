"""Numbers as programs print them in any locale: decimal comma, grouped digits, digits of other scripts."""

from __future__ import annotations

# blank, no-break blanks, apostrophes, Arabic separators, and the replacement of one that was not UTF-8
GROUPING = " .,'’٬\u00a0\u202f\u2009\ufffd"
SEPARATORS = GROUPING + "٫"

# for use in other patterns; a separator is always between digits, so that matching does not backtrack
NUMBER = rf"[+-]?(?:\d+(?:[{SEPARATORS}]\d+)*|inf|nan|NaN|∞|\ufffd|\?)"

USUAL_DECIMALS = 2
MOST_DIGITS = 18  # of a 64-bit counter


def decimal(text: str) -> float | None:
    """The number in a text; None for infinity and for anything that is not a number."""
    text = text.strip()
    last = max((text.rfind(mark) for mark in SEPARATORS), default=-1)
    if last < 0:
        return _plain(text)
    mark, fraction = text[last], text[last + 1 :]
    single = text.count(mark) == 1
    if len(fraction) <= USUAL_DECIMALS or mark == "٫" or (mark == "." and single and _alone(text, mark)):
        return _plain(_digits(text[:last]) + "." + _digits(fraction))
    return _plain(_digits(text))


def whole(text: str) -> int | None:
    """A whole number with its digits grouped in any way; None without digits, or with too many."""
    digits = _digits(text)
    return int(digits) if digits.removeprefix("-") and len(digits) <= MOST_DIGITS else None


def _alone(text: str, mark: str) -> bool:
    return not any(other in text for other in SEPARATORS if other != mark)


def _digits(text: str) -> str:
    sign = "-" if text.lstrip().startswith("-") else ""
    return sign + "".join(char for char in text if char.isdecimal())


def _plain(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if abs(value) != float("inf") and value == value else None
