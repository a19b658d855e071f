"""The definition of an experiment as data, the values of its settings, and the reasons of failures.

A definition says what an experiment asks, varies, holds constant, touches and recommends. Definitions are
read from `definitions/*.toml`, reasons from `reasons.toml`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from mqtune.assets import asset_text
from mqtune.hosts.inventory import HostError
from mqtune.lab.core.run import Level
from mqtune.project.settings import bytes_of, plain_number
from mqtune.text.messages import allowed_list
from mqtune.text.record import record
from mqtune.text.spelling import nearest, nearest_help


@dataclass(frozen=True, slots=True)
class ExperimentSetting:
    """One `--set key=value`: its type, default and bounds or choices.

    Types are integer, number, size, text, name, choice and list. A size is in bytes. A name is an MQ name:
    letters, digits and `. _ / %`, at most `most` characters. A list contains whole numbers, or words if it
    has choices; the bounds apply to each value.
    """

    name: str
    type: str
    default: Level | tuple[Level, ...]
    help: str
    unit: str = ""
    least: int | float | None = None
    most: int | float | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Factor:
    """What is varied: its levels, and which levels may be added when the best level is at an edge."""

    name: str
    what: str
    setting: str  # the setting that lists its levels
    opens: str = ""  # in words: "2, or 6, 7 … up to the cores less one"


@dataclass(frozen=True, slots=True)
class Definition:
    """The description of an experiment. Texts are whole sentences or phrases.

    `drivers` can measure it; manual and simulated are possible for every experiment and are not listed.
    """

    name: str
    question: str
    hypothesis: str
    factors: tuple[Factor, ...]
    held_constant: tuple[str, ...]
    touches: tuple[str, ...]
    guard_rails: tuple[str, ...]
    decision: str
    recommends: str
    pitfalls: tuple[str, ...]
    source: str  # report, section, page
    simulated: str  # which published figures the simulated queue manager uses, and what is assumed
    measure: str  # what a run's value is
    unit: str
    drivers: tuple[str, ...]
    settings: tuple[ExperimentSetting, ...]
    minutes: float  # usual length at 1% noise, with the defaults
    says: Mapping[str, str] = field(default_factory=dict)  # sentences of the advice, with {placeholders}
    pilot: bool = True  # whether three equal runs before the others measure the noise without doing harm

    @property
    def defaults(self) -> dict[str, Level | tuple[Level, ...]]:
        """The settings by name, with their defaults."""
        return {setting.name: setting.default for setting in self.settings}


# The error of the lab.


class LabError(HostError):
    """What is wrong (`message`), and what to do next (`help`)."""


@contextmanager
def of_hosts() -> Iterator[None]:
    """Raise errors of hosts as LabError."""
    try:
        yield
    except HostError as error:
        raise LabError(error.message, error.help) from error


# Settings: `--set key=value` read by the definition.

Value = Level | tuple[Level, ...]
Reader = Callable[[ExperimentSetting, str], Value]

MOST_IN_A_LIST = 200
NAME_CHARACTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._/%")
SECONDS_IN = {"s": 1, "min": 60, "m": 60, "h": 3600}
KINDS = {
    "integer": "a whole number",
    "number": "a number",
    "size": "a size in bytes",
    "text": "a text",
    "name": "a name",
    "choice": "a word",
    "list": "a list with commas",
}


def read_settings(definition: Definition, given: Iterable[str]) -> dict[str, Value]:
    """All settings by name, from `key=value` texts or their defaults. Raises LabError.

    The result has every setting, so that a plan and a journal show all of them.
    """
    known = {setting.name: setting for setting in definition.settings}
    values: dict[str, Value] = {}
    for text in given:
        key, equals, value = text.partition("=")
        name = key.strip().lower().replace("_", "-")
        if not equals:
            first = next(iter(known.values()))
            example = f"{first.name}={shown(first.default)}"
            raise LabError(f"--set {text} has no value", f"write --set key=value, such as {example}")
        if name not in known:
            help = nearest_help(name, known, f"settings are {', '.join(known)}")
            raise LabError(f"{definition.name} has no setting {key.strip()!r}", help)
        if name in values:
            raise LabError(f"{name} is set twice", "set it once; separate several values by commas")
        values[name] = read_value(known[name], value.strip())
    return {name: values.get(name, setting.default) for name, setting in known.items()}


def shown(value: Value) -> str:
    """A value in the form in which it follows `key=`."""
    if isinstance(value, tuple):
        return ",".join(shown(part) for part in value)
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def read_value(setting: ExperimentSetting, text: str) -> Value:
    """One value from its text. Raises LabError with what is allowed."""
    readers: dict[str, Reader] = {"list": _list, "choice": _choice, "text": _text, "name": _name}
    return readers.get(setting.type, _number)(setting, text)


def wanted(setting: ExperimentSetting) -> str:
    """The allowed values of a setting: `a whole number from 1 to 100 (s), default 30`."""
    words = KINDS[setting.type]
    if setting.choices:
        words = f"{'a list of ' if setting.type == 'list' else ''}{allowed_list(setting.choices)}"
    elif setting.type in ("text", "name"):
        words += f" of at most {setting.most:g} characters" if setting.most is not None else ""
    elif setting.least is not None and setting.most is not None:
        words += f" from {shown(setting.least)} to {shown(setting.most)}"
    unit = f" ({setting.unit})" if setting.unit else ""
    default = shown(setting.default)
    return f"{words}{unit}, default {default}" if default else f"{words}{unit}"


def _refused(setting: ExperimentSetting, why: str) -> LabError:
    return LabError(f"{setting.name}: {why}", f"{setting.help}: {wanted(setting)}")


def _choice(setting: ExperimentSetting, text: str) -> str:
    word = text.lower()
    choice = next((choice for choice in setting.choices if choice.lower() == word), None)
    if choice is not None:
        return choice
    near = nearest(word, setting.choices)
    hint = f"; the nearest is {near}" if near else ""
    raise LabError(
        f"invalid {setting.name} {text!r}", f"choose from {allowed_list(setting.choices, 20)}{hint}"
    )


def _text(setting: ExperimentSetting, text: str) -> str:
    if not text.isprintable():
        raise _refused(setting, "the value contains a character that cannot be printed")
    if text.startswith("-"):
        raise _refused(setting, f"{text!r} begins with a hyphen, which a driver would read as an option")
    if setting.most is not None and len(text) > setting.most:
        raise _refused(setting, f"{text!r} is {len(text)} characters long")
    return text


def _name(setting: ExperimentSetting, text: str) -> str:
    strange = sorted(set(text) - NAME_CHARACTERS)
    if strange:
        raise _refused(setting, f"{text!r} is not a valid MQ name (only letters, digits and . _ / %)")
    return _text(setting, text)


def _number(setting: ExperimentSetting, text: str) -> int | float:
    negative = text.startswith("-")
    number = _measured(setting, text.removeprefix("-").strip())
    if number is None:
        raise _refused(setting, f"{text!r} is not {KINDS[setting.type]}")
    if negative:
        number = -number
    if setting.type in ("integer", "size", "list") and not isinstance(number, int):
        if number != int(number):
            raise _refused(setting, f"{text!r} is not a whole number")
        number = int(number)
    if setting.least is not None and number < setting.least:
        raise _refused(setting, f"{text} is below {shown(setting.least)}")
    if setting.most is not None and number > setting.most:
        raise _refused(setting, f"{text} is above {shown(setting.most)}")
    return number


def _measured(setting: ExperimentSetting, text: str) -> int | float | None:
    """A number, alone or with its unit: `30`, `30s`, `2min` for seconds, `2KiB` for bytes."""
    plain = plain_number(text)
    if plain is not None:
        return plain
    if setting.type == "size":
        return bytes_of(text)
    word = text.lstrip("0123456789._").strip()
    count = plain_number(text[: len(text) - len(word)].strip()) if word else None
    if count is None:
        return None
    if setting.unit == "s":
        factor = SECONDS_IN.get(word.lower())
        return None if factor is None else count * factor
    return count if word == setting.unit else None


def _list(setting: ExperimentSetting, text: str) -> tuple[Level, ...]:
    """Numbers with ranges (`3,4,5`, `3-5`, `1,8-10`), or words if the setting has choices."""
    levels: list[Level] = []
    for part in filter(None, (word.strip() for word in text.split(","))):
        levels += [_choice(setting, part)] if setting.choices else _range(setting, part)
    if not levels:
        raise _refused(setting, "the list is empty")
    if len(levels) > MOST_IN_A_LIST:
        raise _refused(setting, f"the list has {len(levels)} values, more than {MOST_IN_A_LIST}")
    twice = next((level for number, level in enumerate(levels) if level in levels[:number]), None)
    if twice is not None:
        raise _refused(setting, f"{twice} is listed twice")
    return tuple(levels)


def _range(setting: ExperimentSetting, part: str) -> Sequence[Level]:
    low, dash, high = part.partition("..") if ".." in part else part.partition("-")
    if not dash:
        return [_number(setting, part)]
    first, last = _number(setting, low.strip()), _number(setting, high.strip())
    if last < first:
        raise _refused(setting, f"the range {part} is descending")
    if last - first >= MOST_IN_A_LIST:
        raise _refused(setting, f"{part} has more than {MOST_IN_A_LIST} values")
    return list(range(int(first), int(last) + 1))


# Reasons: what a failure means and what to do next.


@record
class Reason:
    """A reason code: its name, what to do next, and whether it means that the queue manager went `away`."""

    name: str
    help: str
    away: bool = False


def reason(code: int | None) -> Reason | None:
    """The entry of a reason code; None if it is unknown."""
    return _reasons().get(code) if code else None


def is_away(code: int | None) -> bool:
    """Whether a reason code means that the queue manager went away, and may come back."""
    known = reason(code)
    return known is not None and known.away


def advice(code: int | None, words: str) -> str:
    """What to do after a failure, from MQ's reason code or the driver's message; empty if unknown."""
    if known := reason(code):
        return known.help
    return next((row["help"] for row in _data()["said"] if row["words"] in words), "")


def stopping() -> list[dict[str, str]]:
    """Messages of runmqsc and dspmq that stop everything: `number`, `message` and `help`, with places."""
    rows: list[dict[str, str]] = _data()["stopping"]
    return rows


def of_journals() -> list[dict[str, Any]]:
    """Errors of the system with a journal: `errors`, `message` and `help`; the last row is for all others."""
    rows: list[dict[str, Any]] = _data()["journal"]
    return rows


# the file is part of the program: read once, never changed
@cache
def _reasons() -> dict[int, Reason]:
    rows = {int(code): row for code, row in _data().items() if code.isdigit()}
    return {code: Reason(row["name"], row["help"], row.get("away", False)) for code, row in rows.items()}


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(asset_text("lab/core/reasons.toml"))
