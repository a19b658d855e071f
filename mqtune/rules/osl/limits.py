"""OSL006 to OSL008: limits of users in limits files."""

from __future__ import annotations

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.findings.finding import ObjectName
from mqtune.rules.osl.host import HARD, SOFT, UNLIMITED, hosts_of, limit_of
from mqtune.syntax.document import LIMITS, SYSCTL
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from re import Pattern

    from mqtune.estate.model import Estate
    from mqtune.syntax.ini.tree import Entry, IniFile

# minimums in the documentation for Linux, which mqconfig also checks
LEAST = {"nofile": 10_240, "nproc": 4096}
_LIMIT_LINE = lazy_pattern(r"\S+\s+(?:soft|hard|-)\s+[a-z]+\s+\S+(?:\s*#.*)?")
_SETTING_LINE = lazy_pattern(r"-?[a-z]+[./][A-Za-z0-9_./*-]+\s*=.*")


def shown(value: float) -> str:
    """A limit as text."""
    return "unlimited" if value == UNLIMITED else f"{value:.0f}"


def user_limits(estate: Estate) -> Iterator[tuple[str, str, dict[str, tuple[IniFile, Entry]]]]:
    """User, item, and its soft and hard limit in the files, for all users that run queue managers."""
    for host in hosts_of(estate):
        for user in host.users():
            yield from ((user, item, host.limits(user, item)) for item in LEAST)


@rule("OSL006")
def limit_below_minimum(estate: Estate) -> Iterator[Hit]:
    """A limits file gives the user of the queue managers fewer files or processes than IBM MQ requires."""
    for user, item, found in user_limits(estate):
        least, told = LEAST[item], set[int]()
        for type, (file, entry) in found.items():
            value = limit_of(entry.value)
            if value is None or value >= least or id(entry) in told:
                continue
            told.add(id(entry))
            word = "" if entry.key.split()[1] == "-" else f"{type} "
            yield limit_hit(
                file,
                entry,
                f"the {word}limit of {item} for {user} is {entry.value}, but IBM MQ requires {least} or more",
                "nofile limits the open files, sockets included, of a process, nproc the processes and "
                "threads of the user; mqconfig checks both (Configuring and tuning the operating system on "
                "Linux)",
                f"set soft and hard {item} of {user} to {least} or more, and the same in the service unit",
            )


def limit_hit(file: IniFile, entry: Entry, message: str, note: str, help: str) -> Hit:
    """A finding at the value of a limit."""
    return Hit(
        file.document.place(entry.value_span),
        message,
        note=note,
        help=help,
        object=ObjectName("LIMIT", entry.key.split()[-1]),
        attribute=entry.key.split()[-1],
    )


@rule("OSL007")
def soft_limit_above_hard(estate: Estate) -> Iterator[Hit]:
    """The soft limit of the user of the queue managers is above the hard limit."""
    for user, item, found in user_limits(estate):
        if SOFT not in found or HARD not in found or found[SOFT][1] is found[HARD][1]:
            continue
        soft, hard = (limit_of(found[type][1].value) for type in (SOFT, HARD))
        if soft is None or hard is None or soft <= hard:
            continue
        yield limit_hit(
            *found[SOFT],
            f"the soft limit of {item} for {user}, {shown(soft)}, is above the hard limit, {shown(hard)}",
            f"the soft limit cannot exceed the hard one, so {shown(hard)} applies (limits.conf, manual)",
            f"raise the hard limit to {shown(soft)}, or lower the soft one",
        )


@rule("OSL008")
def line_of_another_file(estate: Estate) -> Iterator[Hit]:
    """A sysctl file contains a line of a limits file, or vice versa: it has no effect there."""
    for host in hosts_of(estate):
        yield from lines_in(host.of_kind(SYSCTL), _LIMIT_LINE, SYSCTL, "limits.conf or limits.d")
        yield from lines_in(host.of_kind(LIMITS), _SETTING_LINE, LIMITS, "sysctl.conf or sysctl.d")


def lines_in(files: list[IniFile], pattern: Pattern[str], kind: str, other: str) -> Iterator[Hit]:
    """The lines of files of a kind that have the form of another kind."""
    for file in files:
        for entry in (entry for stanza in file.stanzas for entry in stanza.entries):
            text = file.lines[entry.span.line - 1].strip()
            if pattern.fullmatch(text) is not None:
                yield Hit(
                    file.document.place(entry.span),
                    f"this line belongs to {other}, and has no effect in a file of {kind}",
                    help=f"move it to {other}",
                    object=ObjectName("FILE", kind),
                    attribute=text.split()[0],
                )
