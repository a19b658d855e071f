"""Checks of single values of `mqtune.toml`: each returns the value in its unit, or raises ValueFormError."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime

from mqtune.language.available import is_released, newest_releases, parse_level
from mqtune.project.rule_codes import is_family, is_selector
from mqtune.project.settings import BITS_OF_BYTE, LINK_UNITS, TIME_UNITS, UNITS, bytes_of, counted, measure_of
from mqtune.text.messages import CorrectableError
from mqtune.text.patterns import lazy_pattern
from mqtune.text.spelling import nearest

MOST = 10**12  # of a count or a rate
Check = Callable[[object], object]
OBJECT_FORM = r"[^\s()']+\s*(?:\(\s*(?:'(?:[^']|'')+'|[^\s()']+)\s*\))?"
OBJECT_PATTERN = lazy_pattern(OBJECT_FORM)


class ValueFormError(CorrectableError):
    """What is wrong with a value, and what to write."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message, help)


def text(value: object) -> str:
    """A non-blank string."""
    if not isinstance(value, str):
        raise ValueFormError(f"must be a string, not {_kind(value)}", "enclose the value in quotation marks")
    if not value.strip():
        raise ValueFormError("is blank")
    return value


def object_pattern(value: object) -> str:
    """`TYPE(NAME)`, where both may contain asterisks and the name quotation marks, or a type alone."""
    word = text(value).strip()
    if OBJECT_PATTERN.fullmatch(word) is None:
        raise ValueFormError(
            f'must be TYPE(NAME) or a type, not "{word}"', 'write it as "QLOCAL(APP.*)" or "QMGR"'
        )
    return word


def texts(value: object) -> tuple[str, ...]:
    """A list of strings."""
    if not isinstance(value, list):
        raise ValueFormError(f"must be a list of strings, not {_kind(value)}", 'write it as ["…", "…"]')
    return tuple(text(item) for item in value)


def text_or_texts(value: object) -> tuple[str, ...]:
    """A string, or a list of strings that is not empty."""
    if isinstance(value, list):
        strings = texts(value)
        if not strings:
            raise ValueFormError("is empty")
        return strings
    return (text(value),)


class WordOf:
    """A check for one of a few words."""

    __slots__ = ("words",)

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words

    def __call__(self, value: object) -> str:
        """The word. Raises ValueFormError."""
        word = text(value)
        if word in self.words:
            return word
        near = nearest(word, self.words)
        raise ValueFormError(
            f'must be one of {", ".join(self.words)}, not "{word}"',
            f'the nearest is "{near}"' if near else "",
        )


class WordsOf:
    """A check for a list of a few words."""

    __slots__ = ("single",)

    def __init__(self, words: tuple[str, ...]) -> None:
        self.single = WordOf(words)

    def __call__(self, value: object) -> tuple[str, ...]:
        """The words. Raises ValueFormError."""
        return tuple(self.single(item) for item in texts(value))


def word_of(*words: str) -> Check:
    """A check for one of a few words."""
    return WordOf(words)


def words_of(*words: str) -> Check:
    """A check for a list of a few words."""
    return WordsOf(words)


def count(value: object) -> int:
    """A whole number of 0 or more."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueFormError(f"must be a whole number, not {_kind(value)}")
    if value < 0:
        raise ValueFormError(f"must not be negative, but is {value}")
    if value >= MOST:
        raise ValueFormError("must be less than 1e12")
    return value


def positive(value: object) -> int:
    """A whole number above zero."""
    number = count(value)
    if number == 0:
        raise ValueFormError("must be above 0")
    return number


def rate(value: object) -> float:
    """A number of events per second, 0 or more."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        example = "write a number, such as 120.5; divide a rate per minute by 60, one per hour by 3600"
        raise ValueFormError(f"must be a number of events per second, not {_kind(value)}", example)
    if not 0 <= value < MOST:
        raise ValueFormError(f"must be a number of 0 or more and less than 1e12, but is {value}")
    return counted(value)


def size(value: object) -> int:
    """An amount of bytes, written with its unit."""
    example = f"write a number and a unit, such as 96 GiB or 2 KiB; units are {', '.join(UNITS)}"
    if not isinstance(value, str):
        raise ValueFormError(f"must be a string with a unit, not {_kind(value)}", example)
    if value.strip().startswith("-"):
        raise ValueFormError(f'must not be negative, but is "{value}"', example)
    amount = bytes_of(value)
    if amount is None:
        raise ValueFormError(f'must be a size, not "{value}"', example)
    return amount


def link_speed(value: object) -> float:
    """The speed of a link in bits per second, written with its unit; `MB/s` and `GB/s` are bytes."""
    example = 'write a number and a unit, such as "10 Gb/s"; units are Mb/s, Gb/s'
    speed = _measure(value, "a speed", LINK_UNITS, example)
    in_bytes = isinstance(value, str) and ("B/" in value or "Bps" in value)
    return speed * BITS_OF_BYTE if in_bytes else speed


def duration(value: object) -> float:
    """A time in seconds, written with its unit."""
    example = 'write a number and a unit, such as "90 s"; units are s, min, h'
    return _measure(value, "a time", TIME_UNITS, example)


def _measure(value: object, kind: str, units: dict[str, float], example: str) -> float:
    """A positive number with one of some units, in the first of them."""
    if not isinstance(value, str):
        raise ValueFormError(f"must be a string with a unit, not {_kind(value)}", example)
    amount = measure_of(value, units)
    if not amount:
        raise ValueFormError(f'must be {kind} above 0, not "{value}"', example)
    return amount


def flag(value: object) -> bool:
    """`true` or `false`."""
    if not isinstance(value, bool):
        raise ValueFormError(
            f"must be true or false, not {_kind(value)}", "write true or false, without quotation marks"
        )
    return value


def persistence(value: object) -> bool | float:
    """`true`, `false`, or the persistent share of the messages between 0 and 1."""
    if isinstance(value, bool):
        return value
    if not isinstance(value, int | float):
        help = "write true, false or a share such as 0.25, without quotation marks"
        raise ValueFormError(f"must be true, false or a share, not {_kind(value)}", help)
    if not 0 <= value <= 1:
        raise ValueFormError(f"must be a share between 0 and 1, but is {value}")
    share = counted(value)
    return bool(share) if share in (0, 1) else share


def day(value: object) -> date:
    """A date without a time."""
    if isinstance(value, datetime) or not isinstance(value, date):
        help = "write year-month-day without quotation marks, such as 2027-03-31"
        raise ValueFormError(f"must be a date, not {_kind(value)}", help)
    return value


def level(value: object) -> str:
    """A level of the product, such as `9.4` or `9.3.0.5`."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        raise ValueFormError("must be a string, because 9.10 is not 9.1", f'write it as "{value}"')
    word = text(value)
    numbers = parse_level(word)
    if numbers is None or not word[:1].isdigit() or "." not in word:
        raise ValueFormError(f'must be a version of IBM MQ, not "{word}"', 'write it as "9.4" or "9.3.0.5"')
    if not is_released(numbers):
        help = f"the latest are {newest_releases()}"
        raise ValueFormError(f'must be a version of IBM MQ, not "{word}"', help)
    return word


def selectors(value: object) -> tuple[str, ...]:
    """A list of rule codes, prefixes of codes, or ALL."""
    return tuple(selector(item) for item in texts(value))


def selector(value: object) -> str:
    """A rule code, a prefix of codes, or ALL."""
    word = text(value)
    if is_selector(word) or is_family(word):
        return word
    raise ValueFormError(
        f'must be a rule code, not "{word}"', "write a code such as PUB001, a family such as PUB, or ALL"
    )


def environment(value: object) -> dict[str, str]:
    """Names and values of environment variables."""
    if not isinstance(value, dict):
        help = 'write variables as { NAME = "value" }'
        if isinstance(value, str):
            help += "; an environment such as prod is the environment-name of a queue manager"
        raise ValueFormError(f"must be a table, not {_kind(value)}", help)
    for name, item in value.items():
        if not isinstance(item, str):
            help = f'write it as {{ {name} = "…" }}'
            raise ValueFormError(f"sets {name} to {_kind(item)}, but the value must be a string", help)
    return dict(value)


def _kind(value: object) -> str:
    """What a value is, in the words of TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"the number {value}"
    if isinstance(value, str):
        return f'the string "{value[:40]}"'
    if isinstance(value, list):
        return "a list"
    return "a table" if isinstance(value, dict) else "a date or time"
