"""The settings that hosts of queue managers get: effective entries of sysctl, limits and unit files.

A host is a folder: what is above `etc`, or above `sysctl.d`, `limits.d` and the like. It counts only if it
has to do with IBM MQ: a file names mqm or MQ, a unit starts a queue manager, an ini file of a queue manager
is below it, or the user named the file.
"""

from __future__ import annotations

import os

from mqtune.syntax.document import LIMITS, NAMED, SYSCTL, UNIT
from mqtune.syntax.placeholders import has_placeholder
from mqtune.text.patterns import lazy_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from mqtune.estate.model import Estate
    from mqtune.syntax.ini.tree import Entry, IniFile

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
        found = [file for file in self.files if file.document.kind == kind]
        return sorted(found, key=lambda file: (last.get(name_of(file), 0), name_of(file)))

    def sysctls(self) -> dict[str, tuple[IniFile, Entry]]:
        """The effective setting of each key, written with full stops."""
        found = {}
        for file in self.of_kind(SYSCTL):
            for entry in entries(file):
                found[dotted(entry.key)] = (file, entry)
        return found

    def units(self) -> Iterator[tuple[IniFile, list[IniFile]]]:
        """The units that start queue managers, each with its drop-in files."""
        units = self.of_kind(UNIT)
        for unit in units:
            if any("strmqm" in entry.value for entry in entries(unit) if entry.key.startswith("Exec")):
                folder = os.path.basename(unit.document.source.path) + ".d"
                parts = [one for one in units if folder_of(one).endswith(folder) and one is not unit]
                yield unit, parts

    def users(self) -> list[str]:
        """The users that run queue managers: those of units, otherwise mqm."""
        found = [
            entry.value
            for unit, parts in self.units()
            for file in (unit, *parts)
            for entry in entries(file)
            if entry.key == "User" and entry.value and entry.value != "root" and "%" not in entry.value
        ]
        return list(dict.fromkeys(found)) or [USER]

    def limits(self, user: str, item: str) -> dict[str, tuple[IniFile, Entry]]:
        """The effective soft and hard limit of a user: its own lines, otherwise those of its group, otherwise
        those of all users; of several the last.
        """
        found: dict[str, tuple[int, IniFile, Entry]] = {}
        ranks = {user: 3, f"@{user}": 2, "*": 1}
        for file in self.of_kind(LIMITS):
            for entry in entries(file):
                words = entry.key.split()
                if len(words) != 3 or words[2] != item or words[0] not in ranks:
                    continue
                rank = ranks[words[0]]
                for type in (SOFT, HARD) if words[1] == "-" else (words[1],):
                    if type in (SOFT, HARD) and (type not in found or found[type][0] <= rank):
                        found[type] = (rank, file, entry)
        return {type: (file, entry) for type, (_, file, entry) in found.items()}


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
    if has_placeholder(text) or not (text.isascii() and text.isdigit()) or len(text) > 20:
        return None
    return float(int(text))
