"""Checks that were held back: something is unknown on which the verdict of a rule depends."""

from __future__ import annotations

from collections.abc import Iterable

from mqtune.text.record import record

# (code, reason) -> how many checks
HeldCounts = dict[tuple[str, "HeldBack"], int]


class HeldBack:
    """Why a check was held back: what is unknown (`why`), and the option that supplies it (`enable`).

    `declare` is the key of mqtune.toml that supplies it as well, `source` the object whose load is needed;
    both are empty if there is none. Two are equal if their texts are.
    """

    __slots__ = ("declare", "enable", "source", "why")

    def __init__(self, why: str, enable: str, declare: str = "", source: str = "") -> None:
        self.why = why
        self.enable = enable
        self.declare = declare
        self.source = source

    def _texts(self) -> tuple[str, str, str, str]:
        return self.why, self.enable, self.declare, self.source

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HeldBack) and other._texts() == self._texts()

    def __hash__(self) -> int:
        return hash(self._texts())

    def __repr__(self) -> str:
        return f"HeldBack({self.why!r})"


INCOMPLETE = HeldBack(
    "the files may be only part of the queue manager", "--complete", "complete = true in mqtune.toml"
)
CUT_DUMP = HeldBack("a dump of the queue manager is not complete", "a complete dump")
PARTIAL = HeldBack(
    "not all files declared for the queue manager were read", "the folder of mqtune.toml in place of files"
)
UNKNOWN_NAMES = HeldBack(
    "names of objects are placeholders without a value", "--values FILE", "values of an [[environment]]"
)
UNKNOWN_VALUES = HeldBack(
    "names or values are placeholders, or not in the files", "--values FILE", "values of an [[environment]]"
)
NO_LEVEL = HeldBack("mq-version is not declared", "--mq-version LEVEL", "mq-version in mqtune.toml")
NO_PLATFORM = HeldBack("platform is not declared", "--platform NAME", "platform in mqtune.toml")
CHANNEL_USERS = HeldBack(
    "the users of message channels may need the authority", "MCAUSER and CHLAUTH records in the files"
)
NO_LOAD = HeldBack("no load is declared", "[[queue-manager.queue]], .topic or .cluster in mqtune.toml")
TOO_MANY = HeldBack(
    "more names or topic strings than are compared in one run", "fewer patterns in one queue manager"
)
# the most telling first
REASONS = (INCOMPLETE, UNKNOWN_NAMES, UNKNOWN_VALUES, NO_LEVEL, NO_PLATFORM, NO_LOAD)


@record
class HeldChecks:
    """The number of checks of one rule that were held back for one reason."""

    code: str
    count: int
    reason: HeldBack


def held_checks(counts: HeldCounts) -> list[HeldChecks]:
    """The counts as a list, in the order of codes and reasons."""
    found = [HeldChecks(code, count, reason) for (code, reason), count in counts.items()]
    return sorted(found, key=lambda one: (one.code, one.reason.why))


def joined_checks(lists: Iterable[Iterable[HeldChecks]]) -> list[HeldChecks]:
    """The counts of several projects as one list."""
    counts: HeldCounts = {}
    for one in (one for checks in lists for one in checks):
        key = (one.code, one.reason)
        counts[key] = counts.get(key, 0) + one.count
    return held_checks(counts)
