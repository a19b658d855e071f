"""Types of values that are typed: each parses and checks, and states what to write instead."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from mqtune.analysis.budget.budget import GREATEST_GROWTH, GROWTHS, LEAST_GROWTH
from mqtune.project.settings import TIME_UNITS, bytes_of, measure_of, plain_number
from mqtune.questions.fields import Parameter
from mqtune.session.options import NAME_EXISTING, require_no_link
from mqtune.text.messages import UsageError, reason_of
from mqtune.text.source import decode, read_file

MOST_SECONDS = 1e9
LEAST_PER_CENT = 10  # no one plans with ten times a limit: a larger share was meant as per cent
Calibration = Annotated[
    str | None,
    Parameter("constants measured by yourself, instead of the published ones", metavar="FILE"),
]


class InputFile(NamedTuple):
    """A file that the user names, with its text."""

    name: str
    text: str

    @classmethod
    def read(cls, path: str) -> InputFile:
        """Read a file. Raises UsageError."""
        require_no_link(path)
        try:
            return cls.of(path, read_file(path, any_size=True))
        except FileNotFoundError:
            raise UsageError(f"no such file or directory: {path}", NAME_EXISTING) from None
        except OSError as error:
            raise UsageError(f"cannot read {path}: {reason_of(error)}", NAME_EXISTING) from None

    @classmethod
    def of(cls, name: str, data: bytes) -> InputFile:
        """The file with this content."""
        return cls(name, decode(data)[0].encode("utf-8", "replace").decode())


class State(str):
    """What is compared: a file, a folder, a dump, `git:REV[:PATH]`, or `-` for standard input."""

    __slots__ = ()


class Size(int):
    """The length of a message in bytes."""

    @classmethod
    def read(cls, text: str) -> Size:
        """Parse and check. Raises ValueError."""
        number = plain_number(text.strip())
        length = bytes_of(text) if number is None else int(number)
        if length is None:
            raise ValueError("write bytes, or a unit: 5000, '2 MiB'")
        return cls(length)


class Count(int):
    """A number of things, at least one."""

    @classmethod
    def read(cls, text: str) -> Count:
        """Parse and check. Raises ValueError."""
        if not (text.isascii() and text.isdigit() and int(text) > 0):
            raise ValueError("specify a number above 0")
        return cls(int(text))


class Seconds(float):
    """A time in seconds."""

    @classmethod
    def read(cls, text: str) -> Seconds:
        """Parse and check. Raises ValueError."""
        number = number_or_zero(text)
        if not 0 < number < MOST_SECONDS:
            raise ValueError("specify a number above 0")
        return cls(number)


class Duration(float):
    """A time with its unit, in seconds."""

    @classmethod
    def read(cls, text: str) -> Duration:
        """Parse and check. Raises ValueError."""
        seconds = measure_of(text, TIME_UNITS)
        if not seconds:
            raise ValueError('write it with a unit: "90 s", "5 min"')
        return cls(seconds)


class Factor(float):
    """A multiple of a load."""

    @classmethod
    def read(cls, text: str) -> Factor:
        """Parse and check. Raises ValueError."""
        number = number_or_zero(text)
        if not LEAST_GROWTH <= number < GREATEST_GROWTH:
            raise ValueError(GROWTHS)
        return cls(number)


class ShareLimit(float):
    """A part of a limit, such as 0.8."""

    @classmethod
    def read(cls, text: str) -> ShareLimit:
        """Parse and check. Raises ValueError."""
        number = Factor.read(text)
        if number >= LEAST_PER_CENT:
            raise ValueError(f"a share of 1 is 100%: write {number / 100:g} for {number:g}%")
        return cls(number)


def number_or_zero(text: str) -> float:
    """The number of a text; 0, which no value here may be, for any other text."""
    try:
        return float(text)
    except ValueError:
        return 0.0
