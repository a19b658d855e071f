"""What a run did not check although it could have: files, rules, and checks that were held back; and how much
it reads more than once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mqtune.text.record import record

# Checks held back: something is unknown on which the verdict of a rule depends.

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

    def __eq__(self, value: object) -> bool:
        return isinstance(value, HeldBack) and value._texts() == self._texts()

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
    checks = [HeldChecks(code, count, reason) for (code, reason), count in counts.items()]
    return sorted(checks, key=lambda check: (check.code, check.reason.why))


def joined_checks(lists: Iterable[Iterable[HeldChecks]]) -> list[HeldChecks]:
    """The counts of several projects as one list."""
    counts: HeldCounts = {}
    for check in (check for checks in lists for check in checks):
        key = (check.code, check.reason)
        counts[key] = counts.get(key, 0) + check.count
    return held_checks(counts)


@record
class NotChecked:
    """The files that were left out, each with the reason, and the rules that did not run.

    A file ends with `/` if it is a folder that was not looked through; `folders` are those that are hidden or
    of third parties. `rules` are codes, families of which no rule ran, or ALL; `removed` are those that did
    not run, or not to the end, for another reason than the user's options, and `removed_count` is how many
    rules that are. `gate` is the shown path of the gate, "" without one, and `overruled` is what it did not
    accept.
    """

    files: Sequence[tuple[str, str]] = ()
    folders: Sequence[tuple[str, str]] = ()
    rules: Sequence[str] = ()
    removed: Sequence[str] = ()
    removed_count: int = 0
    gate: str = ""
    overruled: Sequence[Overruled] = ()


def joined_not_checked(parts: Iterable[NotChecked]) -> NotChecked:
    """Those of several projects as one."""
    every = list(parts)
    return NotChecked(
        sorted({file for part in every for file in part.files}),
        sorted({folder for part in every for folder in part.folders}),
        list(dict.fromkeys(rule for part in every for rule in part.rules)),
        list(dict.fromkeys(rule for part in every for rule in part.removed)),
        max((part.removed_count for part in every), default=0),
        next((part.gate for part in every if part.gate), ""),
        [*{(entry.where, entry.what): entry for part in every for entry in part.overruled}.values()],
    )


# What a repository would remove from the findings, and a gate does not accept.


@record
class Overruled:
    """Something in a repository that would remove findings, and that the gate does not accept.

    `kind` is what it is, `what` also says which; `line` is 0 if no line applies.
    """

    file: str
    line: int
    kind: str
    what: str
    why: str

    @property
    def where(self) -> str:
        """`mqtune.toml:3`."""
        return f"{self.file}:{self.line}" if self.line else self.file


# The allowance: how much a run reads more than once, because several queue managers, environments or scripts
# have it in common. Each of them has a copy, so few bytes that many of them share would be read for minutes.
# What exceeds the allowance is left out, and counted as not checked.

# Of the characters that a run reads, so that time and memory grow with them; at least as many as 4 s take.
# 20 environments have values for all files. 200 queue managers with scripts of 100 KB in common, which are 40
# million with their words, are complete if each has 10 KB of its own: its qm.ini and a script.
MOST_TIMES, LEAST = 20, 4 * 2**20
# what a word, a file and a queue manager cost beside their characters, in characters
WORD, FILE, QUEUE_MANAGER = 25, 150, 1000
CHARACTERS_OF_WORD = 12  # a usual number
VERSION = 500  # what a small file costs at least for each environment whose values it is read with


class Allowance:
    """What is left to be read once more; `read` are the characters of a run, or of one of its `states`."""

    __slots__ = ("_left",)

    def __init__(self, read: int, states: int = 1) -> None:
        self._left = max(MOST_TIMES * read, LEAST // states)

    def copy(self) -> Allowance:
        """The same allowance, to be used apart."""
        copy = Allowance(0)
        copy._left = self._left
        return copy

    @property
    def files(self) -> int:
        """How many files may be read once more at most."""
        return self._left // FILE

    def admits(self, characters: int, files: int = 1, words: int = 0) -> bool:
        """Whether this may be read once more, which then counts."""
        size = characters + FILE * files + WORD * words
        if size > self._left:
            return False
        self._left -= size
        return True
