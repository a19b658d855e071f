"""OSL003 to OSL005, OSL009, OSL012: kernel settings in sysctl files, and what hosts of queue managers get.

A host is a folder: what is above `etc`, or above `sysctl.d`, `limits.d` and the like. It counts only if it
has to do with IBM MQ: a file names mqm or MQ, a unit starts a queue manager, an ini file of a queue manager
is below it, or the user named the file.
"""

from __future__ import annotations

import os

from mqtune.engine.rule import Hit, rule
from mqtune.syntax.document import LIMITS, NAMED, SYSCTL, UNIT, has_placeholder
from mqtune.text.finding import ObjectName
from mqtune.text.patterns import lazy_pattern, whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import Estate
    from mqtune.syntax.ini.tree import Entry, IniFile


# What hosts get: effective entries of sysctl, limits and unit files.

_OF_MQ = lazy_pattern(r"(?i)(?<![a-z])(?:ibm[ _-]?mq|websphere[ _-]?mq|mqm|mq)(?![a-z])")
_PARTS = (
    ("etc", "systemd", "system"),
    ("usr", "lib", "systemd", "system"),
    ("etc", "security", "limits.d"),
    ("etc", "security"),
    ("etc", "sysctl.d"),
    ("systemd", "system"),
    ("security", "limits.d"),
    ("security",),
    ("sysctl.d",),
    ("limits.d",),
    ("etc",),
)
USER = "mqm"
UNLIMITED = float("inf")
NO_LIMIT = ("unlimited", "infinity", "-1")
SOFT, HARD = "soft", "hard"


class Host:
    """The files of one host, and the users that run its queue managers."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.files: list[IniFile] = []

    def of_kind(self, kind: str) -> list[IniFile]:
        """The files of a kind in the order in which they apply: by name, `sysctl.conf` last, `limits.conf`
        first.
        """
        last = {"sysctl.conf": 1, "limits.conf": -1}
        files = [file for file in self.files if file.document.kind == kind]
        return sorted(files, key=lambda file: (last.get(name_of(file), 0), name_of(file)))

    def sysctls(self) -> dict[str, tuple[IniFile, Entry]]:
        """The effective setting of each key, written with full stops."""
        settings = {}
        for file in self.of_kind(SYSCTL):
            for entry in entries(file):
                settings[dotted(entry.key)] = (file, entry)
        return settings

    def units(self) -> Iterator[tuple[IniFile, list[IniFile]]]:
        """The units that start queue managers, each with its drop-in files."""
        units = self.of_kind(UNIT)
        for unit in units:
            if any("strmqm" in entry.value for entry in entries(unit) if entry.key.startswith("Exec")):
                folder = os.path.basename(unit.document.source.path) + ".d"
                parts = [file for file in units if folder_of(file).endswith(folder) and file is not unit]
                yield unit, parts

    def users(self) -> list[str]:
        """The users that run queue managers: those of units, otherwise mqm."""
        users = [
            entry.value
            for unit, parts in self.units()
            for file in (unit, *parts)
            for entry in entries(file)
            if entry.key == "User" and entry.value and entry.value != "root" and "%" not in entry.value
        ]
        return list(dict.fromkeys(users)) or [USER]

    def limits(self, user: str, item: str) -> dict[str, tuple[IniFile, Entry]]:
        """The effective soft and hard limit of a user: its own lines, otherwise those of its group, otherwise
        those of all users; of several the last.
        """
        limits: dict[str, tuple[int, IniFile, Entry]] = {}
        ranks = {user: 3, f"@{user}": 2, "*": 1}
        for file in self.of_kind(LIMITS):
            for entry in entries(file):
                words = entry.key.split()
                if len(words) != 3 or words[2] != item or words[0] not in ranks:
                    continue
                rank = ranks[words[0]]
                for type in (SOFT, HARD) if words[1] == "-" else (words[1],):
                    if type in (SOFT, HARD) and (type not in limits or limits[type][0] <= rank):
                        limits[type] = (rank, file, entry)
        return {type: (file, entry) for type, (_, file, entry) in limits.items()}


def hosts_of(estate: Estate) -> list[Host]:
    """The hosts of an estate that have to do with IBM MQ."""
    hosts: dict[str, Host] = {}
    for file in estate.system_files:
        folder = root_of(file.document.source.path)
        hosts.setdefault(folder, Host(folder)).files.append(file)
    inis = [ini.document.source.path for manager in estate.queue_managers for ini in manager.inis]
    return [host for host in hosts.values() if of_mq(host, inis)]


def root_of(path: str) -> str:
    """The folder that represents the host of a file."""
    folders = os.path.dirname(os.path.abspath(path)).split(os.sep)
    if folders[-1].endswith(".service.d"):
        folders.pop()
    for parts in _PARTS:
        if tuple(folders[-len(parts) :]) == parts:
            return os.sep.join(folders[: -len(parts)])
    return os.sep.join(folders)


def of_mq(host: Host, inis: list[str]) -> bool:
    """Whether a host has to do with IBM MQ."""
    if any(True for _ in host.units()):
        return True
    for file in host.files:
        if file.document.carrier == NAMED or _OF_MQ.search(name_of(file)):
            return True
        if any(_OF_MQ.search(text) for _, text in file.comments):
            return True
        if file.document.kind == LIMITS and any(
            entry.key.split()[:1] in ([USER], [f"@{USER}"]) for entry in entries(file)
        ):
            return True
    inside = host.folder + os.sep
    return any(os.path.abspath(path).startswith(inside) for path in inis)


def entries(file: IniFile) -> Iterator[Entry]:
    """The settings of a file, without lines of another form."""
    return (entry for stanza in file.stanzas for entry in stanza.entries if entry.has_equals)


def name_of(file: IniFile) -> str:
    """The name of a file without its folder."""
    return os.path.basename(file.document.source.path).lower()


def folder_of(file: IniFile) -> str:
    """The folder of a file."""
    return os.path.dirname(file.document.source.path)


def dotted(key: str) -> str:
    """A key of sysctl with full stops; a leading `-` only ignores errors."""
    key = key.removeprefix("-").strip()
    slash, dot = key.find("/"), key.find(".")
    return key.replace("/", ".") if slash >= 0 and (dot < 0 or slash < dot) else key


def limit_of(text: str) -> float | None:
    """A limit as a number; None if it is unknown or has another form."""
    text = text.strip()
    if text in NO_LIMIT:
        return UNLIMITED
    number = None if has_placeholder(text) else whole_number(text)
    return None if number is None else float(number)


# Kernel settings.

# minimums for about two moderate queue managers (IBM MQ documentation, q008550_, and mqconfig)
LEAST = {
    "kernel.shmmni": 4096,
    "kernel.shmmax": 268_435_456,
    "kernel.shmall": 2_097_152,
    "kernel.threads-max": 32_768,
    "kernel.pid_max": 32_768,
    "fs.file-max": 524_288,
}
SEMAPHORES = ("SEMMSL", "SEMMNS", "SEMOPM", "SEMMNI")
LEAST_SEMAPHORES = (32, 4096, 32, 128)
OLD_SEMAPHORES = (500, 256_000, 250, 1024)  # 7.5
OLD_LEVEL = (8,)
SEM = "kernel.sem"
PAGE_BYTES = 4096
NO_EFFECT = ("kernel.msgmni", "kernel.msgmax", "kernel.msgmnb")


def hit(file: IniFile, entry: Entry, message: str, help: str = "") -> Hit:
    """A finding at the value of a setting."""
    return Hit(
        file.document.place(entry.value_span),
        message,
        help=help,
        object=ObjectName("SYSCTL", dotted(entry.key)),
        attribute=dotted(entry.key),
    )


def semaphores(text: str) -> list[int] | None:
    """The numbers of kernel.sem; None if one is unknown or not a number."""
    numbers = [number for word in text.split() if (number := whole_number(word)) is not None]
    return None if has_placeholder(text) or len(numbers) < len(text.split()) else numbers


def required(estate: Estate) -> tuple[int, ...]:
    """The least semaphores for the level of the queue managers."""
    levels = [manager.level for manager in estate.queue_managers if manager.level is not None]
    return OLD_SEMAPHORES if levels and max(levels) < OLD_LEVEL else LEAST_SEMAPHORES


@rule("OSL003")
def kernel_setting_below_minimum(estate: Estate) -> Iterator[Hit]:
    """A sysctl file sets a kernel parameter to less than IBM MQ requires."""
    for host in hosts_of(estate):
        settings = host.sysctls()
        for key, least in LEAST.items():
            if key not in settings:
                continue
            file, entry = settings[key]
            value = limit_of(entry.value)
            if value is not None and value < least:
                yield low(file, entry, f"{key} is {entry.value}, but IBM MQ requires {least} or more", least)
        yield from low_semaphores(host, required(estate))


def low_semaphores(host: Host, least: tuple[int, ...]) -> Iterator[Hit]:
    """The parts of kernel.sem that are too low, in one finding."""
    setting = host.sysctls().get(SEM)
    numbers = semaphores(setting[1].value) if setting is not None else None
    if setting is None or numbers is None or len(numbers) != len(SEMAPHORES):
        return
    low_ones = [
        f"{name} {number} of {need}"
        for name, number, need in zip(SEMAPHORES, numbers, least, strict=True)
        if number < need
    ]
    if low_ones and not (numbers[0] > numbers[1]):  # OSL004 reports another order
        words = " ".join(str(max(number, need)) for number, need in zip(numbers, least, strict=True))
        yield low(*setting, f"{SEM} is below the minimum of IBM MQ: {', '.join(low_ones)}", words)


def low(file: IniFile, entry: Entry, message: str, least: object) -> Hit:
    """The finding for one setting."""
    return hit(
        file,
        entry,
        message,
        help=f"set {dotted(entry.key)} = {least} or more, unless another file that applies later raises it",
    )


@rule("OSL004")
def kernel_sem_malformed(estate: Estate) -> Iterator[Hit]:
    """kernel.sem does not have four numbers, or they are in another order."""
    for host in hosts_of(estate):
        setting = host.sysctls().get(SEM)
        numbers = semaphores(setting[1].value) if setting is not None else None
        if setting is None or numbers is None:
            continue
        if len(numbers) != len(SEMAPHORES):
            message = f"{SEM} has {len(numbers)} numbers, but four are expected: {' '.join(SEMAPHORES)}"
        elif numbers[0] > numbers[1]:
            message = f"{SEM} has SEMMSL {numbers[0]} above SEMMNS {numbers[1]}: the order is another one"
        else:
            continue
        yield hit(*setting, message, f"write {SEM} = {' '.join(map(str, required(estate)))} or more")


@rule("OSL005")
def shared_memory_pages_too_few(estate: Estate) -> Iterator[Hit]:
    """kernel.shmall, in pages, allows less shared memory in all than kernel.shmmax for one segment."""
    for host in hosts_of(estate):
        settings = host.sysctls()
        if "kernel.shmall" not in settings or "kernel.shmmax" not in settings:
            continue
        file, entry = settings["kernel.shmall"]
        pages, most = limit_of(entry.value), limit_of(settings["kernel.shmmax"][1].value)
        if pages is None or most is None or pages * PAGE_BYTES >= most:
            continue
        yield hit(
            file,
            entry,
            f"kernel.shmall allows {pages * PAGE_BYTES:,.0f} bytes of shared memory, less than kernel.shmmax "
            f"for one segment, {most:,.0f}",
            help=f"set kernel.shmall = {-(-most // PAGE_BYTES):.0f} or more",
        )


@rule("OSL009")
def comment_after_sysctl_value(estate: Estate) -> Iterator[Hit]:
    """A sysctl file has a comment after a value, which becomes part of the value."""
    for host in hosts_of(estate):
        for file in host.of_kind(SYSCTL):
            for entry in entries(file):
                at = min((entry.value.find(sign) for sign in "#;" if sign in entry.value), default=-1)
                if at <= 0 or has_placeholder(entry.value):
                    continue
                value = entry.value[:at].rstrip()
                yield hit(
                    file,
                    entry,
                    f"the value of {dotted(entry.key)} includes the comment after it",
                    help=f"write {dotted(entry.key)} = {value}, and the comment on a line of its own",
                )


@rule("OSL012")
def message_queue_settings_without_effect(estate: Estate) -> Iterator[Hit]:
    """A file for queue managers sets kernel.msgmni, msgmax or msgmnb, which IBM MQ does not use."""
    for host in hosts_of(estate):
        for key, (file, entry) in host.sysctls().items():
            if key in NO_EFFECT:
                yield hit(file, entry, f"{key} has no effect on queue managers")
