"""OSL002, OSL006 to OSL008, OSL010, OSL011: limits of users, service units, and processes in scripts."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from mqtune.engine.rule import Hit, rule
from mqtune.estate.model import Estate
from mqtune.rules.osl.kernel import HARD, SOFT, UNLIMITED, entries, hosts_of, limit_of
from mqtune.syntax.document import LIMITS, SYSCTL
from mqtune.text.editing import Place, Span
from mqtune.text.finding import ObjectName
from mqtune.text.patterns import lazy_pattern, whole_number
from mqtune.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Pattern

    from mqtune.syntax.ini.tree import Entry, IniFile


# OSL006 to OSL008: limits of users in limits files.

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
    for user, item, limits in user_limits(estate):
        least, told = LEAST[item], set[int]()
        for type, (file, entry) in limits.items():
            value = limit_of(entry.value)
            if value is None or value >= least or id(entry) in told:
                continue
            told.add(id(entry))
            word = "" if entry.key.split()[1] == "-" else f"{type} "
            yield limit_hit(
                file,
                entry,
                f"the {word}limit of {item} for {user} is {entry.value}, but IBM MQ requires {least} or more",
                help=f"set soft and hard {item} of {user} to {least} or more, and the same in the service "
                "unit",
            )


def limit_hit(file: IniFile, entry: Entry, message: str, note: str = "", help: str = "") -> Hit:
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
    for user, item, limits in user_limits(estate):
        if SOFT not in limits or HARD not in limits or limits[SOFT][1] is limits[HARD][1]:
            continue
        soft, hard = (limit_of(limits[type][1].value) for type in (SOFT, HARD))
        if soft is None or hard is None or soft <= hard:
            continue
        yield limit_hit(
            *limits[SOFT],
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


def lines_in(files: list[IniFile], pattern: Pattern[str], kind: str, destination: str) -> Iterator[Hit]:
    """The lines of files of a kind that have the form of another kind."""
    for file in files:
        for entry in (entry for stanza in file.stanzas for entry in stanza.entries):
            text = file.lines[entry.span.line - 1].strip()
            if pattern.fullmatch(text) is not None:
                yield Hit(
                    file.document.place(entry.span),
                    f"this line belongs to {destination}, and has no effect in a file of {kind}",
                    help=f"move it to {destination}",
                    object=ObjectName("FILE", kind),
                    attribute=text.split()[0],
                )


# OSL010, OSL011: service units that start queue managers.

LEAST_FILES = 10_240
LEAST_TASKS = 4096  # the minimum of nproc


def effective(unit: IniFile, parts: list[IniFile], key: str) -> tuple[IniFile, Entry] | None:
    """The last value of a key in a unit and its drop-in files."""
    setting = None
    for file in (unit, *parts):
        for entry in entries(file):
            if entry.key == key and entry.stanza.name == "Service":
                setting = (file, entry)
    return setting


@rule("OSL010")
def unit_without_file_limit(estate: Estate) -> Iterator[Hit]:
    """A service unit starts a queue manager without LimitNOFILE, or with less than 10240."""
    for host in hosts_of(estate):
        for unit, parts in host.units():
            setting = effective(unit, parts, "LimitNOFILE")
            if setting is None:
                yield unit_hit(unit, unit, start_of(unit), "starts a queue manager without LimitNOFILE")
                continue
            file, entry = setting
            values = [limit_of(part) for part in entry.value.split(":")]
            lowest = min((limit for limit in values if limit is not None), default=None)
            if None not in values and lowest is not None and lowest < LEAST_FILES:
                text = f"starts a queue manager with LimitNOFILE={entry.value}, below {LEAST_FILES}"
                yield unit_hit(unit, file, entry.value_span, text)


def start_of(unit: IniFile) -> Span:
    """The line that starts the queue manager."""
    for entry in entries(unit):
        if entry.key.startswith("Exec") and "strmqm" in entry.value:
            return entry.span
    return Span(1, 1, 1, 1)


def unit_hit(unit: IniFile, file: IniFile, span: Span, text: str) -> Hit:
    """The finding for a unit, in it or in one of its drop-in files."""
    name = os.path.basename(unit.document.source.path)
    return Hit(
        file.document.place(span),
        f"{name} {text}",
        help=f"add LimitNOFILE={LEAST_FILES} or more and LimitNPROC={LEAST_TASKS} or more to its "
        "[Service] section, "
        "then `systemctl daemon-reload` and restart the queue manager",
        object=ObjectName("UNIT", name),
        attribute="LimitNOFILE",
    )


@rule("OSL011")
def unit_with_few_tasks(estate: Estate) -> Iterator[Hit]:
    """A service unit that starts a queue manager limits its processes and threads below 4096."""
    for host in hosts_of(estate):
        for unit, parts in host.units():
            for key in ("TasksMax", "LimitNPROC"):
                setting = effective(unit, parts, key)
                value = limit_of(setting[1].value.split(":")[0]) if setting is not None else None
                if setting is None or value is None or value >= LEAST_TASKS:
                    continue
                file, entry = setting
                name = os.path.basename(unit.document.source.path)
                yield Hit(
                    file.document.place(entry.value_span),
                    f"{name} starts a queue manager with {key}={entry.value}, below {LEAST_TASKS}",
                    note="each connection and each channel of a queue manager needs a thread; the "
                    "documentation "
                    f"requires {LEAST_TASKS} processes and threads for the user",
                    help=f"set {key}={LEAST_TASKS} or more; TasksMax=infinity leaves it to the limit "
                    "of the user",
                    object=ObjectName("UNIT", name),
                    attribute=key,
                )


# OSL002: limits of the processes of MQ in scripts.

LIMIT = lazy_pattern(r"^[ \t]*ulimit[ \t]+(?:-[SH]+[ \t]+)?-[SH]*n[SH]*[ \t]+([0-9]+)", re.MULTILINE)
STARTS = lazy_pattern(r"^[^#\n]*\bstrmqm\b", re.MULTILINE)


@rule("OSL002")
def few_file_handles(estate: Estate) -> Iterator[Hit]:
    """A shell script sets `ulimit -n` below 10240, starts a queue manager with strmqm and runs runmqsc.

    Each script is checked once, whatever number of texts it passes to runmqsc.
    """
    scripts = (script for queue_manager in estate.queue_managers for script in queue_manager.scripts)
    documents = (script.document for script in scripts)
    sources = {
        document.source.shown: document.source
        for document in documents
        if document.carrier == "here-document"
    }
    for source in sources.values():
        yield from _low_limits(source)


def _low_limits(source: Source) -> Iterator[Hit]:
    started = STARTS.search(source.text) if "strmqm" in source.text else None
    if started is None:
        return
    for match in LIMIT.finditer(source.text, 0, started.end()):
        files = whole_number(match[1])
        if files is not None and files < LEAST_FILES:
            line = source.text.count("\n", 0, match.start(1)) + 1
            column = match.start(1) - source.text.rfind("\n", 0, match.start(1))
            yield Hit(
                Place(source.shown, Span(line, column, line, column + len(match[1]))),
                f"the queue manager is started with at most {match[1]} file handles",
                note=f"the documentation requires at least {LEAST_FILES} on Linux and AIX; each channel, "
                "queue file and log file uses some, and a channel that finds none left ends (hardware and "
                "software requirements, file limits)",
                help=f"set ulimit -n {LEAST_FILES} or more; the V8 report used 1048576 (A.2, p. 45)",
                object=ObjectName("LIMIT", "nofile"),
                attribute="nofile",
            )
