"""OSL010, OSL011: service units that start queue managers."""

from __future__ import annotations

import os

from mqtune.engine.hit import Hit
from mqtune.engine.rule import rule
from mqtune.findings.finding import ObjectName
from mqtune.rules.osl.host import entries, hosts_of, limit_of
from mqtune.text.spans import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import Estate
    from mqtune.syntax.ini.tree import Entry, IniFile

LEAST_FILES = 10_240
LEAST_TASKS = 4096  # the minimum of nproc


def effective(unit: IniFile, parts: list[IniFile], key: str) -> tuple[IniFile, Entry] | None:
    """The last value of a key in a unit and its drop-in files."""
    found = None
    for file in (unit, *parts):
        for entry in entries(file):
            if entry.key == key and entry.stanza.name == "Service":
                found = (file, entry)
    return found


@rule("OSL010")
def unit_without_file_limit(estate: Estate) -> Iterator[Hit]:
    """A service unit starts a queue manager without LimitNOFILE, or with less than 10240."""
    for host in hosts_of(estate):
        for unit, parts in host.units():
            found = effective(unit, parts, "LimitNOFILE")
            if found is None:
                yield unit_hit(unit, unit, start_of(unit), "starts a queue manager without LimitNOFILE")
                continue
            file, entry = found
            values = [limit_of(part) for part in entry.value.split(":")]
            lowest = min((one for one in values if one is not None), default=None)
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
        note="limits of limits.conf do not apply to queue managers that systemd starts; without "
        "LimitNOFILE the "
        "default of systemd applies, a soft limit of 1024 in current versions (systemd.exec, manual)",
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
                found = effective(unit, parts, key)
                value = limit_of(found[1].value.split(":")[0]) if found is not None else None
                if found is None or value is None or value >= LEAST_TASKS:
                    continue
                file, entry = found
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
