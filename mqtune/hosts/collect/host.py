"""What the commands of a host print: queue managers, levels, folders, processes, environment.

Source of the layouts: IBM MQ documentation, "dspmq", "dspmqver", "dspmqinf"; proc(5).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from mqtune.language.access import variables
from mqtune.language.masking import covered_value
from mqtune.text.messages import COVER

NAME = re.compile(r"[A-Za-z0-9._/%]{1,48}")  # of a queue manager
NUMBER = re.compile(r"\s*([0-9]{1,15})\s*")
FIELD = re.compile(r"(?<![A-Z])([A-Z]+)\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
LABEL = re.compile(r"[\w/ ]+")
STANZA_KEY = re.compile(r"[A-Za-z]\w*")
RUNNING = "running"
CONTROLLER = "amqzxma0"  # the process whose environment and limits the queue manager has
# variables that are kept even if MQ's catalogue does not list them
PREFIXES = ("AMQ", "MQ", "LC_", "LANG", "TZ")
SECRET_WORDS = ("PASS", "PWD", "TOKEN", "SECRET", "KEY")


@dataclass(frozen=True, slots=True)
class Listed:
    """A queue manager as dspmq lists it."""

    name: str
    status: str
    folder: str | None  # of the installation

    @property
    def is_running(self) -> bool:
        """Whether its commands can be run here: a standby instance or one on another host does not answer."""
        return self.status.lower() == RUNNING

    def program(self, name: str) -> str:
        """A control command of its own installation."""
        return f"{self.folder}/bin/{name}" if self.folder else name


def listed(text: str) -> list[Listed]:
    """The queue managers in the output of `dspmq -o all`; a name that cannot be read is empty."""
    managers = []
    for line in text.splitlines():
        if line.startswith("QMNAME("):
            fields = dict(FIELD.findall(line))
            managers.append(
                Listed(fields.get("QMNAME", ""), fields.get("STATUS", ""), fields.get("INSTPATH") or None)
            )
    return managers


def version_fields(text: str) -> dict[str, str]:
    """The labelled values of dspmqver: `Version`, `DataPath`, `Platform`."""
    fields: dict[str, str] = {}
    for label, value in _pairs(text, ":", LABEL):
        fields.setdefault(label, value)
    return fields


def stanza_keys(text: str) -> dict[str, str]:
    """The keys of the stanza that `dspmqinf -o stanza` prints."""
    return dict(_pairs(text, "=", STANZA_KEY))


def _pairs(text: str, sign: str, key: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """The lines with a key before a sign. Blanks are removed by `strip`: a host may print any number."""
    for line in text.splitlines():
        before, separator, value = line.partition(sign)
        if separator and key.fullmatch(before.strip()):
            yield before.strip(), value.strip()


def data_folder(keys: dict[str, str]) -> str | None:
    """The folder of a queue manager's qm.ini, from its stanza."""
    if keys.get("DataPath"):
        return keys["DataPath"]
    if keys.get("Prefix") and keys.get("Directory"):
        return f"{keys['Prefix']}/qmgrs/{keys['Directory']}"
    return None


def controller(text: str, queue_manager: str) -> int | None:
    """The process id of a queue manager's execution controller, from `ps -eo pid=,args=`."""
    for line in text.splitlines():
        words = line.split()
        if len(words) > 3 and words[1].rpartition("/")[2] == CONTROLLER:
            for option, value in pairwise(words):
                if option == "-m" and value == queue_manager:
                    return number(words[0])
    return None


def kept_variables(data: bytes) -> Iterator[tuple[str, str]]:
    """The variables that matter to MQ in `/proc/PID/environ`, by name; secret values masked."""
    known = variables()
    kept = {}
    for entry in data.split(b"\0"):
        name, _, value = entry.decode("utf-8", "replace").partition("=")
        if name in known or name.startswith(PREFIXES):
            secret = any(word in name.upper() for word in SECRET_WORDS) and not value.startswith("/")
            kept[name] = COVER if secret and value else covered_value(name, value)
    return iter(sorted(kept.items()))


def memory_bytes(text: str) -> int | None:
    """The memory of a host from `/proc/meminfo`."""
    match = re.search(r"^MemTotal:\s+(\d+) kB", text, re.MULTILINE)
    kib = number(match[1]) if match else None
    return kib * 1024 if kib else None


def number(text: str) -> int | None:
    """A number that a command printed alone; None for anything else, which `str.isdigit` may accept."""
    match = NUMBER.fullmatch(text)
    return int(match[1]) if match else None
